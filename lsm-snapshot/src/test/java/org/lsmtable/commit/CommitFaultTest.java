package org.lsmtable.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lsmtable.commit.MetadataTable.append;
import static org.lsmtable.commit.MetadataTable.committable;
import static org.lsmtable.commit.MetadataTable.compact;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lsmtable.commit.CommitResult.Committed;
import org.lsmtable.commit.CommitResult.Failed;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.FaultyStorage.Fault;
import org.lsmtable.testing.MemoryStorage;

/**
 * Every storage operation of a few commits fails once, in every way; then the power is cut. The table must stand at the state after some
 * commit, not before the last acknowledged one, with every file it names complete; and it must go on from there.
 */
class CommitFaultTest {
    private static final Map<String, String> MERGE_OFTEN = Map.of("manifest.merge-min-count", "2");

    /** The table's files after each snapshot that the script makes, the empty table first. */
    private static final List<List<String>> STATES = List.of(
            List.of(),
            List.of("a@0"),
            List.of("a@0", "b@0"),
            List.of("c@5"),
            List.of("c@5", "d@0"),
            List.of("c@5", "d@4"));

    @ParameterizedTest
    @EnumSource(Fault.class)
    void everyOperationFailsOnce(Fault fault) throws IOException {
        int n = 0;
        boolean fired = true;
        while (fired) {
            fired = failAt(n, fault);
            n++;
        }
        assertThat(n).isGreaterThan(60);
    }

    /** Runs the script with one fault; false if the script ended before it. */
    private static boolean failAt(int n, Fault fault) throws IOException {
        MemoryStorage disk = new MemoryStorage();
        MetadataTable setUp = MetadataTable.create(disk, MERGE_OFTEN);
        FaultyStorage faulty = FaultyStorage.failingAt(n, fault, disk);
        Script script = new Script(setUp.through(faulty, "our"));
        script.run();
        String what = fault + " at operation " + n + ", acknowledged " + script.acknowledged + "\n" + faulty.trace();

        if (script.last instanceof Failed && fault != Fault.CRASH) {
            MetadataTable now = MetadataTable.open(disk, MetadataTable.ROOT, "look");
            assertThat(now.live())
                    .as("not acknowledged, not visible: %s", what)
                    .isEqualTo(STATES.get(script.acknowledged));
            if (fault != Fault.AFTER) {
                assertThat(now.orphans().stream().filter(name -> !name.startsWith(".")))
                        .as("a failed commit cleans up: %s", what)
                        .isEmpty();
            }
        }
        if (n % 2 == 0) {
            disk.loseUnsynced();
        } else {
            disk.loseUnsynced(new Random(n));
        }
        MetadataTable after = MetadataTable.open(disk, MetadataTable.ROOT, "after");
        List<String> live = after.live();
        int state = STATES.indexOf(live);
        assertThat(state).as("state %s after %s", live, what).isGreaterThanOrEqualTo(script.acknowledged);
        assertThat(state).as("no commit that was never begun: %s", what).isLessThanOrEqualTo(script.begun);
        requireCompleteFiles(after, what);
        goOn(after, live, what);
        return faulty.fired();
    }

    /** Commits until one does not succeed, as a writer would. */
    private static final class Script {
        private final MetadataTable table;
        private final TableCommitter committer;
        private int acknowledged;
        private int begun;
        private CommitResult last = new Committed(List.of());

        Script(MetadataTable table) {
            this.table = table;
            this.committer = table.committer("ada");
        }

        void run() {
            try {
                DataFileMeta a = table.file("a", 0, 1, 5);
                DataFileMeta b = table.file("b", 0, 3, 9);
                DataFileMeta c = table.file("c", 5, 1, 9);
                DataFileMeta d = table.file("d", 0, 10, 12);
                List<Committable> commits = List.of(
                        committable(1, append(a)),
                        committable(2, append(b), compact(List.of(a, b), List.of(c))),
                        committable(3, append(d)),
                        committable(4, compact(List.of(d), List.of(d.atLevel(4)))));
                int[] snapshots = {1, 2, 1, 1};
                for (int i = 0; i < commits.size(); i++) {
                    begun += snapshots[i];
                    last = committer.commit(commits.get(i));
                    acknowledged += last.snapshots().size();
                    if (!(last instanceof Committed)) {
                        return;
                    }
                }
            } catch (IOException e) {
                // A data file could not be written: nothing more to commit.
            }
        }
    }

    private static void requireCompleteFiles(MetadataTable table, String what) throws IOException {
        for (Snapshot snapshot : table.stores.snapshots().all()) {
            TableScan scan = new TableScan(table.stores.manifests(), table.stores.schemas(), table.schema);
            long rows = 0;
            for (LiveFile file : scan.plan(snapshot, ScanFilter.ALL)) {
                String path = table.paths.dataFile(table.schema, file.partition(), file.bucket(), file.file());
                assertThat(table.storage.info(path).sizeBytes())
                        .as("%s of snapshot %d: %s", path, snapshot.id(), what)
                        .isEqualTo(file.file().fileSize());
                rows += file.file().rowCount();
            }
            assertThat(snapshot.totalRecordCount())
                    .as("snapshot %d: %s", snapshot.id(), what)
                    .isEqualTo(rows);
        }
    }

    /** A new process commits to what is left. */
    private static void goOn(MetadataTable table, List<String> live, String what) throws IOException {
        DataFileMeta next = table.file("next", 0, 1, 1);
        assertThat(table.committer("eve").commit(committable(1, append(next))))
                .as(what)
                .isInstanceOf(Committed.class);
        List<String> expected = new ArrayList<>(live);
        expected.add("next@0");
        assertThat(table.live()).as(what).isEqualTo(expected);
    }
}
