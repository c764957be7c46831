package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.MemoryStorage;

/**
 * A writer that goes on after one operation has failed, and one that is closed, while another compacts the table: without any power cut
 * no file of the table is deleted, and what a later commit has acknowledged includes all rows written before it.
 */
class CommitOutcomesTest {
    private static final String LOCATION = "/warehouse/db.db/t";
    private static final int ROUNDS = 3;

    private static void create(Storage storage) {
        TableDefinition definition = TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                .with(
                        List.of(),
                        Map.of("bucket", "2", "num-sorted-run.compaction-trigger", "2", "commit.max-retries", "2"),
                        null);
        Table.create(LOCATION, SteadyEnvironment.of(storage), definition).close();
    }

    /** What the table holds, and what a writer was told. */
    private static final class Story {
        /** The rows of acknowledged commits. */
        Map<Object, Object> acknowledged = new TreeMap<>();
        /** The rows written so far. */
        final Map<Object, Object> written = new TreeMap<>();
    }

    private static void deleteAll(Storage storage, String folder) throws IOException {
        for (FileInfo file : storage.list(folder)) {
            if (file.isFolder()) {
                deleteAll(storage, file.path());
            } else {
                storage.delete(file.path());
            }
        }
    }

    /** Whoever deletes a table under a writer does not get a folder with rows that nobody can read. */
    @Test
    void aDeletedTableIsNotBegunAgain() throws IOException {
        MemoryStorage disk = new MemoryStorage();
        create(disk);
        try (Table table = Table.open(LOCATION, SteadyEnvironment.of(disk), Map.of());
                TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of(1, "a"));
            writer.commit();
            deleteAll(disk, LOCATION);
            writer.upsert(Row.of(2, "b"));
            assertThat(writer.commit())
                    .isInstanceOfSatisfying(
                            CommitResult.Failed.class,
                            failed -> assertThat(failed.cause()).hasMessageContaining("the table has been deleted"));
            assertThat(table.snapshot(SnapshotRef.latest())).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultyStorage.Fault.class,
            names = {"BEFORE", "AFTER", "TORN"})
    void aWriterThatGoesOnHasLostNothing(FaultyStorage.Fault fault) {
        everyOperation(fault, (storage, disk, story) -> work(storage, () -> {}, story, ROUNDS));
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultyStorage.Fault.class,
            names = {"BEFORE", "AFTER", "TORN"})
    void aWriterThatGoesOnBesideACompactorHasLostNothing(FaultyStorage.Fault fault) {
        everyOperation(
                fault,
                (storage, disk, story) -> work(
                        storage,
                        () -> {
                            try (Table other = Table.open(LOCATION, SteadyEnvironment.of(disk), Map.of())) {
                                other.compactFully();
                            }
                        },
                        story,
                        ROUNDS));
    }

    @ParameterizedTest
    @EnumSource(FaultyStorage.Fault.class)
    void aWriterThatGivesUpDeletesNoFileOfTheTable(FaultyStorage.Fault fault) {
        everyOperation(fault, (storage, disk, story) -> work(storage, () -> {}, story, 0));
    }

    private interface Work {
        void run(FaultyStorage storage, MemoryStorage disk, Story story);
    }

    private static void everyOperation(FaultyStorage.Fault fault, Work work) {
        int operations = 0;
        int step = fault == FaultyStorage.Fault.BEFORE ? 2 : 7; // FaultLoopTest takes every operation
        for (int n = 0; ; n += step) {
            MemoryStorage disk = new MemoryStorage();
            create(disk);
            FaultyStorage faulty = FaultyStorage.failingAt(n, fault, disk);
            Story story = new Story();
            work.run(faulty, disk, story);
            check(disk, story, "fault at operation " + n + "\n" + faulty.trace());
            if (!faulty.fired()) {
                operations = n;
                break;
            }
        }
        assertThat(operations).as("operations that were made to fail").isGreaterThan(100);
    }

    /** Writes and commits; a commit that fails is tried again some times by committing the next rows. */
    private static void work(FaultyStorage storage, Runnable between, Story story, int retries) {
        int failures = 0;
        try (Table table = Table.open(LOCATION, SteadyEnvironment.of(storage), Map.of());
                TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
            for (int round = 1; round <= ROUNDS; round++) {
                try {
                    for (int key = round; key < round + 4; key++) {
                        writer.upsert(Row.of(key, "v" + round));
                        story.written.put(key, "v" + round);
                    }
                    between.run();
                    CommitResult result = writer.commit();
                    if (result instanceof CommitResult.Committed) {
                        story.acknowledged = new TreeMap<>(story.written);
                        continue;
                    }
                } catch (TableException e) {
                    // the fault; the next commit may succeed
                }
                if (failures++ >= retries) {
                    return;
                }
            }
        } catch (TableException e) {
            // the table did not open
        }
    }

    private static void check(MemoryStorage disk, Story story, String what) {
        try (Table table = Table.open(LOCATION, SteadyEnvironment.of(disk), Map.of())) {
            List<Finding> errors = table.check(Depth.ROWS).stream()
                    .filter(f -> f.severity() == Finding.Severity.ERROR)
                    .toList();
            assertThat(errors).as(what).isEmpty();
            Map<Object, Object> found = new TreeMap<>();
            try (RowCursor rows = table.scan().open()) {
                while (rows.next()) {
                    found.put(rows.get(0), rows.get(1));
                }
            }
            if (!found.equals(story.written)) {
                assertThat(found).as(what).isEqualTo(story.acknowledged);
            }
        }
    }
}
