package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.Retention;
import org.lsmtable.maintenance.Rollback;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.TableException.Reason;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.MemoryStorage;

/** Going back while storage fails, while others commit, and to states that are not there. */
class RollbackTest {
    private static final String LOCATION = "/db.db/t";
    private static final int SNAPSHOTS = 6;

    /** Snapshots 1 to 6, of which snapshot n has the keys 1 to n; tags t2 and t5. Snapshots below the first are gone. */
    private static MemoryStorage filled(int first) throws IOException {
        MemoryStorage disk = new MemoryStorage();
        TableDefinition definition = TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                .with(List.of(), Map.of("bucket", "1", "commit.min-retry-wait", "1 ms"), null);
        try (Table table = Table.create(LOCATION, SteadyEnvironment.of(disk), definition)) {
            for (int id = 1; id <= SNAPSHOTS; id++) {
                assertThat(commit(table, id)).isInstanceOf(CommitResult.Committed.class);
                if (id == 2 || id == 5) {
                    table.createTag("t" + id, SnapshotRef.latest());
                }
            }
            for (int id = 1; id < first; id++) {
                disk.delete(table.stores().snapshots().file(id));
            }
        }
        return disk;
    }

    private static CommitResult commit(Table table, int key) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of(key, "v" + key));
            return writer.commit();
        }
    }

    private static Table open(Storage storage) {
        return Table.open(LOCATION, SteadyEnvironment.of(storage), Map.of());
    }

    private static Set<Object> keys(Table table) {
        Map<Object, Object> keys = new TreeMap<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.next()) {
                keys.put(cursor.get(0), "");
            }
        }
        return keys.keySet();
    }

    private static Set<Object> keysOf(long snapshot) {
        Map<Object, Object> keys = new TreeMap<>();
        for (int key = 1; key <= snapshot; key++) {
            keys.put(key, "");
        }
        return keys.keySet();
    }

    /** What is wrong, but for snapshots that are missing between others. */
    private static List<Finding> errors(Table table) {
        return table.check(Depth.METADATA).stream()
                .filter(f -> f.severity() == Finding.Severity.ERROR)
                .filter(f -> !String.valueOf(f.expected()).startsWith("a snapshot between"))
                .toList();
    }

    /** Each operation fails once, and then the power; what is meant, the first snapshot that has not expired, and the snapshot meant. */
    @ParameterizedTest
    @CsvSource({"3,1,3,CRASH", "t2,4,2,CRASH", "t2,4,2,AFTER", "t2,3,2,BEFORE", "t5,6,5,CRASH"})
    void canBeCutOffAnywhere(String state, int first, long target, FaultyStorage.Fault fault) throws Exception {
        MemoryStorage template = filled(first);
        for (int n = 0; ; n++) {
            MemoryStorage disk = template.copy();
            FaultyStorage faulty = FaultyStorage.failingAt(n, fault, disk);
            try (Table table = open(faulty)) {
                Maintenance maintenance = table.maintenance();
                maintenance.execute(maintenance.rollback(SnapshotRef.parse(state)));
            } catch (TableException e) {
                // giving up is fine, a broken table is not
            }
            String story = fault + " of operation " + n + "\n" + faulty.trace();
            requireHintOfSnapshot(disk, story);
            requireCommitsToStay(disk.copy(), "killed: " + story);
            disk.loseUnsynced();
            requireCommitsToStay(disk.copy(), story);
            try (Table table = open(disk)) {
                long latest = table.snapshot(SnapshotRef.latest()).orElseThrow().id();
                assertThat(latest).as(story).isBetween(target, (long) SNAPSHOTS);
                assertThat(keys(table)).as(story).isEqualTo(keysOf(latest));
                assertThat(errors(table)).as(story).isEmpty();
                Maintenance maintenance = table.maintenance();
                assertThat(maintenance.execute(maintenance.rollback(SnapshotRef.parse(state))))
                        .as(story)
                        .isEmpty();
                assertThat(keys(table)).as(story).isEqualTo(keysOf(target));
                assertThat(table.check(Depth.METADATA)).as(story).isEmpty();
                assertThat(commit(table, 100)).as(story).isInstanceOf(CommitResult.Committed.class);
                assertThat(table.snapshot(SnapshotRef.latest()).orElseThrow().id())
                        .isEqualTo(target + 1);
                assertThat(table.tags()).as(story).hasSize(target < 5 ? 1 : 2);
            }
            if (!faulty.fired()) {
                assertThat(n).isGreaterThan(20);
                return;
            }
        }
    }

    /** Who loads on, where a way back was cut off, finds all of that in the table. */
    private static void requireCommitsToStay(MemoryStorage disk, String story) {
        try (Table table = open(disk)) {
            Set<Object> expected = new java.util.TreeSet<>(keys(table));
            for (int key = 60; key < 60 + SNAPSHOTS; key++) {
                assertThat(commit(table, key)).as(story).isInstanceOf(CommitResult.Committed.class);
                expected.add(key);
                assertThat(keys(table)).as(story).isEqualTo(expected);
            }
        }
    }

    /** Other readers take the hint for true if no snapshot follows it, and list the folder if there is no hint. */
    private static void requireHintOfSnapshot(MemoryStorage disk, String story) throws IOException {
        if (!disk.exists(LOCATION + "/snapshot/LATEST")) {
            return;
        }
        String hint = new String(disk.read(LOCATION + "/snapshot/LATEST"), java.nio.charset.StandardCharsets.US_ASCII);
        boolean believed = !disk.exists(LOCATION + "/snapshot/snapshot-" + (Long.parseLong(hint) + 1));
        if (believed) {
            assertThat(disk.exists(LOCATION + "/snapshot/snapshot-" + hint))
                    .as(story)
                    .isTrue();
        }
    }

    /** Somebody commits before each operation in turn: nothing is done, or it is told, or the commit is upon the state gone back to. */
    @ParameterizedTest
    @CsvSource({"3,1,3", "t2,4,2"})
    void tellsOfCommitsThatCameInBetween(String state, int first, long target) throws Exception {
        int told = 0;
        MemoryStorage template = filled(first);
        for (int n = 0; ; n++) {
            MemoryStorage disk = template.copy();
            AtomicBoolean happened = new AtomicBoolean();
            Storage storage = InterruptedStorage.before(n, disk, happened, () -> {
                try (Table table = open(disk)) {
                    assertThat(commit(table, 50)).isInstanceOf(CommitResult.Committed.class);
                }
            });
            try (Table table = open(storage)) {
                Maintenance maintenance = table.maintenance();
                Rollback plan = maintenance.rollback(SnapshotRef.parse(state));
                Optional<Snapshot> intruder = maintenance.execute(plan);
                if (intruder.isPresent()) {
                    told++;
                    assertThat(keys(table)).contains(50).hasSizeGreaterThan((int) target + 1);
                    assertThat(table.snapshot(SnapshotRef.latest())).isEqualTo(intruder);
                } else {
                    Set<Object> without = keysOf(target);
                    Set<Object> found = new java.util.TreeSet<>(keys(table));
                    found.remove(50);
                    assertThat(found).as("commit at operation %d", n).isEqualTo(without);
                }
            } catch (TableException e) {
                assertThat(e).hasMessageContaining("nothing was done");
                try (Table table = open(disk)) {
                    assertThat(keys(table)).hasSize(SNAPSHOTS + 1);
                }
            }
            try (Table table = open(disk)) {
                assertThat(errors(table)).isEmpty();
                Maintenance maintenance = table.maintenance();
                assertThat(maintenance.execute(maintenance.rollback(SnapshotRef.parse(state))))
                        .isEmpty();
                assertThat(keys(table)).isEqualTo(keysOf(target));
                assertThat(table.check(Depth.ROWS)).isEmpty();
            }
            if (!happened.get()) {
                assertThat(told).isPositive();
                return;
            }
        }
    }

    /** All but the newest snapshot expire before each operation in turn: the table is whole, and it is told if what was meant has gone. */
    @ParameterizedTest
    @CsvSource({"3,1,3", "t2,4,2"})
    void tellsOfExpirationsThatCameInBetween(String state, int first, long target) throws Exception {
        int told = 0;
        MemoryStorage template = filled(first);
        for (int n = 0; ; n++) {
            MemoryStorage disk = template.copy();
            AtomicBoolean happened = new AtomicBoolean();
            Storage storage = InterruptedStorage.before(n, disk, happened, () -> {
                try (Table table = open(disk)) {
                    Maintenance maintenance = table.maintenance();
                    maintenance.execute(maintenance.expiry(new Retention(1, 1, Duration.ZERO, Integer.MAX_VALUE)));
                }
            });
            long expected = target;
            try (Table table = open(storage)) {
                Maintenance maintenance = table.maintenance();
                assertThat(maintenance.execute(maintenance.rollback(SnapshotRef.parse(state))))
                        .isEmpty();
            } catch (TableException e) {
                assertThat(e.reason()).as("%s", e).isIn(Reason.CONFLICT, Reason.NOT_FOUND);
                told++;
                try (Table table = open(disk)) {
                    expected =
                            table.snapshot(SnapshotRef.latest()).orElseThrow().id();
                }
            }
            try (Table table = open(disk)) {
                assertThat(table.snapshot(SnapshotRef.latest()).orElseThrow().id())
                        .as("expired at operation %d", n)
                        .isEqualTo(expected);
                assertThat(keys(table)).as("expired at operation %d", n).isEqualTo(keysOf(expected));
                assertThat(errors(table)).isEmpty();
            }
            if (!happened.get()) {
                assertThat(told).isPositive();
                return;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"9", "none", "1999-01-01T00:00:00Z"})
    void needsAStateThatIsThere(String state) throws Exception {
        try (Table table = open(filled(1))) {
            assertThatThrownBy(() -> table.maintenance().rollback(SnapshotRef.parse(state)))
                    .isInstanceOf(TableException.class)
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(Reason.NOT_FOUND);
        }
    }

    /** Tags of states that the table has left: its snapshots of these ids, if any, are others. */
    @Test
    void refusesTagsOfStatesThatWereLeft() throws Exception {
        MemoryStorage disk = filled(1);
        byte[] left = disk.read(LOCATION + "/tag/tag-t5");
        try (Table table = open(disk)) {
            Maintenance maintenance = table.maintenance();
            maintenance.execute(maintenance.rollback(SnapshotRef.snapshot(3)));
            disk.createIfAbsent(LOCATION + "/tag/tag-t5", left);
            assertThatThrownBy(() -> maintenance.rollback(SnapshotRef.tag("t5")))
                    .hasMessageContaining("snapshot 5")
                    .hasMessageContaining("later than the latest snapshot 3");
            commit(table, 20);
            commit(table, 21);
            assertThatThrownBy(() -> maintenance.rollback(SnapshotRef.tag("t5")))
                    .hasMessageContaining("tag-t5")
                    .hasMessageContaining("snapshot 5 of the table is another one");
        }
    }

    @Test
    void saysWhoIsLeftBehind() throws Exception {
        MemoryStorage disk = filled(1);
        disk.createIfAbsent(
                LOCATION + "/consumer/consumer-c",
                "{\"nextSnapshot\": 6}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        try (Table table = open(disk)) {
            table.branches().create("b", "t5");
            assertThat(table.maintenance().rollback(SnapshotRef.snapshot(4)).warnings())
                    .hasSize(2)
                    .anySatisfy(w -> assertThat(w).contains("consumer 'c'", "snapshot 6"))
                    .anySatisfy(w -> assertThat(w).contains("branch 'b'", "tag 't5'"));
            assertThat(table.maintenance().rollback(SnapshotRef.snapshot(5)).warnings())
                    .isEmpty();
        }
    }
}
