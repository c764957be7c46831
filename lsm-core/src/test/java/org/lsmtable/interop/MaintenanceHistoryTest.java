package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.Retention;
import org.lsmtable.snapshot.BranchStore;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TagStore;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.Maintenance;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableException;
import org.lsmtable.table.TableWriter;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.MemoryStorage;

/**
 * Random histories of commits, crashes, tags, branches, expirations, rollbacks and dropped partitions, with orphan files deleted in between, whatever their age:
 * after each step every snapshot, tag and branch that is there reads as a plain model says, and after the last nothing is left that nothing refers to.
 */
class MaintenanceHistoryTest {
    private static final Seeds SEEDS = new Seeds("maintenance", "maintenances", 5);
    private static final String LOCATION = "/db.db/t";
    private static final int STEPS = 40;
    private static final String MAIN = "main";

    static Stream<Long> seeds() {
        return SEEDS.stream();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void neverLosesAFileThatIsNeeded(long seed) {
        new History(seed).run();
    }

    /** One table, its model, and what was done. */
    private static final class History {
        private final long seed;
        private final Random random;
        private final MemoryStorage disk = new MemoryStorage();
        private final AtomicLong names = new AtomicLong();
        private final List<String> story = new ArrayList<>();
        /** By branch and snapshot: the rows, by partition and key. */
        private final Map<String, Map<Long, Map<String, String>>> snapshots = new TreeMap<>();
        /** By branch and tag. */
        private final Map<String, Map<String, Map<String, String>>> tags = new TreeMap<>();

        private int counter;

        History(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        private String story() {
            return SEEDS.story(seed) + "\n" + String.join("\n", story);
        }

        private TableEnvironment environment(Storage storage) {
            return new TableEnvironment(
                    storage,
                    // later than any time of a file
                    Clock.fixed(Instant.parse("2027-01-01T00:00:00Z"), ZoneOffset.UTC),
                    () -> "u" + names.incrementAndGet(),
                    Runnable::run,
                    System.getProperty("java.io.tmpdir"),
                    1);
        }

        private Table open(String branch) {
            return open(branch, disk);
        }

        private Table open(String branch, Storage storage) {
            return Table.open(
                    LOCATION, environment(storage), branch.equals(MAIN) ? Map.of() : Map.of("branch", branch));
        }

        void run() {
            Map<String, String> options = new HashMap<>(Map.of(
                    "bucket", random.nextBoolean() ? "1" : "-1",
                    "num-sorted-run.compaction-trigger", "3",
                    "commit.min-retry-wait", "1 ms",
                    "commit.max-retry-wait", "1 ms",
                    "commit.max-retries", "1"));
            if (random.nextBoolean()) {
                options.put("changelog.num-retained.max", "1000");
            }
            if (random.nextBoolean()) {
                options.put("file-index.bloom-filter.columns", "v");
                options.put("file-index.in-manifest-threshold", "0 b");
            }
            if (random.nextBoolean()) {
                options.put("data-file.path-directory", "data");
            }
            TableDefinition definition = TableDefinition.parse("p STRING, id INT, v STRING, PRIMARY KEY (p, id)")
                    .with(List.of("p"), options, null);
            Table.create(LOCATION, environment(disk), definition).close();
            snapshots.put(MAIN, new TreeMap<>());
            tags.put(MAIN, new TreeMap<>());
            story.add("created with " + options);
            for (int step = 0; step < STEPS; step++) {
                step();
                check();
            }
            removeOrphans(disk);
            check();
            try (Table table = open(MAIN)) {
                assertThat(table.maintenance().orphanFiles().removals())
                        .as(story())
                        .isEmpty();
                assertThat(disk.files()).as(story()).noneMatch(file -> file.contains("junk"));
            }
        }

        private void step() {
            String branch = pick(snapshots.keySet().stream().toList());
            switch (random.nextInt(14)) {
                case 0, 1, 2 -> commit(branch, disk);
                case 3, 4 -> crash(branch);
                case 5 -> compact(branch);
                case 6 -> tag(branch);
                case 7 -> deleteTag(branch);
                case 8 -> branch(branch);
                case 9 -> expire(branch);
                case 10 -> rollback(branch);
                case 11 -> dropPartition(branch);
                case 12 -> {
                    removeOrphans(disk);
                    try (Table table = open(MAIN)) {
                        assertThat(table.maintenance().orphanFiles().removals())
                                .as(story())
                                .isEmpty();
                    }
                }
                default -> cutOff(branch);
            }
        }

        private <T> T pick(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }

        private Map<String, String> current(String branch) {
            Map<Long, Map<String, String>> states = snapshots.get(branch);
            try (Table table = open(branch)) {
                return table.snapshot(SnapshotRef.latest())
                        .map(s -> new TreeMap<>(states.get(s.id())))
                        .orElseGet(TreeMap::new);
            }
        }

        /** Notes the rows of the snapshots made: those by users, of the rows after, and those of compactions after them. */
        private void note(String branch, long before, Map<String, String> after) {
            try (Table table = open(branch)) {
                for (Snapshot snapshot : table.snapshots()) {
                    if (snapshot.id() > before) {
                        snapshots.get(branch).put(snapshot.id(), after);
                    }
                }
            }
        }

        private long latest(String branch) {
            try (Table table = open(branch)) {
                return table.snapshot(SnapshotRef.latest()).map(Snapshot::id).orElse(0L);
            }
        }

        private void commit(String branch, Storage storage) {
            long before = latest(branch);
            Map<String, String> rows = current(branch);
            try (Table table = open(branch, storage);
                    TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
                for (int i = 0; i < 3; i++) {
                    String p = "p" + random.nextInt(3);
                    int id = random.nextInt(5);
                    String value = "v" + counter++;
                    writer.upsert(Row.of(p, id, value));
                    rows.put(p + " " + id, value);
                }
                writer.commit();
            } catch (TableException e) {
                // as after a crash
            }
            note(branch, before, rows);
            story.add("commit on " + branch + ": " + before + " to " + latest(branch));
        }

        /** A writer that dies somewhere on its way. */
        private void crash(String branch) {
            story.add("crash");
            commit(branch, FaultyStorage.failingAt(random.nextInt(80), FaultyStorage.Fault.CRASH, disk));
        }

        private void compact(String branch) {
            long before = latest(branch);
            Map<String, String> rows = current(branch);
            try (Table table = open(branch)) {
                table.compactFully();
            }
            note(branch, before, rows);
            story.add("compacted " + branch);
        }

        private void tag(String branch) {
            try (Table table = open(branch)) {
                List<Snapshot> all = table.snapshots();
                if (!all.isEmpty()) {
                    Snapshot snapshot = pick(all);
                    String name = "t" + counter++;
                    table.createTag(name, SnapshotRef.snapshot(snapshot.id()));
                    tags.get(branch).put(name, snapshots.get(branch).get(snapshot.id()));
                    story.add("tag " + name + " of " + snapshot.id() + " on " + branch);
                }
            }
        }

        private void deleteTag(String branch) {
            List<String> all = List.copyOf(tags.get(branch).keySet());
            if (!all.isEmpty()) {
                String name = pick(all);
                try (Table table = open(branch)) {
                    table.maintenance().execute(table.maintenance().tagDeletion(name));
                }
                tags.get(branch).remove(name);
                story.add("deleted tag " + name + " of " + branch);
            }
        }

        private void branch(String branch) {
            List<String> all = List.copyOf(tags.get(branch).keySet());
            try (Table table = open(branch)) {
                if (!branch.equals(MAIN) && random.nextBoolean()) {
                    table.branches().delete(branch);
                    snapshots.remove(branch);
                    tags.remove(branch);
                    story.add("deleted branch " + branch);
                } else if (!all.isEmpty()) {
                    String tag = pick(all);
                    String name = "b" + counter++;
                    table.branches().create(name, tag);
                    Map<String, String> rows = tags.get(branch).get(tag);
                    long id;
                    try (Table made = open(name)) {
                        id = made.snapshots().get(0).id();
                    }
                    snapshots.put(name, new TreeMap<>(Map.of(id, rows)));
                    tags.put(name, new TreeMap<>(Map.of(tag, rows)));
                    story.add("branch " + name + " from tag " + tag + " of " + branch);
                }
            }
        }

        private Retention retention() {
            int left = 1 + random.nextInt(4);
            return new Retention(left, left, Duration.ZERO, 1000);
        }

        private void expire(String branch) {
            try (Table table = open(branch)) {
                Maintenance maintenance = table.maintenance();
                Retention retention = retention();
                maintenance.execute(maintenance.expiry(retention));
                story.add("expired " + branch + " to " + retention.max());
            }
        }

        private void rollback(String branch) {
            try (Table table = open(branch)) {
                List<SnapshotRef> targets = new ArrayList<>();
                table.snapshots().forEach(s -> targets.add(SnapshotRef.snapshot(s.id())));
                table.tags().forEach(t -> targets.add(SnapshotRef.tag(t.name())));
                if (targets.isEmpty()) {
                    return;
                }
                SnapshotRef target = pick(targets);
                Map<String, String> rows = target instanceof SnapshotRef.Tag tag
                        ? tags.get(branch).get(tag.name())
                        : snapshots.get(branch).get(((SnapshotRef.Id) target).id());
                Maintenance maintenance = table.maintenance();
                assertThat(maintenance.execute(maintenance.rollback(target))).isEmpty();
                long id = latest(branch);
                snapshots.get(branch).put(id, rows);
                story.add(branch + " back to " + target + ", " + id);
            }
        }

        private void dropPartition(String branch) {
            long before = latest(branch);
            Map<String, String> rows = current(branch);
            String p = "p" + random.nextInt(3);
            rows.keySet().removeIf(key -> key.startsWith(p));
            try (Table table = open(branch)) {
                Maintenance maintenance = table.maintenance();
                maintenance.execute(maintenance.dropPartitions(List.of(Map.of("p", p))));
            }
            note(branch, before, rows);
            story.add("dropped " + p + " of " + branch);
        }

        private void removeOrphans(Storage storage) {
            try {
                disk.createIfAbsent(LOCATION + "/manifest/junk-" + counter++, new byte[] {1});
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            try (Table table = open(pick(List.copyOf(snapshots.keySet())), storage)) {
                Maintenance maintenance = table.maintenance();
                int removed = maintenance
                        .execute(maintenance.orphanFiles(Instant.parse("2026-12-31T00:00:00Z")))
                        .deleted();
                story.add("removed " + removed + " orphans");
            }
        }

        /** An expiration or a removal of orphans that dies on its way. */
        private void cutOff(String branch) {
            int operation = random.nextInt(200);
            FaultyStorage faulty = FaultyStorage.failingAt(operation, FaultyStorage.Fault.CRASH, disk);
            boolean expires = random.nextBoolean();
            story.add("cut off at operation " + operation + ": " + (expires ? "expiration of " + branch : "orphans"));
            try {
                if (expires) {
                    try (Table table = open(branch, faulty)) {
                        Maintenance maintenance = table.maintenance();
                        maintenance.execute(maintenance.expiry(retention()));
                    }
                } else {
                    removeOrphans(faulty);
                }
            } catch (TableException e) {
                assertThat(e.reason()).as(story()).isEqualTo(TableException.Reason.IO);
            }
        }

        /** Everything that is there reads as the model says. */
        private void check() {
            try (Table main = open(MAIN)) {
                List<String> branches = new ArrayList<>(List.of(MAIN));
                main.branches().all().stream().map(BranchStore.Branch::name).forEach(branches::add);
                assertThat(branches).as(story()).containsExactlyInAnyOrderElementsOf(snapshots.keySet());
                for (String branch : branches) {
                    check(branch);
                }
            }
        }

        private void check(String branch) {
            try (Table table = open(branch)) {
                for (Snapshot snapshot : table.snapshots()) {
                    assertThat(rows(table, SnapshotRef.snapshot(snapshot.id())))
                            .as("%s%nsnapshot %s of %s", story(), snapshot.id(), branch)
                            .isEqualTo(snapshots.get(branch).get(snapshot.id()));
                }
                List<TagStore.Tag> found = table.tags();
                tags.get(branch)
                        .keySet()
                        .retainAll(
                                found.stream().map(TagStore.Tag::name).toList()); // a rollback takes later tags with it
                for (TagStore.Tag tag : found) {
                    assertThat(rows(table, SnapshotRef.tag(tag.name())))
                            .as("%s%ntag %s of %s", story(), tag.name(), branch)
                            .isEqualTo(tags.get(branch).get(tag.name()));
                }
                assertThat(table.check(Depth.METADATA).stream()
                                .filter(finding -> finding.severity() == Finding.Severity.ERROR))
                        .as("%s%nfindings of %s", story(), branch)
                        .isEmpty();
            }
        }

        private static Map<String, String> rows(Table table, SnapshotRef state) {
            Map<String, String> rows = new TreeMap<>();
            try (RowCursor cursor = table.scan().asOf(state).open()) {
                while (cursor.next()) {
                    rows.put(cursor.get(0) + " " + cursor.get(1), (String) cursor.get(2));
                }
            }
            return rows;
        }
    }
}
