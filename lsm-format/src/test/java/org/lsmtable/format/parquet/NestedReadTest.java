package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.parquet.NestedShape.Part;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.RowVector;

/**
 * Random nested columns in random layouts, written by parquet-hadoop in every codec and page version, read value by value: in stretches,
 * with skips, with other fields asked for than the file has. Rerun one with {@code -Dparquet.seed=N}.
 */
class NestedReadTest {
    private static final int FILES = 40;

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
        int rows = random.nextInt(random.nextInt(4) == 0 ? 5 : 700);
        List<OracleColumn> leaves = OracleColumns.all(random);
        List<Part> columns = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            columns.add(
                    NestedShape.foreign(1 + random.nextInt(4), leaves, random).top(random));
        }
        List<List<@Nullable Object>> values = new ArrayList<>();
        byte[] bytes = write(columns, rows, settings, random, values);
        String context = "parquet.seed=" + seed + " " + settings;
        BytesInput input = new BytesInput("seed-" + seed + ".parquet", bytes);
        try (ParquetReader reader = ParquetReader.open(input, 1 + random.nextInt(20_000))) {
            for (int c = 0; c < columns.size(); c++) {
                Part column = columns.get(c);
                String where = context + " " + column.field("c" + c);
                List<@Nullable Object> expected = NestedShape.map(values.get(c), column::expected);
                try (ColumnCursor cursor = reader.column("c" + c, column.type())) {
                    walk(cursor, expected, random, where);
                }
                NestedShape.View view = column.shape().view(random);
                try (ColumnCursor cursor = reader.column("c" + c, view.type())) {
                    walk(
                            cursor,
                            NestedShape.map(expected, view.cut()),
                            random,
                            where + " as " + view.type().asText());
                }
            }
        }
    }

    /** Writes columns c0, c1 and so on. Adds the values of each to a list. */
    static byte[] write(
            List<Part> columns,
            int rows,
            OracleFile.Settings settings,
            Random random,
            List<List<@Nullable Object>> values)
            throws IOException {
        List<Type> fields = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            fields.add(columns.get(c).field("c" + c));
            values.add(new ArrayList<>());
        }
        MessageType schema = new MessageType("oracle", fields);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ParquetWriter<Group> writer = OracleFile.writer(bytes, schema, settings)) {
            for (int row = 0; row < rows; row++) {
                Group group = new SimpleGroup(schema);
                for (int c = 0; c < columns.size(); c++) {
                    Object value = columns.get(c).value(random);
                    values.get(c).add(value);
                    columns.get(c).add(group, "c" + c, value);
                }
                writer.write(group);
            }
        }
        return bytes.toByteArray();
    }

    /** Reads stretches of random lengths, or all rows, with and without skipping and reuse. */
    static void walk(ColumnCursor cursor, List<@Nullable Object> expected, Random random, String where)
            throws IOException {
        int most = random.nextBoolean() ? 1 + random.nextInt(50) : 1 + random.nextInt(3000);
        int skip = random.nextInt(2) == 0 ? 1 + random.nextInt(random.nextBoolean() ? 20 : 2000) : 0;
        boolean reuse = random.nextBoolean();
        int rows = expected.size();
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
            for (int i = 0; i < n; i++) {
                Object found = NestedShape.of(vector, i);
                if (!Objects.equals(found, expected.get(at + i))) {
                    assertThat(found).as("%s row %d of %d", where, at + i, rows).isEqualTo(expected.get(at + i));
                }
            }
            checkForm(vector, where);
            at += n;
        }
    }

    /** What vectors promise besides their values: sizes, and what lies under a null. */
    static void checkForm(ColumnVector vector, String where) {
        if (vector instanceof ListVector lists) {
            assertThat(lists.start(0)).as(where).isZero();
            for (ColumnVector child : lists.children()) {
                assertThat(child.size()).as(where).isEqualTo(lists.offsets()[lists.size()]);
                checkForm(child, where);
            }
        } else if (vector instanceof RowVector rows) {
            for (ColumnVector child : rows.children()) {
                assertThat(child.size()).as(where).isEqualTo(rows.size());
                for (int i = 0; i < rows.size(); i++) {
                    if (rows.isNull(i) && !child.isNull(i)) {
                        assertThat(child.isNull(i))
                                .as(where + ": a field of a null")
                                .isTrue();
                    }
                }
                checkForm(child, where);
            }
        }
        for (int i = 0; i < vector.size(); i++) {
            if (vector.isNull(i)) {
                long word = vector instanceof IntVector v
                        ? v.get(i)
                        : vector instanceof LongVector v
                                ? v.get(i)
                                : vector instanceof BytesVector v
                                        ? v.length(i)
                                        : vector instanceof ListVector v ? v.end(i) - v.start(i) : 0;
                assertThat(word).as(where + ": what a null holds").isZero();
            }
        }
    }
}
