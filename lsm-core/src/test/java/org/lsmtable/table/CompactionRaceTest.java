package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;

/**
 * Rows that are committed while a compaction runs stay: it takes away what it has read, not what is there when it ends. Paimon issue 4802 and
 * pull request 7595.
 */
@ExtendWith(CheckedTables.class)
class CompactionRaceTest {
    private static void write(Path table, Row... rows) {
        try (Table opened = Table.open(table);
                TableWriter writer = opened.newWriter(CompactionMode.NONE)) {
            for (Row row : rows) {
                writer.upsert(row);
            }
            writer.commit();
        }
    }

    private static TableEnvironment running(Executor executor) {
        TableEnvironment usual = TableEnvironment.of(LocalStorage.of(Durability.PROCESS));
        return new TableEnvironment(usual.storage(), usual.clock(), usual.uuids(), executor, usual.scratchFolder(), 1);
    }

    private static List<String> rows(Path table) {
        List<String> rows = new ArrayList<>();
        try (Table opened = Table.open(table);
                RowCursor cursor = opened.scan().open()) {
            while (cursor.next()) {
                rows.add(cursor.get(0) + " " + cursor.get(1));
            }
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsCommittedMeanwhileStay(boolean full, Path folder) {
        Path table = folder.resolve("db.db/t");
        Table.create(
                        table,
                        TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                                .with(List.of(), Map.of("bucket", "1", "num-sorted-run.compaction-trigger", "3"), null))
                .close();
        for (int i = 0; i < 4; i++) {
            write(table, Row.of(1, "old" + i), Row.of(10 + i, "old"));
        }
        List<Runnable> begun = new ArrayList<>();
        Executor executor = task -> {
            if (begun.isEmpty()) {
                begun.add(task);
                write(table, Row.of(1, "meanwhile"), Row.of(2, "meanwhile"));
            }
            task.run();
        };
        try (Table opened = Table.open(table.toString(), running(executor), Map.of())) {
            if (full) {
                opened.compactFully();
            } else {
                opened.compact();
            }
        }
        assertThat(begun).hasSize(1);
        assertThat(rows(table))
                .containsExactlyInAnyOrder("1 meanwhile", "2 meanwhile", "10 old", "11 old", "12 old", "13 old");
    }

    /** Buckets whose files others have merged meanwhile stay as they are; the others are compacted all the same, and what was done is told. */
    @Test
    void whatIsLostIsToldAndTheOtherBucketsAreCompacted(Path folder) {
        Path table = folder.resolve("db.db/t");
        Table.create(
                        table,
                        TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                                .with(List.of(), Map.of("bucket", "3"), null))
                .close();
        for (int i = 0; i < 3; i++) {
            Row[] rows = new Row[60];
            for (int id = 0; id < rows.length; id++) {
                rows[id] = Row.of(id, "v" + i);
            }
            write(table, rows);
        }
        List<String> before = rows(table);
        List<Boolean> intruded = new ArrayList<>();
        Executor executor = task -> {
            if (intruded.isEmpty()) {
                intruded.add(true);
                try (Table other = Table.open(table)) {
                    assertThat(other.compactFully(BucketRef.bucket(1)).result())
                            .isInstanceOf(CommitResult.Committed.class);
                }
            }
            task.run();
        };
        try (Table opened = Table.open(table.toString(), running(executor), Map.of())) {
            CompactionOutcome outcome = opened.compactFully();
            assertThat(outcome.result()).isInstanceOf(CommitResult.Lost.class);
            assertThat(outcome.snapshots()).hasSize(2);
            assertThat(outcome.filesAdded()).isEqualTo(2);
            assertThat(outcome.filesRemoved()).isEqualTo(6);
            assertThat(opened.levels(SnapshotRef.latest()))
                    .hasSize(3)
                    .allSatisfy(bucket -> assertThat(bucket.runs()).hasSize(1));
            // the bucket that was lost alone
            assertThat(opened.compactFully().result()).isInstanceOf(CommitResult.Committed.class);
        }
        assertThat(rows(table)).isEqualTo(before);
    }
}
