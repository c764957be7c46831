package org.lsmtable.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every error of storage says in words what failed, and names the file. */
class StorageErrorsTest {
    private final Storage storage = LocalStorage.of(Durability.SYNCED);

    @TempDir
    Path folder;

    private static IOException told(IOException thrown) {
        return StorageErrors.told("/t/f", "writing", thrown);
    }

    @Test
    void whatIsOnlyAPathIsTold() {
        assertThat(told(new AccessDeniedException("/t/f")))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("/t/f: permission denied while writing it");
        assertThat(told(new FileAlreadyExistsException("/t/f")))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessage("/t/f: expected no such file, found one");
        assertThat(told(new NotDirectoryException("/t")))
                .isInstanceOf(NotDirectoryException.class)
                .hasMessage("/t: expected a folder, found a file");
        assertThat(told(new DirectoryNotEmptyException("/t")))
                .isInstanceOf(DirectoryNotEmptyException.class)
                .hasMessage("/t: expected an empty folder, found something in it");
        assertThat(told(new FileSystemException("/t/f"))).hasMessage("/t/f: FileSystemException while writing it");
    }

    @Test
    void whatTellsItselfIsLeftAlone() {
        for (IOException thrown : new IOException[] {
            new NoSuchFileException("/t/f"),
            new FileSystemException("/t/f", null, "Input/output error"),
            new DamagedFileException("/t/f", "footer", "1", "2"),
            told(new NotDirectoryException("/t/f")),
            told(new DirectoryNotEmptyException("/t/f")),
        }) {
            assertThat(told(thrown)).isSameAs(thrown);
        }
    }

    @Test
    void whatNamesNoFileIsGivenOne() {
        IOException full = new IOException("No space left on device");
        assertThat(told(full))
                .hasMessage("/t/f: No space left on device, while writing it")
                .hasCause(full);
        assertThat(told(new IOException())).hasMessage("/t/f: IOException, while writing it");
        assertThat(told(new AsynchronousCloseException()))
                .hasMessage("/t/f: closed while writing it, by its reader or by the interruption of a thread");
    }

    @Test
    void aFullDiskNamesTheFile() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        StorageOutput out = new LocalOutput(
                full.toString(), full, FileChannel.open(full, StandardOpenOption.WRITE), Durability.PROCESS);
        assertThatThrownBy(() -> out.write(new byte[100_000])).hasMessageStartingWith("/dev/full: No space left");
        out.write(1);
        assertThatThrownBy(out::close).hasMessageStartingWith("/dev/full: No space left");
    }

    @Test
    void aFileInTheWayIsNamed() throws IOException {
        String file = folder + "/f";
        Files.write(Path.of(file), new byte[1]);
        Files.createDirectories(folder.resolve("d/e"));
        assertThatThrownBy(() -> storage.list(file + "/schema"))
                .isInstanceOf(NotDirectoryException.class)
                .hasMessage(file + ": expected a folder, found a file");
        assertThatThrownBy(() -> storage.create(file + "/bucket-0/g"))
                .hasMessage(file + ": expected a folder, found a file");
        assertThatThrownBy(() -> storage.createIfAbsent(file + "/g", new byte[1]))
                .hasMessage(file + ": expected a folder, found a file");
        assertThatThrownBy(() -> storage.create(file)).hasMessage(file + ": expected no such file, found one");
        assertThatThrownBy(() -> storage.delete(folder + "/d"))
                .hasMessage(folder + "/d: expected an empty folder, found something in it");
        assertThatThrownBy(() -> storage.replace(folder + "/d", new byte[1])).hasMessageContaining("irectory");
    }

    @Test
    void anInterruptionIsToldAndKept() throws IOException {
        String file = folder + "/f";
        StorageOutput out = storage.create(file);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> out.write(new byte[100_000]))
                .isInstanceOf(InterruptedIOException.class)
                .hasMessage(file + ": interrupted while writing it");
        assertThat(Thread.interrupted()).isTrue();
        Files.write(folder.resolve("g"), new byte[10]);
        try (StorageInput in = storage.open(folder + "/g")) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> in.readFully(0, new byte[5], 0, 5))
                    .isInstanceOf(InterruptedIOException.class)
                    .hasMessage(folder + "/g: interrupted while reading it");
            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(() -> in.readFully(0, new byte[5], 0, 5))
                    .hasMessageStartingWith(folder + "/g: closed while reading it");
            assertThatThrownBy(in::length).hasMessageStartingWith(folder + "/g: closed while reading it");
        }
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> storage.replace(folder + "/g", new byte[5]))
                .isInstanceOf(InterruptedIOException.class)
                .hasMessage(folder + "/g: interrupted while writing it");
        assertThat(Thread.interrupted()).isTrue();
    }
}
