package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.DeletionPlan;
import org.lsmtable.maintenance.Outcome;
import org.lsmtable.maintenance.Retention;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.TableException.Reason;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.HookedStorage;
import org.lsmtable.testing.MemoryStorage;

/** Expiration while others read, tag, branch, commit and expire, after commits, and cut off at every point. */
class ExpiryTest {
    private static final String LOCATION = "/warehouse/db.db/t";
    private static final Retention ALL_BUT_ONE = new Retention(1, 1, Duration.ZERO, Integer.MAX_VALUE);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final Map<String, String> OPTIONS =
            Map.of("write-only", "true", "bucket", "-1", "manifest.full-compaction-threshold-size", "1 b");

    private final AtomicLong now = new AtomicLong(START.toEpochMilli());

    private TableEnvironment environment(Storage storage) {
        AtomicInteger names = new AtomicInteger();
        Clock clock = new Clock() {
            @Override
            public java.time.ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return Instant.ofEpochMilli(now.get());
            }
        };
        return new TableEnvironment(
                storage,
                clock,
                () -> "name-" + System.identityHashCode(names) + "-" + names.getAndIncrement(),
                Runnable::run,
                System.getProperty("java.io.tmpdir"),
                1);
    }

    private Table open(Storage storage) {
        return Table.open(LOCATION, environment(storage), Map.of());
    }

    private Table create(Storage storage, Map<String, String> options) {
        Map<String, String> all = new TreeMap<>(options);
        all.putIfAbsent("bucket", "1");
        all.putIfAbsent("num-sorted-run.compaction-trigger", "3");
        all.put("commit.min-retry-wait", "1 ms");
        all.put("commit.max-retry-wait", "1 ms");
        return Table.create(
                LOCATION,
                environment(storage),
                TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)").with(List.of(), all, null));
    }

    /** A writer that sets key n mod 3 to the n-th value. */
    private static void write(Table table, int n) {
        try (TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
            writer.upsert(Row.of(n % 3, "v" + n));
            assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
        }
    }

    private static Map<Object, Object> rows(Table table, SnapshotRef ref) {
        Map<Object, Object> rows = new TreeMap<>();
        try (RowCursor cursor = table.scan().asOf(ref).open()) {
            while (cursor.next()) {
                rows.put(cursor.get(0), cursor.get(1));
            }
        }
        return rows;
    }

    private static Outcome expire(Table table, Retention retention) {
        return table.maintenance().execute(table.maintenance().expiry(retention));
    }

    /** Every snapshot's rows, by what a model of the writes above says. */
    private static Map<Long, Map<Object, Object>> states(Table table) {
        Map<Long, Map<Object, Object>> states = new TreeMap<>();
        for (Snapshot snapshot : table.snapshots()) {
            states.put(snapshot.id(), rows(table, SnapshotRef.snapshot(snapshot.id())));
        }
        return states;
    }

    private static void assertSound(Table table, String story) {
        assertThat(table.check(Depth.METADATA).stream()
                        .filter(f -> f.severity() == Finding.Severity.ERROR)
                        .toList())
                .as(story)
                .isEmpty();
    }

    /** Trap C57: a reader that starts between two deletions sees a whole snapshot, or that there is none. */
    @Test
    void readersSeeWholeSnapshotsOrNone() {
        MemoryStorage disk = new MemoryStorage();
        try (Table reader = create(disk, Map.of())) {
            for (int n = 0; n < 8; n++) {
                write(reader, n);
            }
            reader.createTag("four", SnapshotRef.snapshot(4));
            Map<Long, Map<Object, Object>> before = states(reader);
            AtomicInteger deletions = new AtomicInteger();
            AtomicInteger missing = new AtomicInteger();
            BiConsumer<String, String> hook = (operation, path) -> {
                if (!operation.equals("delete")) {
                    return;
                }
                deletions.incrementAndGet();
                before.forEach((id, rows) -> {
                    try {
                        assertThat(rows(reader, SnapshotRef.snapshot(id))).isEqualTo(rows);
                    } catch (TableException e) {
                        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.NOT_FOUND);
                        missing.incrementAndGet();
                    }
                });
                assertThat(rows(reader, SnapshotRef.tag("four"))).isEqualTo(before.get(4L));
                assertThat(rows(reader, SnapshotRef.latest())).isNotEmpty();
            };
            try (Table table = open(HookedStorage.of(disk, hook))) {
                assertThat(expire(table, ALL_BUT_ONE).failures()).isEmpty();
            }
            assertThat(deletions.get()).isGreaterThan(before.size() * 3);
            assertThat(missing.get()).isPositive();
            assertThat(reader.snapshots()).hasSize(1);
            assertSound(reader, "");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultyStorage.Fault.class,
            names = {"AFTER", "CRASH"})
    void isCutOffAnywhere(FaultyStorage.Fault fault) throws IOException {
        int operations = 0;
        for (int n = 0; ; n += fault == FaultyStorage.Fault.CRASH ? 1 : 3) {
            MemoryStorage disk = new MemoryStorage();
            Map<Long, Map<Object, Object>> before;
            Map<Object, Object> kept;
            try (Table table = create(disk, OPTIONS)) {
                for (int i = 0; i < 4; i++) {
                    write(table, i);
                }
                table.createTag("two", SnapshotRef.snapshot(2));
                table.createTag("due", SnapshotRef.snapshot(3), Duration.ofHours(1));
                now.set(START.plus(Duration.ofHours(2)).toEpochMilli());
                table.branches().create("b", "two");
                table.compactFully(); // this expires what is due, of which nothing is but the tag
                table.createTag("due", SnapshotRef.snapshot(3), Duration.ZERO);
                before = states(table);
                kept = rows(table, SnapshotRef.tag("two"));
            }
            now.set(START.plus(Duration.ofHours(4)).toEpochMilli());
            FaultyStorage faulty = FaultyStorage.failingAt(n, fault, disk);
            try (Table table = open(faulty)) {
                expire(table, ALL_BUT_ONE);
            } catch (TableException e) {
                // giving up is fine, a broken table is not
            }
            disk.loseUnsynced();
            String story = "fault at operation " + n + "\n" + faulty.trace();
            try (Table table = open(disk)) {
                assertSound(table, story);
                states(table).forEach((id, rows) -> assertThat(rows).as(story).isEqualTo(before.get(id)));
                assertThat(rows(table, SnapshotRef.latest())).as(story).isEqualTo(before.get(5L));
                assertThat(rows(table, SnapshotRef.tag("two"))).as(story).isEqualTo(kept);
                try (Table branch = table.branches().open("b")) {
                    assertThat(rows(branch, SnapshotRef.latest())).as(story).isEqualTo(kept);
                    assertSound(branch, story);
                }
                table.deleteTag("two");
                table.branches().delete("b");
                write(table, 4);
                write(table, 5); // manifests without the files of before
                assertThat(expire(table, ALL_BUT_ONE).failures()).isEmpty();
                now.set(START.plus(Duration.ofDays(20_000)).toEpochMilli());
                table.maintenance().execute(table.maintenance().orphanFiles());
                assertThat(table.snapshots()).extracting(Snapshot::id).containsExactly(7L);
                assertThat(disk.files().stream().filter(f -> f.contains("/bucket-")))
                        .as(story)
                        .hasSize(table.levels(SnapshotRef.latest()).stream()
                                .mapToInt(levels -> levels.runs().stream()
                                        .mapToInt(run -> run.files().size())
                                        .sum())
                                .sum());
                assertSound(table, story);
                now.set(START.toEpochMilli());
            }
            if (!faulty.fired()) {
                operations = n;
                break;
            }
        }
        assertThat(operations).as("operations that were made to fail").isGreaterThan(60);
    }

    /** What a hook does once, when an operation on a path is about to be done. */
    private Storage once(Storage disk, String operation, String path, Runnable action) {
        AtomicInteger calls = new AtomicInteger();
        return HookedStorage.of(disk, (called, on) -> {
            if (called.equals(operation) && on.endsWith(path) && calls.getAndIncrement() == 0) {
                action.run();
            }
        });
    }

    private static void assertNotFound(Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOf(TableException.class)
                .extracting(e -> ((TableException) e).reason())
                .isEqualTo(Reason.NOT_FOUND);
    }

    private static List<Long> ids(Table table) {
        return table.snapshots().stream().map(Snapshot::id).toList();
    }

    @Test
    void aTagMadeMeanwhileKeepsItsFilesOrIsRefused() {
        MemoryStorage disk = new MemoryStorage();
        try (Table table = create(disk, Map.of())) {
            for (int n = 0; n < 4; n++) {
                write(table, n);
            }
            Map<Long, Map<Object, Object>> before = states(table);
            Storage hooked =
                    once(disk, "delete", "/snapshot-1", () -> table.createTag("late", SnapshotRef.snapshot(2)));
            try (Table other = open(hooked)) {
                assertThat(expire(other, ALL_BUT_ONE.withLimit(2)).failures()).isEmpty();
            }
            assertThat(rows(table, SnapshotRef.tag("late"))).isEqualTo(before.get(2L));
            Storage slow = once(disk, "createIfAbsent", "/tag-slow", () -> expire(table, ALL_BUT_ONE));
            try (Table other = open(slow)) {
                assertNotFound(() -> other.createTag("slow", SnapshotRef.snapshot(3)));
            }
            // the same for a tag of a tag
            Storage copying = once(disk, "createIfAbsent", "/tag-copy", () -> table.deleteTag("late"));
            try (Table other = open(copying)) {
                assertNotFound(() -> other.createTag("copy", SnapshotRef.tag("late")));
            }
            assertThat(table.tags()).isEmpty();
            assertSound(table, "");
        }
    }

    @Test
    void aBranchMadeMeanwhileKeepsItsFilesOrIsRefused() {
        MemoryStorage disk = new MemoryStorage();
        try (Table table = create(disk, Map.of())) {
            for (int n = 0; n < 4; n++) {
                write(table, n);
            }
            Map<Object, Object> one = rows(table, SnapshotRef.snapshot(1));
            table.createTag("one", SnapshotRef.snapshot(1));
            table.createTag("two", SnapshotRef.snapshot(2));
            expire(table, ALL_BUT_ONE);
            Storage hooked =
                    once(disk, "delete", "/tag-one", () -> table.branches().create("b", "one"));
            try (Table other = open(hooked)) {
                other.deleteTag("one");
            }
            try (Table branch = table.branches().open("b")) {
                assertThat(rows(branch, SnapshotRef.latest())).isEqualTo(one);
                assertSound(branch, "");
            }
            Storage slow = once(disk, "createIfAbsent", "/branch-c/snapshot/snapshot-2", () -> table.deleteTag("two"));
            try (Table other = open(slow)) {
                assertNotFound(() -> other.branches().create("c", "two"));
            }
            assertThat(table.branches().all()).hasSize(1);
        }
    }

    /** Trap C56: what a branch needs stays, whatever tags are deleted and wherever snapshots expire. */
    @Test
    void branchesAndTheMainBranchKeepEachOthersFiles() {
        MemoryStorage disk = new MemoryStorage();
        try (Table main = create(disk, Map.of())) {
            for (int n = 0; n < 4; n++) {
                write(main, n);
            }
            main.createTag("start", SnapshotRef.latest());
            main.branches().create("b", "start");
            Map<Object, Object> start = rows(main, SnapshotRef.latest());
            try (Table branch = main.branches().open("b")) {
                write(branch, 100);
                branch.createTag("on-b", SnapshotRef.latest());
                Map<Object, Object> onBranch = rows(branch, SnapshotRef.latest());
                // the branch lets its own tag of the beginning and its first snapshots go: main still has them
                branch.compactFully();
                branch.deleteTag("start");
                expire(branch, ALL_BUT_ONE);
                assertThat(rows(main, SnapshotRef.latest())).isEqualTo(start);
                assertSound(main, "after an expiry on the branch");
                // main lets everything go of which only the branch knows now
                main.deleteTag("start");
                main.compactFully();
                write(main, 7);
                expire(main, ALL_BUT_ONE);
                assertThat(rows(branch, SnapshotRef.latest())).isEqualTo(onBranch);
                assertThat(rows(branch, SnapshotRef.tag("on-b"))).isEqualTo(onBranch);
                assertSound(branch, "after an expiry on main");
                branch.deleteTag("on-b");
                assertSound(branch, "after its last tag");
            }
            assertSound(main, "at the end");
        }
    }

    @Test
    void twoAtOnceAndFilesThatAreGoneDoNoHarm() throws IOException {
        MemoryStorage disk = new MemoryStorage();
        try (Table table = create(disk, Map.of())) {
            for (int n = 0; n < 6; n++) {
                write(table, n);
            }
            Retention half = new Retention(3, 3, Duration.ZERO, 100);
            for (String path : List.of("/snapshot-1", "/snapshot-2", "/snapshot-3")) {
                Storage hooked = once(disk, "delete", path, () -> expire(table, half));
                try (Table other = open(hooked)) {
                    assertThat(expire(other, half.withMin(3)).failures()).isEmpty();
                }
                assertThat(ids(table)).hasSize(3);
            }
            DeletionPlan plan = table.maintenance().expiry(ALL_BUT_ONE);
            disk.delete(plan.removals().get(3).path());
            DeletionPlan same = table.maintenance().expiry(ALL_BUT_ONE);
            assertThat(table.maintenance().execute(plan).failures()).isEmpty();
            assertThat(table.maintenance().execute(same)).isEqualTo(new Outcome(List.of(), List.of()));
            assertSound(table, "");
        }
    }

    @Test
    void whatCannotBeReadKeepsAll() throws IOException {
        MemoryStorage disk = new MemoryStorage();
        try (Table table = create(disk, Map.of())) {
            for (int n = 0; n < 4; n++) {
                write(table, n);
            }
            table.createTag("t", SnapshotRef.snapshot(2));
            List<String> before = disk.files();
            byte[] tag = disk.read(LOCATION + "/tag/tag-t");
            disk.damage(LOCATION + "/tag/tag-t", new byte[] {'{'});
            assertThatThrownBy(() -> table.maintenance().expiry(ALL_BUT_ONE))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("tag-t")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(Reason.DAMAGED);
            assertThat(disk.files()).isEqualTo(before);
            disk.damage(LOCATION + "/tag/tag-t", tag);
            // of a snapshot that goes and cannot be read, nothing but its own file goes
            Snapshot damaged = table.snapshot(SnapshotRef.snapshot(3)).orElseThrow();
            disk.damage(LOCATION + "/manifest/" + damaged.deltaManifestList(), new byte[] {1, 2, 3});
            DeletionPlan plan = table.maintenance().expiry(ALL_BUT_ONE);
            assertThat(plan.warnings()).anyMatch(warning -> warning.contains(damaged.deltaManifestList()));
            assertThat(table.maintenance().execute(plan).failures()).isEmpty();
            assertThat(rows(table, SnapshotRef.tag("t"))).hasSize(2);
            assertSound(table, "");
        }
    }

    @Test
    void followsCommitsUnlessOptionsSayOtherwise() {
        Map<String, String> two = Map.of("snapshot.num-retained.min", "1", "snapshot.num-retained.max", "2");
        try (Table table = create(new MemoryStorage(), two)) {
            try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                for (int n = 1; n <= 6; n++) {
                    writer.upsert(Row.of(n, "v"));
                    writer.commit();
                    assertThat(ids(table)).hasSize(Math.min(2, n)).endsWith((long) n);
                }
            }
            table.createTag("short", SnapshotRef.latest(), Duration.ofMinutes(5));
            table.compactFully();
            assertThat(ids(table)).containsExactly(6L, 7L);
            assertThat(table.tags()).hasSize(1);
            now.addAndGet(Duration.ofMinutes(6).toMillis());
            write(table, 7);
            assertThat(table.tags()).isEmpty();
            assertSound(table, "");
        }
        Map<String, String> writeOnly = new TreeMap<>(two);
        writeOnly.put("write-only", "true");
        try (Table table = create(new MemoryStorage(), writeOnly)) {
            for (int n = 1; n <= 4; n++) {
                write(table, n);
            }
            assertThat(ids(table)).hasSize(4);
            table.compactFully();
            assertThat(ids(table)).as("whoever compacts expires too").containsExactly(4L, 5L);
        }
    }

    /** The state at any moment within the time stays: a snapshot goes when the next one is older. */
    @Test
    void ageIsThatOfTheNextSnapshot() {
        try (Table table = create(new MemoryStorage(), Map.of("snapshot.num-retained.min", "1"))) {
            try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                for (int minute = 0; minute <= 150; minute += 30) {
                    now.set(START.plus(Duration.ofMinutes(minute)).toEpochMilli());
                    writer.upsert(Row.of(minute, "v"));
                    writer.commit();
                    long first = Math.max(1, minute / 30 - 2);
                    assertThat(ids(table)).as("after %d minutes", minute).startsWith(first);
                }
            }
        }
    }

    @Test
    void consumersKeepWhatTheyHaveToRead() throws IOException {
        MemoryStorage disk = new MemoryStorage(now::get);
        try (Table table = create(disk, Map.of())) {
            for (int n = 0; n < 5; n++) {
                write(table, n);
            }
            disk.replace(LOCATION + "/consumer/consumer-a", "{\"nextSnapshot\":3}".getBytes(StandardCharsets.UTF_8));
            expire(table, ALL_BUT_ONE);
            assertThat(ids(table)).startsWith(3L);
            now.addAndGet(Duration.ofHours(1).toMillis());
            Map<String, String> soon = Map.of("consumer.expiration-time", "30 min");
            try (Table other = Table.open(LOCATION, environment(disk), soon)) {
                DeletionPlan plan = other.maintenance().expiry(ALL_BUT_ONE);
                assertThat(plan.removals().get(0).path()).endsWith("/consumer-a");
                other.maintenance().execute(plan);
                assertThat(ids(other)).hasSize(1);
            }
            assertThat(disk.exists(LOCATION + "/consumer/consumer-a")).isFalse();
        }
    }

    @Test
    void aFailureIsNoFailureOfTheCommit() {
        MemoryStorage disk = new MemoryStorage();
        create(disk, Map.of("snapshot.num-retained.min", "1", "snapshot.num-retained.max", "2"))
                .close();
        AtomicInteger failures = new AtomicInteger();
        Storage failing = HookedStorage.of(disk, (operation, path) -> {
            if (operation.equals("delete") && failures.get() >= 0) {
                failures.incrementAndGet();
                throw new UncheckedIOException(new IOException(path + ": no permission"));
            }
        });
        try (Table table = open(failing)) {
            for (int n = 1; n <= 4; n++) {
                write(table, n);
                assertThat(rows(table, SnapshotRef.latest())).isNotEmpty();
            }
            assertThat(ids(table)).hasSizeGreaterThanOrEqualTo(4);
            assertThat(failures.get()).isPositive();
            failures.set(-1);
            write(table, 5);
            assertThat(ids(table)).hasSize(2);
            assertSound(table, "");
        }
    }

    /** Commits that find nothing due ask storage for nothing more than those that do not look. */
    @Test
    void looksAtNothingWhileNothingCanBeDue() {
        List<Integer> operations = new ArrayList<>();
        for (String writeOnly : List.of("true", "false")) {
            FaultyStorage counted = FaultyStorage.neverFailing(new MemoryStorage());
            try (Table table = create(counted, Map.of("write-only", writeOnly));
                    TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                int before = 0;
                for (int n = 1; n <= 20; n++) {
                    writer.upsert(Row.of(n, "v"));
                    before = counted.operations().size();
                    writer.commit();
                }
                operations.add(counted.operations().size() - before);
            }
        }
        assertThat(operations.get(1)).isEqualTo(operations.get(0));
    }

    @Test
    void emptyFoldersGoIfAskedTo() throws IOException {
        for (String clean : List.of("true", "false")) {
            MemoryStorage disk = new MemoryStorage();
            TableDefinition definition = TableDefinition.parse("p STRING, id INT, v STRING, PRIMARY KEY (p, id)")
                    .with(List.of("p"), Map.of("bucket", "1", "snapshot.clean-empty-directories", clean), null);
            try (Table table = Table.create(LOCATION, environment(disk), definition)) {
                for (String p : List.of("a", "b")) {
                    try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                        writer.upsert(Row.of(p, 1, "x"));
                        writer.commit();
                    }
                }
                try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                    writer.delete(Row.key("a", 1));
                    writer.commit();
                }
                table.compactFully();
                expire(table, ALL_BUT_ONE);
                assertThat(disk.exists(LOCATION + "/p=a")).isEqualTo(clean.equals("false"));
                assertThat(disk.exists(LOCATION + "/p=b/bucket-0")).isTrue();
            }
        }
    }

    /** A writer that expires after each commit reads each tag and each snapshot of a branch when it comes, and not again; what they need stays until they go. */
    @Test
    void tagsAndBranchesAreReadOnceByAWriter() {
        MemoryStorage disk = new MemoryStorage();
        create(disk, Map.of("snapshot.num-retained.min", "1", "snapshot.num-retained.max", "2", "bucket", "-1"))
                .close();
        FaultyStorage counted = FaultyStorage.neverFailing(disk);
        try (Table other = open(disk);
                Table table = open(counted);
                TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
            Map<String, Map<Object, Object>> tagged = new TreeMap<>();
            Map<Object, Object> rows = new TreeMap<>();
            for (int n = 1; n <= 40; n++) {
                writer.upsert(Row.of(n % 4, "v" + n));
                rows.put(n % 4, "v" + n);
                assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
                if (n % 10 == 0) {
                    other.createTag("t" + n, SnapshotRef.latest());
                    tagged.put("t" + n, new TreeMap<>(rows));
                }
                if (n == 22) {
                    other.branches().create("b", "t10");
                    other.deleteTag("t10");
                }
            }
            Map<Object, Object> ten = tagged.remove("t10");
            tagged.forEach((tag, expected) ->
                    assertThat(rows(other, SnapshotRef.tag(tag))).isEqualTo(expected));
            try (Table branch = other.branches().open("b")) {
                assertThat(rows(branch, SnapshotRef.latest())).isEqualTo(ten);
                assertSound(branch, "");
            }
            assertSound(other, "");
            for (String file : List.of("/t/tag/tag-t20", "/t/branch/branch-b/snapshot/snapshot-")) {
                assertThat(counted.operations().stream()
                                .filter(operation -> operation.startsWith("read ") && operation.contains(file)))
                        .as("its retention and its files are looked at: %s", file)
                        .hasSizeBetween(1, 2);
            }
            other.branches().delete("b");
            other.deleteTag("t20");
            other.deleteTag("t30");
            other.deleteTag("t40");
            other.compactFully();
            expire(other, ALL_BUT_ONE);
            assertSound(other, "");
        }
    }
}
