package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Storage;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.MemoryStorage;

/**
 * Load, compaction and commit with every file operation failing once, and then a power cut: the table always opens at a committed state
 * that holds every acknowledged commit, and nothing half-written is visible.
 */
@Execution(ExecutionMode.CONCURRENT)
class FaultLoopTest {
    private static final String LOCATION = "/warehouse/db.db/t";
    private static final int COMMITS = 4;

    @ParameterizedTest
    @EnumSource(FaultyStorage.Fault.class)
    void everyOperationFailsOnce(FaultyStorage.Fault fault) {
        everyOperationFailsOnce(fault, Map.of("bucket", "2", "num-sorted-run.compaction-trigger", "2"));
    }

    @ParameterizedTest
    @EnumSource(FaultyStorage.Fault.class)
    void everyOperationFailsOnceWithDynamicBuckets(FaultyStorage.Fault fault) {
        everyOperationFailsOnce(
                fault,
                Map.of("bucket", "-1", "dynamic-bucket.target-row-num", "4", "num-sorted-run.compaction-trigger", "2"));
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultyStorage.Fault.class,
            names = {"TORN"})
    void everyOperationFailsOnceWithIndexFiles(FaultyStorage.Fault fault) {
        everyOperationFailsOnce(
                fault,
                Map.of(
                        "bucket", "1",
                        "num-sorted-run.compaction-trigger", "2",
                        "file-index.bloom-filter.columns", "v",
                        "file-index.bloom-filter.v.items", "10",
                        "file-index.in-manifest-threshold", "0 b"));
    }

    private static void everyOperationFailsOnce(FaultyStorage.Fault fault, Map<String, String> options) {
        int operations = 0;
        for (int n = 0; ; n++) {
            MemoryStorage disk = new MemoryStorage();
            create(disk, options);
            FaultyStorage faulty = FaultyStorage.failingAt(n, fault, disk);
            int acknowledged = workUntilFailure(faulty);
            disk.loseUnsynced();
            check(disk, acknowledged, n, faulty);
            if (!faulty.fired()) {
                operations = n;
                break;
            }
        }
        assertThat(operations).as("operations that were made to fail").isGreaterThan(100);
    }

    private static void create(Storage storage, Map<String, String> options) {
        // a disk that goes on failing is given up soon, so that the test does not spend its time waiting
        Map<String, String> all = new TreeMap<>(options);
        all.putAll(Map.of("commit.min-retry-wait", "1 ms", "commit.max-retry-wait", "1 ms"));
        TableDefinition definition =
                TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)").with(List.of(), all, null);
        Table.create(LOCATION, SteadyEnvironment.of(storage), definition).close();
    }

    /** The commits that were acknowledged; commit c sets keys c to c + 3 to the value c and deletes key c - 1. */
    private static int workUntilFailure(Storage storage) {
        int acknowledged = 0;
        try (Table table = Table.open(LOCATION, SteadyEnvironment.of(storage), Map.of())) {
            try (TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
                for (int commit = 1; commit <= COMMITS; commit++) {
                    for (int key = commit; key < commit + 4; key++) {
                        writer.upsert(Row.of(key, "v" + commit));
                    }
                    writer.delete(Row.key(commit - 1));
                    if (!(writer.commit() instanceof CommitResult.Committed)) {
                        return acknowledged;
                    }
                    acknowledged = commit;
                }
            }
            table.compactFully();
        } catch (TableException e) {
            // giving up is fine, a broken table is not
        }
        return acknowledged;
    }

    private static Map<Object, Object> stateAfter(int commits) {
        Map<Object, Object> state = new TreeMap<>();
        for (int commit = 1; commit <= commits; commit++) {
            for (int key = commit; key < commit + 4; key++) {
                state.put(key, "v" + commit);
            }
            state.remove(commit - 1);
        }
        return state;
    }

    private static void check(MemoryStorage disk, int acknowledged, int n, FaultyStorage faulty) {
        String story = "fault at operation " + n + "\n" + faulty.trace();
        try (Table table = Table.open(LOCATION, SteadyEnvironment.of(disk), Map.of())) {
            List<Finding> errors = table.check(Depth.ROWS).stream()
                    .filter(f -> f.severity() == Finding.Severity.ERROR)
                    .toList();
            assertThat(errors).as(story).isEmpty();
            Map<Object, Object> found = new TreeMap<>();
            try (RowCursor rows = table.scan().open()) {
                while (rows.next()) {
                    found.put(rows.get(0), rows.get(1));
                }
            }
            List<Map<Object, Object>> allowed = new ArrayList<>();
            for (int commits = acknowledged; commits <= Math.min(COMMITS, acknowledged + 1); commits++) {
                allowed.add(stateAfter(commits));
            }
            assertThat(allowed).as(story).contains(found);
            // and it goes on from there
            try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                writer.upsert(Row.of(100, "later"));
                assertThat(writer.commit()).as(story).isInstanceOf(CommitResult.Committed.class);
            }
            assertThat(table.get(100)).as(story).contains(Row.of(100, "later"));
        }
    }
}
