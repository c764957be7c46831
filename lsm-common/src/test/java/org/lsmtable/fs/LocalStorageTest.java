package org.lsmtable.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.testing.StorageContract;

class LocalStorageTest extends StorageContract {
    private final Storage storage = LocalStorage.of(Durability.SYNCED);

    @TempDir
    Path folder;

    @Override
    protected Storage storage() {
        return storage;
    }

    @Override
    protected String root() {
        return folder.toString();
    }

    @Test
    void temporaryFilesAreHiddenSiblingsAndRemoved() throws IOException {
        List<String> seen = new ArrayList<>();
        Storage watched = new LocalStorage(Durability.PROCESS, () -> "r" + seen.size());
        // a folder of that name is in the way of the temporary file: the error shows its name
        Files.createDirectories(folder.resolve(".snapshot-7.r0.tmp"));
        assertThatThrownBy(() -> watched.createIfAbsent(folder + "/snapshot-7", new byte[1]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(".snapshot-7.r0.tmp");
        assertThat(folder.resolve("snapshot-7")).doesNotExist();
        seen.add("next");
        assertThat(watched.createIfAbsent(folder + "/snapshot-7", new byte[1])).isTrue();
        assertThat(storage.list(folder.toString()))
                .extracting(FileInfo::name)
                .containsExactlyInAnyOrder(".snapshot-7.r0.tmp", "snapshot-7");
    }

    @Test
    void aFileInTheWayOfAFolderIsAnError() throws IOException {
        Files.write(folder.resolve("f"), new byte[1]);
        assertThatThrownBy(() -> storage.create(folder + "/f/g"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(folder + "/f");
    }
}
