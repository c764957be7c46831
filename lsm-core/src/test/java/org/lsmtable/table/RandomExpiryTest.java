package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.lsmtable.check.Depth;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.maintenance.Outcome;
import org.lsmtable.maintenance.Retention;
import org.lsmtable.testing.MemoryStorage;

/**
 * Random histories of commits, compactions, tags, branches and expirations, against a model that knows for each branch which snapshots and tags there
 * are and which rows each has. After every expiration all of them are read. {@code -Dexpiry.seed=SEED} repeats a history, {@code -Dexpiries=N} runs
 * more of them.
 */
class RandomExpiryTest {
    private static final int STEPS = 40;
    private static final int KEYS = 6;

    /** What a branch has: rows by snapshot id, and by tag. */
    private static final class Line {
        final TreeMap<Long, Map<Object, Object>> snapshots = new TreeMap<>();
        final Map<String, Map<Object, Object>> tags = new TreeMap<>();
        final Map<String, Long> tagged = new HashMap<>();
    }

    private final MemoryStorage disk = new MemoryStorage();
    private final Map<String, Line> model = new TreeMap<>();
    private final List<String> story = new ArrayList<>();
    private int names;

    @Test
    void histories() {
        Long seed = Long.getLong("expiry.seed");
        LongStream seeds = seed != null ? LongStream.of(seed) : new Random().longs(Integer.getInteger("expiries", 6));
        seeds.forEach(each -> new RandomExpiryTest().history(each));
    }

    private void history(long seed) {
        Random random = new Random(seed);
        story.add("rerun with -Dexpiry.seed=" + seed);
        String location = "/w/t";
        TableEnvironment environment = new TableEnvironment(
                disk,
                Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC),
                () -> "n" + names++,
                Runnable::run,
                System.getProperty("java.io.tmpdir"),
                1);
        Map<String, String> options = Map.of(
                "bucket", random.nextBoolean() ? "2" : "-1",
                "dynamic-bucket.target-row-num", "2",
                "manifest.merge-min-count", "3",
                "num-sorted-run.compaction-trigger", "2");
        TableDefinition definition =
                TableDefinition.parse("id INT, v INT, PRIMARY KEY (id)").with(List.of(), options, null);
        try (Table main = Table.create(location, environment, definition)) {
            model.put("main", new Line());
            for (int step = 0; step < STEPS; step++) {
                String name = pick(random, model.keySet());
                try (Table table = main.branches().open(name)) {
                    step(random, table, name, line(name), step);
                }
            }
            for (String name : model.keySet()) {
                try (Table table = main.branches().open(name)) {
                    expire(random, table, name, line(name));
                }
            }
            readAll(main);
        }
    }

    private Line line(String branch) {
        return Objects.requireNonNull(model.get(branch), branch);
    }

    private static <T> T pick(Random random, Iterable<T> from) {
        List<T> all = new ArrayList<>();
        from.forEach(all::add);
        return all.get(random.nextInt(all.size()));
    }

    private void step(Random random, Table table, String name, Line line, int step) {
        int choice = random.nextInt(20);
        if (choice < 8 || line.snapshots.isEmpty()) {
            write(random, table, name, line, step);
        } else if (choice < 10) {
            story.add("compact " + name);
            noteSnapshots(line, table.compactFully().result());
        } else if (choice < 13) {
            String tag = "t" + step;
            long id = pick(random, line.snapshots.keySet());
            story.add("tag " + name + " " + tag + " of " + id);
            table.createTag(tag, SnapshotRef.snapshot(id));
            line.tags.put(tag, Objects.requireNonNull(line.snapshots.get(id)));
            line.tagged.put(tag, id);
        } else if (choice < 15 && !line.tags.isEmpty()) {
            String tag = pick(random, line.tags.keySet());
            story.add("delete tag " + tag + " of " + name);
            table.deleteTag(tag);
            line.tags.remove(tag);
            readAll(table);
        } else if (choice < 17 && !line.tags.isEmpty() && model.size() < 4) {
            String tag = pick(random, line.tags.keySet());
            String branch = "b" + step;
            story.add("branch " + branch + " from " + tag + " of " + name);
            table.branches().create(branch, tag);
            Line made = new Line();
            Map<Object, Object> rows = Objects.requireNonNull(line.tags.get(tag));
            long id = Objects.requireNonNull(line.tagged.get(tag));
            made.snapshots.put(id, rows);
            made.tags.put(tag, rows);
            made.tagged.put(tag, id);
            model.put(branch, made);
        } else if (choice == 17 && !name.equals("main")) {
            story.add("delete branch " + name);
            table.branches().delete(name);
            model.remove(name);
        } else {
            expire(random, table, name, line);
            readAll(table);
        }
    }

    private void write(Random random, Table table, String name, Line line, int step) {
        story.add("write " + name);
        Map<Object, Object> rows = new TreeMap<>(
                line.snapshots.isEmpty() ? Map.of() : line.snapshots.lastEntry().getValue());
        try (TableWriter writer = table.newWriter(random.nextBoolean() ? CompactionMode.AWAIT : CompactionMode.NONE)) {
            for (int key : IntStream.range(0, 3).map(i -> random.nextInt(KEYS)).toArray()) {
                if (random.nextInt(4) == 0) {
                    writer.delete(Row.key(key));
                    rows.remove(key);
                } else {
                    writer.upsert(Row.of(key, step));
                    rows.put(key, step);
                }
            }
            CommitResult result = writer.commit();
            assertThat(result).as(this::tell).isInstanceOf(CommitResult.Committed.class);
            result.snapshots().forEach(snapshot -> line.snapshots.put(snapshot.id(), rows));
        }
    }

    private static void noteSnapshots(Line line, CommitResult result) {
        result.snapshots()
                .forEach(snapshot -> line.snapshots.put(
                        snapshot.id(), line.snapshots.lastEntry().getValue()));
    }

    private void expire(Random random, Table table, String name, Line line) {
        if (line.snapshots.isEmpty()) {
            return;
        }
        int kept = 1 + random.nextInt(4);
        int limit = 1 + random.nextInt(6);
        story.add("expire " + name + " all but " + kept + ", at most " + limit);
        Retention retention = new Retention(kept, kept, Duration.ZERO, limit);
        Outcome outcome = table.maintenance().execute(table.maintenance().expiry(retention));
        assertThat(outcome.failures()).as(this::tell).isEmpty();
        for (int gone = 0; gone < limit && line.snapshots.size() > kept; gone++) {
            line.snapshots.pollFirstEntry();
        }
    }

    private void readAll(Table any) {
        model.forEach((name, line) -> {
            try (Table table = any.branches().open(name)) {
                assertThat(table.snapshots().stream().map(s -> s.id()))
                        .as(this::tell)
                        .containsExactlyElementsOf(line.snapshots.keySet());
                line.snapshots.forEach((id, rows) -> assertRows(table, SnapshotRef.snapshot(id), rows));
                line.tags.forEach((tag, rows) -> assertRows(table, SnapshotRef.tag(tag), rows));
                assertThat(table.check(Depth.METADATA)).as(this::tell).isEmpty();
            }
        });
    }

    private void assertRows(Table table, SnapshotRef ref, Map<Object, Object> expected) {
        Map<Object, Object> rows = new TreeMap<>();
        try (RowCursor cursor = table.scan().asOf(ref).open()) {
            while (cursor.next()) {
                rows.put(cursor.get(0), cursor.get(1));
            }
        }
        assertThat(rows).as(this::tell).isEqualTo(expected);
    }

    private String tell() {
        return String.join("\n", story);
    }
}
