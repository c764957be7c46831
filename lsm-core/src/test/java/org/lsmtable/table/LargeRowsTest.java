package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;

/**
 * A row of forty megabytes, in a table whose every row is wider than a page, between small ones: it is written, merged and read, and then its
 * memory is free again. Paimon issue 7620, pull requests 8840 and 5353.
 */
@ExtendWith(CheckedTables.class)
@Isolated("measures the heap")
class LargeRowsTest {
    private static final int LARGE = 40 << 20;
    private static final int NUMBERS = 200;

    private static Row row(int id, byte @Nullable [] value) {
        @Nullable Object[] values = new Object[NUMBERS + 2];
        values[0] = id;
        values[1] = value;
        for (int i = 0; i < NUMBERS; i++) {
            values[i + 2] = id * 1_000 + i;
        }
        return Row.of(values);
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void committed(TableWriter writer) {
        assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void passesAndLeavesNothing(String format, Path folder) {
        List<DataField> columns = new ArrayList<>();
        columns.add(new DataField(0, "id", Types.INT.notNull()));
        columns.add(new DataField(1, "v", Types.BYTES));
        for (int i = 0; i < NUMBERS; i++) {
            columns.add(new DataField(i + 2, "n" + i, Types.INT));
        }
        Map<String, String> options =
                Map.of("bucket", "1", "file.format", format, "page-size", "512 b", "parquet.page.size", "512");
        try (Table table = Table.create(
                        folder.resolve("db.db/t"),
                        new TableDefinition(columns, List.of("id"), List.of(), options, null));
                TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
            writer.upsert(row(0, bytes(10)));
            committed(writer);
            long before = usedHeap();

            writer.upsert(row(1, bytes(10)));
            writer.upsert(row(2, bytes(LARGE)));
            writer.upsert(row(3, null));
            committed(writer);
            assertThat(usedHeap() - before)
                    .as("held by a writer that has committed")
                    .isLessThan(LARGE / 2);
            for (int id = 4; id < 40; id++) {
                writer.upsert(row(id, bytes(id)));
            }
            committed(writer);
            assertRows(table);

            writer.upsert(row(2, bytes(LARGE)));
            committed(writer);
            table.compactFully();
            assertRows(table);
            Row found = table.get(2).orElseThrow();
            assertThat(found.getBytes(1)).hasSize(LARGE);
            found = null;
            assertThat(usedHeap() - before)
                    .as("held by a table that has been read")
                    .isLessThan(LARGE / 2);
        }
    }

    private static void assertRows(Table table) {
        int rows = 0;
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.next()) {
                int id = cursor.getInt(0);
                byte[] value = (byte[]) cursor.get(1);
                if (id == 3) {
                    assertThat(value).isNull();
                } else {
                    int length = id == 2 ? LARGE : id < 2 ? 10 : id;
                    assertThat(java.util.Arrays.equals(value, bytes(length)))
                            .as("value of row %d", id)
                            .isTrue();
                }
                for (int i = 0; i < NUMBERS; i += 33) {
                    assertThat(cursor.get(i + 2)).isEqualTo(id * 1_000 + i);
                }
                rows++;
            }
        }
        assertThat(rows).isEqualTo(40);
    }
}
