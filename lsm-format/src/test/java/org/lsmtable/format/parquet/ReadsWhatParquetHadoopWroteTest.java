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
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** Random files of every type, encoding, codec and page version, value by value. Rerun one with {@code -Dparquet.seed=N}. */
class ReadsWhatParquetHadoopWroteTest {
    private static final int FILES = 30;

    @Test
    void everyValueComesBack() throws IOException {
        String only = System.getProperty("parquet.seed");
        for (int seed = 0; seed < FILES; seed++) {
            if (only == null || Integer.parseInt(only) == seed) {
                oneFile(seed);
            }
        }
    }

    private static void oneFile(int seed) throws IOException {
        Random random = new Random(seed);
        OracleFile.Settings settings = OracleFile.Settings.random(random);
        int rows = random.nextInt(random.nextInt(4) == 0 ? 5 : 1500);
        OracleFile file = OracleFile.random(OracleColumns.all(random), rows, settings, random);
        String context = "parquet.seed=" + seed + " " + settings;
        BytesInput input = new BytesInput("seed-" + seed + ".parquet", file.bytes());
        try (ParquetReader reader = ParquetReader.open(input, 1 + random.nextInt(20_000))) {
            assertThat(reader.rowCount()).as(context).isEqualTo(rows);
            for (int c = 0; c < file.columns().size(); c++) {
                OracleColumn column = file.columns().get(c);
                String where = context + " column " + column.field();
                assertThat(reader.hasColumn(column.name())).as(where).isTrue();
                try (ColumnCursor cursor = reader.column(column.name(), column.type())) {
                    walk(cursor, file, c, random, where);
                }
            }
        }
        assertThat(input.closed).isTrue();
    }

    /** Reads stretches of random lengths, or all rows, with and without skipping and reuse. */
    private static void walk(ColumnCursor cursor, OracleFile file, int column, Random random, String where)
            throws IOException {
        int most = random.nextBoolean() ? 1 + random.nextInt(50) : 1 + random.nextInt(3000);
        int skip = random.nextInt(3) == 0 ? 1 + random.nextInt(2000) : 0;
        boolean reuse = random.nextBoolean();
        int rows = file.rows().size();
        ColumnVector vector = null;
        for (int at = 0; at < rows; ) {
            if (skip > 0 && random.nextBoolean()) {
                at = Math.min(rows, at + random.nextInt(skip));
                cursor.skipTo(at);
            }
            int n = Math.min(random.nextInt(most + 1), rows - at);
            try {
                vector = cursor.read(n, reuse ? vector : null);
            } catch (IOException | RuntimeException e) {
                throw new AssertionError(where + " rows " + at + " to " + (at + n), e);
            }
            assertThat(vector.size()).as(where).isEqualTo(n);
            assertThat(cursor.position()).as(where).isEqualTo(at + n);
            check(vector, file, at, column, where);
            at += n;
        }
    }

    private static void check(ColumnVector vector, OracleFile file, int from, int column, String where) {
        for (int i = 0; i < vector.size(); i++) {
            Object expected = file.rows().get(from + i)[column];
            Object found = Values.get(vector, i);
            boolean same = expected instanceof byte[] bytes
                    ? found instanceof byte[] other && Arrays.equals(bytes, other)
                    : Objects.equals(expected, found);
            if (!same) {
                assertThat(found)
                        .as("%s row %d of %d", where, from + i, file.rows().size())
                        .isEqualTo(expected);
            }
            if (vector.isNull(i)) {
                assertThat(wordOf(vector, i))
                        .as("%s row %d: what a null holds", where, from + i)
                        .isZero();
            }
        }
    }

    private static long wordOf(ColumnVector vector, int row) {
        if (vector instanceof IntVector v) {
            return v.get(row);
        }
        if (vector instanceof LongVector v) {
            return v.get(row);
        }
        if (vector instanceof BytesVector v) {
            return v.length(row);
        }
        return ((DictionaryVector) vector).codes()[row];
    }

    static List<@Nullable Object> readAll(ParquetReader reader, OracleColumn column) throws IOException {
        List<@Nullable Object> values = new ArrayList<>();
        try (ColumnCursor cursor = reader.column(column.name(), column.type())) {
            ColumnVector vector = cursor.read((int) reader.rowCount(), null);
            for (int i = 0; i < vector.size(); i++) {
                values.add(Values.get(vector, i));
            }
        }
        return values;
    }
}
