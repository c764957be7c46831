package org.lsmtable.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageOutput;

class MemoryStorageTest extends StorageContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }

    @Override
    protected String root() {
        return "/root";
    }

    @AfterEach
    void nothingIsLeftOpen() {
        storage.assertNothingOpen();
    }

    private void write(String path, int... bytes) throws IOException {
        try (StorageOutput out = storage.create(path)) {
            for (int b : bytes) {
                out.write(b);
            }
        }
    }

    @Test
    void aFileSurvivesOnlyWhenItsFolderWasSynced() throws IOException {
        write("/t/synced", 1);
        storage.syncFolder("/t");
        write("/t/unsynced", 2);
        storage.loseUnsynced();
        assertThat(storage.files()).containsExactly("/t/synced");
        assertThat(storage.read("/t/synced")).containsExactly(1);
    }

    @Test
    void aFileNeverClosedIsEmptyAfterwards() throws IOException {
        StorageOutput out = storage.create("/t/f");
        out.write(1);
        assertThat(storage.read("/t/f")).containsExactly(1);
        storage.syncFolder("/t");
        storage.loseUnsynced();
        assertThat(storage.read("/t/f")).isEmpty();
        out.close();
        assertThat(storage.read("/t/f")).isEmpty();
    }

    @Test
    void whatCreateIfAbsentMadeSurvivesAndNothingElseInTheFolder() throws IOException {
        write("/t/other", 1);
        storage.createIfAbsent("/t/snapshot-1", new byte[] {5});
        storage.loseUnsynced();
        assertThat(storage.files()).containsExactly("/t/snapshot-1");
        assertThat(storage.read("/t/snapshot-1")).containsExactly(5);
    }

    @Test
    void unsyncedDeletesAndReplacesComeUndone() throws IOException {
        storage.createIfAbsent("/t/gone", new byte[] {1});
        storage.createIfAbsent("/t/changed", new byte[] {2});
        storage.delete("/t/gone");
        storage.replace("/t/changed", new byte[] {3});
        storage.loseUnsynced();
        assertThat(storage.read("/t/gone")).containsExactly(1);
        assertThat(storage.read("/t/changed")).containsExactly(2);
        storage.delete("/t/gone");
        storage.replace("/t/changed", new byte[] {3});
        storage.syncFolder("/t");
        storage.loseUnsynced();
        assertThat(storage.files()).containsExactly("/t/changed");
        assertThat(storage.read("/t/changed")).containsExactly(3);
    }

    @Test
    void aRandomLossKeepsSomeOfIt() throws IOException {
        Set<Integer> counts = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            MemoryStorage disk = new MemoryStorage();
            for (int i = 0; i < 4; i++) {
                disk.create("/t/f" + i).close();
            }
            disk.loseUnsynced(new Random(seed));
            counts.add(disk.files().size());
        }
        assertThat(counts).hasSizeGreaterThan(2);
    }

    @Test
    void aFileLeftOpenIsShown() throws IOException {
        StorageOutput out = storage.create("/t/f");
        assertThatThrownBy(storage::assertNothingOpen)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("/t/f for writing");
        out.abort();
    }
}
