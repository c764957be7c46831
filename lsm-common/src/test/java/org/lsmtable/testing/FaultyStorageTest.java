package org.lsmtable.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.testing.FaultyStorage.Fault;

class FaultyStorageTest {
    private final MemoryStorage disk = new MemoryStorage();

    /** Four operations: create, write, close, createIfAbsent. */
    private static void work(Storage storage) throws IOException {
        StorageOutput out = storage.create("/t/f");
        try {
            out.write(new byte[] {1, 2, 3, 4});
            out.close();
        } catch (IOException e) {
            out.abort();
            throw e;
        }
        storage.createIfAbsent("/t/s", new byte[] {5, 6});
    }

    @Test
    void everyOperationFailsOnce() {
        List<String> messages = new ArrayList<>();
        for (int n = 0; ; n++) {
            FaultyStorage faulty = FaultyStorage.failingAt(n, new MemoryStorage());
            try {
                work(faulty);
            } catch (IOException e) {
                messages.add(e.getMessage());
            }
            if (!faulty.fired()) {
                assertThat(faulty.operations())
                        .containsExactly("create /t/f", "write /t/f", "close /t/f", "createIfAbsent /t/s");
                break;
            }
        }
        assertThat(messages)
                .containsExactly(
                        "injected fault at operation 0: create /t/f",
                        "injected fault at operation 1: write /t/f",
                        "injected fault at operation 2: close /t/f",
                        "injected fault at operation 3: createIfAbsent /t/s");
    }

    @Test
    void afterDoingIt() {
        assertThatThrownBy(() -> work(FaultyStorage.failingAt(3, Fault.AFTER, disk)))
                .isInstanceOf(IOException.class);
        assertThat(disk.files()).containsExactly("/t/f", "/t/s");
    }

    @Test
    void tornWritesLeaveHalf() throws IOException {
        FaultyStorage faulty = FaultyStorage.failingAt(1, Fault.TORN, disk);
        StorageOutput out = faulty.create("/t/f");
        assertThatThrownBy(() -> out.write(new byte[] {1, 2, 3, 4})).isInstanceOf(IOException.class);
        assertThat(disk.read("/t/f")).containsExactly(1, 2);
        FaultyStorage small = FaultyStorage.failingAt(0, Fault.TORN, disk);
        assertThatThrownBy(() -> small.replace("/t/LATEST", new byte[] {8, 9})).isInstanceOf(IOException.class);
        assertThat(disk.read("/t/.LATEST.torn.tmp")).containsExactly(8);
        assertThat(disk.exists("/t/LATEST")).isFalse();
    }

    @Test
    void afterACrashNothingIsDoneAnyMore() throws IOException {
        FaultyStorage faulty = FaultyStorage.failingAt(1, Fault.CRASH, disk);
        assertThatThrownBy(() -> work(faulty)).isInstanceOf(IOException.class);
        assertThat(disk.files()).containsExactly("/t/f"); // the abort was not done either
        assertThatThrownBy(() -> faulty.exists("/t/f")).isInstanceOf(IOException.class);
        assertThat(faulty.trace()).isEqualTo("""
                        0 create /t/f
                        1 write /t/f FAILED CRASH
                        2 abort /t/f FAILED CRASH
                        3 exists /t/f FAILED CRASH""");
    }
}
