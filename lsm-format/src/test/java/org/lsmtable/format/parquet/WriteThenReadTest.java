package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.Values;
import org.lsmtable.format.BatchScan;
import org.lsmtable.format.BetweenFilter;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.RandomColumn;
import org.lsmtable.format.RowRanges;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;

/** What goes into a file of the writer here comes out of the reader here, and its statistics leave out no row that passes. */
class WriteThenReadTest {
    private static final String PATH = "/t/data-1-0.parquet";

    @Test
    void valuesAndStatistics() throws IOException {
        String only = System.getProperty("parquet.seed");
        for (int seed = 0; seed < 40; seed++) {
            if (only == null || Integer.parseInt(only) == seed) {
                oneFile(new Random(seed), "parquet.seed=" + seed);
            }
        }
    }

    private static void oneFile(Random random, String context) throws IOException {
        int rows = 1 + random.nextInt(1500);
        List<RandomColumn> columns = new ArrayList<>();
        for (DataType type : RandomColumn.TYPES) {
            DataType chosen = random.nextBoolean() ? type : type.notNull();
            columns.add(RandomColumn.of(new DataField(columns.size(), "c" + columns.size(), chosen), rows, random));
        }
        RowType schema = RowType.of(columns.stream().map(RandomColumn::field).toList());
        String codec = List.of("zstd", "snappy", "gzip", "lz4_raw", "none").get(random.nextInt(5));
        WriteSettings settings = new WriteSettings(
                codec,
                1,
                20_000 + random.nextInt(200_000),
                1 + random.nextInt(300),
                100 + random.nextInt(20_000),
                5_000,
                Runnable::run);
        MemoryStorage storage = new MemoryStorage();
        try (DataFileWriter writer = new ParquetFormat().create(storage.create(PATH), schema, settings)) {
            for (int from = 0; from < rows; ) {
                int to = Math.min(rows, from + 1 + random.nextInt(400));
                List<ColumnVector> vectors = new ArrayList<>();
                for (RandomColumn column : columns) {
                    vectors.add(column.vector(from, to, null));
                }
                writer.write(vectors, to - from);
                from = to;
            }
            writer.finish();
        }
        try (DataFileReader reader = new ParquetFormat().open(storage.open(PATH))) {
            assertThat(reader.columnNames()).as(context).isEqualTo(schema.names());
            checkValues(reader, schema, columns, rows, 1 + random.nextInt(700), context);
            for (int i = 0; i < 60; i++) {
                checkFilter(reader, schema, columns, rows, random, context);
            }
        }
    }

    private static void checkValues(
            DataFileReader reader, RowType schema, List<RandomColumn> columns, int rows, int batchRows, String context)
            throws IOException {
        try (BatchScan scan = BatchScan.open(reader, schema, RowRanges.all(reader.rowCount()), batchRows)) {
            int seen = 0;
            for (Batch batch = scan.next(); batch != null; batch = scan.next()) {
                for (int c = 0; c < columns.size(); c++) {
                    for (int i = 0; i < batch.size(); i++) {
                        Object expected = columns.get(c).values().get(seen + i);
                        Object found = Values.get(batch.column(c), i);
                        if (!same(expected, found)) {
                            assertThat(found)
                                    .as("%s %s row %d", context, columns.get(c).field(), seen + i)
                                    .isEqualTo(expected);
                        }
                    }
                }
                seen += batch.size();
            }
            assertThat(seen).as(context).isEqualTo(rows);
        }
    }

    private static boolean same(@Nullable Object expected, @Nullable Object found) {
        return (expected instanceof byte[] bytes && found instanceof byte[] other)
                ? Arrays.equals(bytes, other)
                : Objects.equals(expected, found);
    }

    private static void checkFilter(
            DataFileReader reader, RowType schema, List<RandomColumn> columns, int rows, Random random, String context)
            throws IOException {
        int column = random.nextInt(columns.size());
        DataType type = columns.get(column).field().type();
        List<@Nullable Object> values = columns.get(column).values();
        Object one = values.get(random.nextInt(rows));
        Object other = values.get(random.nextInt(rows));
        boolean isNull = one == null || other == null;
        boolean turned = one != null && other != null && Values.compare(one, other, type) > 0;
        BetweenFilter filter = new BetweenFilter(List.of(new BetweenFilter.Condition(
                column, type, isNull ? null : turned ? other : one, isNull ? null : turned ? one : other)));
        RowRanges kept = reader.mayMatch(filter, schema);
        boolean[] isKept = new boolean[rows];
        for (RowRanges.Range range : kept.ranges()) {
            Arrays.fill(isKept, (int) range.from(), (int) range.to(), true);
        }
        for (int row = 0; row < rows; row++) {
            Object value = values.get(row);
            assertThat(isKept[row] || !filter.passes(c -> value))
                    .as("%s %s %s row %d", context, columns.get(column).field(), filter, row)
                    .isTrue();
        }
    }
}
