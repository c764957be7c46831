package org.lsmtable.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;

/** What every {@link Storage} must do; the test of each implementation extends it. */
public abstract class StorageContract {
    /** The storage under test. */
    protected abstract Storage storage();

    /** An empty folder, absolute, without a slash at the end. */
    protected abstract String root();

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }

    private String text(String path) throws IOException {
        return new String(storage().read(path), UTF_8);
    }

    private void write(String path, String text) throws IOException {
        try (StorageOutput out = storage().create(path)) {
            out.write(utf8(text));
        }
    }

    @Test
    void aClosedFileHasWhatWasWritten() throws IOException {
        String path = root() + "/a/b/file";
        byte[] large = new byte[3_000_000];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) ((i * 31) >>> 3);
        }
        try (StorageOutput out = storage().create(path)) {
            assertThat(out.path()).isEqualTo(path);
            out.write(7);
            out.write(large);
            out.write(large, 5, 100_000);
            for (int i = 0; i < 70_000; i++) {
                out.write(i);
            }
            assertThat(out.position()).isEqualTo(1 + 3_000_000 + 100_000 + 70_000);
        }
        assertThat(storage().info(path).sizeBytes()).isEqualTo(3_170_001);
        byte[] all = storage().read(path);
        assertThat(all).hasSize(3_170_001).startsWith(7, large[0], large[1]);
        try (StorageInput in = storage().open(path)) {
            assertThat(in.path()).isEqualTo(path);
            assertThat(in.length()).isEqualTo(3_170_001);
            byte[] part = new byte[100_010];
            in.readFully(3_000_001, part, 5, 100_000);
            for (int i = 0; i < 100_000; i++) {
                if (part[i + 5] != large[i + 5]) {
                    throw new AssertionError("byte " + i);
                }
            }
            in.readFully(3_170_000, part, 0, 1);
            assertThat(part[0]).isEqualTo((byte) 69_999);
            in.readFully(3_170_001, part, 0, 0);
        }
    }

    @Test
    void closingTwiceDoesNothing() throws IOException {
        StorageOutput out = storage().create(root() + "/f");
        out.write(1);
        out.close();
        out.close();
        assertThat(storage().read(root() + "/f")).containsExactly(1);
    }

    @Test
    void readingPastTheEndNamesFileAndPlace() throws IOException {
        String path = root() + "/short";
        write(path, "abc");
        try (StorageInput in = storage().open(path)) {
            assertThatThrownBy(() -> in.readFully(1, new byte[10], 0, 10))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining(path)
                    .hasMessageContaining("10 bytes at position 1")
                    .hasMessageContaining("at 3");
        }
    }

    @Test
    void anAbortedFileIsGone() throws IOException {
        StorageOutput out = storage().create(root() + "/f");
        out.write(1);
        out.abort();
        assertThat(storage().exists(root() + "/f")).isFalse();
        StorageOutput closed = storage().create(root() + "/g");
        closed.close();
        closed.abort();
        assertThat(storage().exists(root() + "/g")).isFalse();
    }

    @Test
    void anExistingFileIsNotCreatedAgain() throws IOException {
        write(root() + "/f", "old");
        assertThatThrownBy(() -> storage().create(root() + "/f")).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(text(root() + "/f")).isEqualTo("old");
    }

    @Test
    void whatIsMissingIsNamed() {
        String path = root() + "/no/such";
        assertThatThrownBy(() -> storage().open(path))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining(path);
        assertThatThrownBy(() -> storage().read(path))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining(path);
        assertThatThrownBy(() -> storage().info(path))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining(path);
        assertThatThrownBy(() -> storage().syncFolder(path))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining(path);
    }

    @Test
    void createIfAbsentLeavesAnExistingFileAlone() throws IOException {
        String path = root() + "/snapshot/snapshot-1";
        assertThat(storage().createIfAbsent(path, utf8("first"))).isTrue();
        assertThat(storage().createIfAbsent(path, utf8("second"))).isFalse();
        assertThat(text(path)).isEqualTo("first");
        assertThat(names(root() + "/snapshot")).containsExactly("snapshot-1");
    }

    @Test
    void createIfAbsentLetsOneThreadWin() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 20; round++) {
                String path = root() + "/s-" + round;
                Set<String> winners = ConcurrentHashMap.newKeySet();
                List<Callable<Void>> tasks = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    String content = "content of " + i;
                    tasks.add(() -> {
                        if (storage().createIfAbsent(path, utf8(content))) {
                            winners.add(content);
                        }
                        return null;
                    });
                }
                for (Future<Void> done : threads.invokeAll(tasks)) {
                    done.get();
                }
                assertThat(winners).containsExactly(text(path));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void replaceTakesTheNewContent() throws IOException {
        String path = root() + "/snapshot/LATEST";
        storage().replace(path, utf8("1"));
        storage().replace(path, utf8("22"));
        assertThat(text(path)).isEqualTo("22");
        assertThat(names(root() + "/snapshot")).containsExactly("LATEST");
    }

    @Test
    void foldersListTheirFilesAndFolders() throws IOException {
        write(root() + "/f/one", "1");
        write(root() + "/f/.two", "22");
        storage().createFolders(root() + "/f/deep/er");
        storage().createFolders(root() + "/f/deep/er");
        List<FileInfo> infos = storage().list(root() + "/f");
        assertThat(infos)
                .extracting(FileInfo::path, FileInfo::name, FileInfo::isFolder, FileInfo::sizeBytes)
                .containsExactlyInAnyOrder(
                        tuple(root() + "/f/one", "one", false, 1L),
                        tuple(root() + "/f/.two", ".two", false, 2L),
                        tuple(root() + "/f/deep", "deep", true, 0L));
        assertThat(infos).allMatch(info -> info.modifiedMillis() > 0);
        assertThat(storage().list(root() + "/none")).isEmpty();
        assertThat(storage().list(root() + "/f/deep/er")).isEmpty();
        assertThatThrownBy(() -> storage().list(root() + "/f/one")).isInstanceOf(NotDirectoryException.class);
        assertThat(storage().info(root() + "/f").isFolder()).isTrue();
        assertThat(storage().exists(root() + "/f/deep")).isTrue();
        storage().syncFolder(root() + "/f");
    }

    @Test
    void deleteSaysWhetherThereWasSomething() throws IOException {
        write(root() + "/d/f", "1");
        assertThatThrownBy(() -> storage().delete(root() + "/d")).isInstanceOf(DirectoryNotEmptyException.class);
        assertThat(storage().delete(root() + "/d/f")).isTrue();
        assertThat(storage().delete(root() + "/d/f")).isFalse();
        assertThat(storage().delete(root() + "/d")).isTrue();
        assertThat(storage().exists(root() + "/d")).isFalse();
        assertThat(storage().delete(root() + "/no/folder/here")).isFalse();
    }

    @Test
    void namesMayHoldAnyCharacterOfPartitionPaths() throws IOException {
        String path = root() + "/p=a%2Fb%3Dc%25d%3Aé 😀/bucket-0/f";
        write(path, "x");
        assertThat(text(path)).isEqualTo("x");
        assertThat(names(root())).containsExactly("p=a%2Fb%3Dc%25d%3Aé 😀");
    }

    private List<String> names(String folder) throws IOException {
        return storage().list(folder).stream().map(FileInfo::name).toList();
    }
}
