package org.lsmtable.fs.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.lsmtable.fs.CommitLock;
import org.lsmtable.fs.hadoop.MemoryFileSystem.Fault;
import org.lsmtable.fs.hadoop.MemoryFileSystem.Power;
import org.lsmtable.types.UnsupportedFeatureException;

/** What a creation tells when the store's answers are lost, and where it is refused. */
class ExclusiveCreateTest {
    private static final byte[] OURS = "ours".getBytes(UTF_8);
    private static final byte[] THEIRS = "theirs".getBytes(UTF_8);

    private final MemoryFileSystem hdfs = new MemoryFileSystem("hdfs://nn", Set.of());
    private final HadoopStorage onHdfs = HadoopDoubles.on(hdfs, null);
    private final MemoryFileSystem conditional = new MemoryFileSystem("s3a://b", Set.of(Power.CONDITIONAL_CREATE));
    private final HadoopStorage onConditional = HadoopDoubles.on(conditional, null);
    private final MemoryFileSystem plain = new MemoryFileSystem("gs://b", Set.of());

    private static void failing(MemoryFileSystem fileSystem, String operation, Fault fault) {
        fileSystem.setFaults((asked, path) -> asked.equals(operation) ? fault : Fault.NONE);
    }

    /** As if another writer had been faster by a moment: the look before the creation does not see its file. */
    private static void theirsComesBetween(MemoryFileSystem fileSystem, HadoopStorage storage, String operation) {
        AtomicBoolean done = new AtomicBoolean();
        fileSystem.setFaults((asked, path) -> {
            if (asked.equals(operation) && !done.getAndSet(true)) {
                assertThat(storage.createIfAbsent(fileSystem.getUri() + "/t/snapshot-1", THEIRS))
                        .isTrue();
            }
            return Fault.NONE;
        });
    }

    @Test
    void aRenameWhoseAnswerIsLostHasSucceeded() throws IOException {
        failing(hdfs, "rename", Fault.AFTER);
        assertThat(onHdfs.createIfAbsent("hdfs://nn/t/snapshot-1", OURS)).isTrue();
        assertThat(hdfs.files()).containsExactly("/t/snapshot-1");
    }

    @Test
    void aRenameThatItsClientRepeatsHasSucceeded() throws IOException {
        failing(hdfs, "rename", Fault.TWICE);
        assertThat(onHdfs.createIfAbsent("hdfs://nn/t/snapshot-1", OURS)).isTrue();
        assertThat(hdfs.files()).containsExactly("/t/snapshot-1");
    }

    @Test
    void aRenameThatFailedLeavesNothing() {
        failing(hdfs, "rename", Fault.BEFORE);
        assertThatThrownBy(() -> onHdfs.createIfAbsent("hdfs://nn/t/snapshot-1", OURS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("hdfs://nn/t/snapshot-1")
                .hasMessageContaining("rename not done");
        assertThat(hdfs.files()).isEmpty();
    }

    @Test
    void aRenameThatComesSecondHasLost() throws IOException {
        theirsComesBetween(hdfs, onHdfs, "rename");
        assertThat(onHdfs.createIfAbsent("hdfs://nn/t/snapshot-1", OURS)).isFalse();
        assertThat(onHdfs.read("hdfs://nn/t/snapshot-1")).isEqualTo(THEIRS);
        assertThat(hdfs.files()).containsExactly("/t/snapshot-1");
    }

    @Test
    void whenNothingCanBeSeenAnyMoreTheOutcomeIsUnknown() {
        AtomicBoolean gone = new AtomicBoolean();
        hdfs.setFaults((operation, path) -> {
            Fault fault = gone.get() ? Fault.BEFORE : operation.equals("rename") ? Fault.AFTER : Fault.NONE;
            gone.compareAndSet(false, operation.equals("rename"));
            return fault;
        });
        assertThatThrownBy(() -> onHdfs.createIfAbsent("hdfs://nn/t/snapshot-1", OURS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no answer to rename");
        assertThat(hdfs.files()).containsExactly("/t/snapshot-1");
    }

    @Test
    void aConditionalCreateWhoseAnswerIsLostHasSucceeded() throws IOException {
        for (Fault fault : List.of(Fault.AFTER, Fault.TWICE)) {
            failing(conditional, "close", fault);
            assertThat(onConditional.createIfAbsent("s3a://b/t/snapshot-" + fault, OURS))
                    .isTrue();
        }
        assertThat(conditional.files()).containsExactly("/t/snapshot-AFTER", "/t/snapshot-TWICE");
    }

    @Test
    void aConditionalCreateThatComesSecondHasLost() throws IOException {
        theirsComesBetween(conditional, onConditional, "createFile");
        assertThat(onConditional.createIfAbsent("s3a://b/t/snapshot-1", OURS)).isFalse();
        assertThat(onConditional.read("s3a://b/t/snapshot-1")).isEqualTo(THEIRS);
    }

    @Test
    void aConditionalCreateThatFailedIsAnError() {
        failing(conditional, "close", Fault.BEFORE);
        assertThatThrownBy(() -> onConditional.createIfAbsent("s3a://b/t/snapshot-1", OURS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("close not done");
    }

    @Test
    void withoutRenameConditionAndLockCommitsAreRefusedByNameAndReadsAreNot() throws IOException {
        plain.create(new Path("gs://b/t/f")).close();
        HadoopStorage storage = HadoopDoubles.on(plain, null);
        assertThat(storage.read("gs://b/t/f")).isEmpty();
        assertThatThrownBy(() -> storage.requireCreateIfAbsent("gs://b/t/snapshot"))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("gs://b/t/snapshot")
                .hasMessageContaining("'gs'")
                .hasMessageContaining("conditional create")
                .hasMessageContaining("lock");
        assertThatThrownBy(() -> storage.createIfAbsent("gs://b/t/snapshot/snapshot-1", OURS))
                .isInstanceOf(UnsupportedFeatureException.class);
        assertThat(plain.files()).containsExactly("/t/f");
    }

    @Test
    void aRenameThatReplacesIsNeverTrusted() {
        MemoryFileSystem local = new MemoryFileSystem("file:///", Set.of());
        HadoopStorage storage = HadoopDoubles.on(local, HadoopDoubles.lockInProcess());
        assertThatThrownBy(() -> storage.createIfAbsent("file:///t/snapshot-1", OURS))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("its rename replaces");
    }

    @Test
    void theDoubleLetsTwoWinWithoutALock() throws IOException {
        CommitLock none = (folder, creation) -> creation.run();
        HadoopStorage storage = HadoopDoubles.on(plain, none);
        theirsComesBetween(plain, storage, "rename");
        assertThat(storage.createIfAbsent("gs://b/t/snapshot-1", OURS)).isTrue();
    }

    @Test
    void theLockIsHeldFromTheLookToTheRenameAndNotLonger() throws IOException {
        List<String> seen = new ArrayList<>();
        CommitLock lock = (folder, creation) -> {
            seen.add("locked " + folder);
            try {
                return creation.run();
            } finally {
                seen.add("unlocked");
            }
        };
        HadoopStorage storage = HadoopDoubles.on(plain, lock);
        plain.setFaults((operation, path) -> {
            seen.add(operation + " " + path.getName().replaceAll("\\.[-0-9a-f]{36}\\.", ".X."));
            return Fault.NONE;
        });
        assertThat(storage.createIfAbsent("gs://b/t/snapshot-1", OURS)).isTrue();
        assertThat(seen)
                .containsExactly(
                        "locked gs://b/t",
                        "status snapshot-1",
                        "create .snapshot-1.X.tmp",
                        "close .snapshot-1.X.tmp",
                        "rename snapshot-1",
                        "delete .snapshot-1.X.tmp",
                        "unlocked");
    }

    @Test
    void aLockThatCannotBeHadIsAnError() {
        CommitLock lock = (folder, creation) -> {
            throw new IOException("the lock of " + folder + " is held by another writer");
        };
        HadoopStorage storage = HadoopDoubles.on(plain, lock);
        assertThatThrownBy(() -> storage.createIfAbsent("gs://b/t/snapshot-1", OURS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("held by another writer");
        assertThat(plain.files()).isEmpty();
    }
}
