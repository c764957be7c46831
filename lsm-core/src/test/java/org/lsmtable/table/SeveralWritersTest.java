package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;

/** Writers of one table that are open at the same time. */
@ExtendWith(CheckedTables.class)
class SeveralWritersTest {
    private static Table create(Path folder, Map<String, String> options) {
        return Table.create(
                folder.resolve("db.db/t"),
                TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)").with(List.of(), options, null));
    }

    private static void committed(TableWriter writer) {
        assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
    }

    private static Map<Object, Object> rows(Table table) {
        Map<Object, Object> rows = new TreeMap<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.next()) {
                rows.put(cursor.get(0), cursor.get(1));
            }
        }
        return rows;
    }

    /** Whoever writes a row after another writer's commit has returned, overwrites what that one has committed. */
    @RepeatedTest(3)
    void writersThatTakeTurnsOverwriteEachOther(Path folder) {
        long seed = new Random().nextInt(1_000_000);
        Random random = new Random(seed);
        Map<Object, Object> model = new TreeMap<>();
        try (Table table = create(folder, Map.of("bucket", "2", "num-sorted-run.compaction-trigger", "3"))) {
            List<TableWriter> writers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                writers.add(table.newWriter(CompactionMode.values()[i]));
            }
            for (int turn = 0; turn < 25; turn++) {
                TableWriter writer = writers.get(random.nextInt(writers.size()));
                for (int i = 1 + random.nextInt(6); i > 0; i--) {
                    int key = random.nextInt(5);
                    if (random.nextInt(4) == 0) {
                        writer.delete(Row.key(key));
                        model.remove(key);
                    } else {
                        writer.upsert(Row.of(key, "t" + turn + "-" + i));
                        model.put(key, "t" + turn + "-" + i);
                    }
                }
                committed(writer);
                if (random.nextInt(5) == 0) {
                    table.compactFully();
                }
                assertThat(rows(table)).as("seed %d, turn %d", seed, turn).isEqualTo(model);
            }
            writers.forEach(TableWriter::close);
        }
    }

    /** Writers at the same time may give two versions of a key one sequence number; all reads choose the same of them. */
    @Test
    void lookupsAndScansAgreeOnEqualSequenceNumbers(Path folder) {
        try (Table table = create(folder, Map.of("bucket", "1"));
                TableWriter first = table.newWriter(CompactionMode.NONE);
                TableWriter second = table.newWriter(CompactionMode.NONE)) {
            first.upsert(Row.of(1, "first"));
            second.upsert(Row.of(1, "second"));
            for (int key = 2; key < 10; key++) {
                first.upsert(Row.of(key, "more"));
            }
            committed(first);
            table.compactFully();
            second.upsert(Row.of(2, "x"));
            committed(second);
            Object scanned = rows(table).get(1);
            assertThat(table.get(1).orElseThrow().get(1)).isEqualTo(scanned);
            table.compactFully();
            assertThat(rows(table)).containsEntry(1, scanned);
            assertThat(table.get(1).orElseThrow().get(1)).isEqualTo(scanned);
        }
    }
}
