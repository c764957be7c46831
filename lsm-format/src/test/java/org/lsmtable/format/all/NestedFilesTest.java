package org.lsmtable.format.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.FileFormat;
import org.lsmtable.format.RandomColumn;
import org.lsmtable.format.RandomNested;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.options.Options;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ColumnVector;

/**
 * Nested values of random types go into a file and come out again, whatever the batches and jumps of the cursors. What other libraries
 * find in our files, and we in theirs, is told by tests in the rooms of the formats.
 */
class NestedFilesTest {
    private static final int SEEDS = 8;

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void valuesComeBack(String format) throws IOException {
        String only = System.getProperty("nested.seed");
        for (int seed = 0; seed < SEEDS; seed++) {
            if (only == null || Integer.parseInt(only) == seed) {
                new OneFile(format, new Random(seed), format + " -Dnested.seed=" + seed).run();
            }
        }
    }

    private static boolean holds(String format, DataType type) {
        return !format.equals("avro")
                || !(type instanceof TemporalType temporal)
                || temporal.precision() <= (type.root() == TypeRoot.TIME ? 3 : 6);
    }

    private static final class OneFile {
        private final FileFormat format;
        private final Random random;
        private final String context;
        private final String path;
        private final int rows;
        private final List<DataField> fields = new ArrayList<>();
        private final List<List<@Nullable Object>> values = new ArrayList<>();
        private final MemoryStorage storage = new MemoryStorage();

        OneFile(String format, Random random, String context) {
            this.format = Formats.named(format, new Options(Map.of("orc.row.index.stride", "1000")));
            this.random = random;
            this.context = context;
            this.path = "/t/data-1-0." + format;
            this.rows = random.nextInt(3) == 0 ? 1025 : 1 + random.nextInt(2500);
            RandomNested nested = new RandomNested(
                    random,
                    RandomColumn.TYPES.stream()
                            .filter(type -> holds(format, type))
                            .toList());
            for (int i = 0; i < 4; i++) {
                int depth = 1 + random.nextInt(4);
                DataType type = format.equals("avro") ? nested.typeForAvro(depth) : nested.type(depth);
                fields.add(new DataField(i, "c" + i, type));
                values.add(nested.values(type, rows));
            }
        }

        void run() throws IOException {
            DataFileWriter.Result result = write();
            for (int c = 0; c < fields.size(); c++) {
                if (format.name().equals("parquet")) {
                    break; // has no statistics of nested columns
                }
                long nulls = values.get(c).stream().filter(Objects::isNull).count();
                assertThat(result.columns().get(c)).as(context).isEqualTo(new ColumnRange(null, null, nulls, rows));
            }
            try (DataFileReader reader = format.open(storage.open(path))) {
                assertThat(reader.rowCount()).isEqualTo(rows);
                for (int c = 0; c < fields.size(); c++) {
                    read(reader, c);
                }
            }
        }

        private DataFileWriter.Result write() throws IOException {
            try (DataFileWriter writer =
                    format.create(storage.create(path), RowType.of(fields), WriteSettings.DEFAULT)) {
                for (int from = 0; from < rows; ) {
                    int to = Math.min(rows, from + 1 + random.nextInt(1500));
                    List<ColumnVector> vectors = new ArrayList<>();
                    for (int c = 0; c < fields.size(); c++) {
                        // more rows than are written
                        vectors.add(RandomNested.vector(
                                fields.get(c).type(), values.get(c).subList(from, Math.min(rows, to + 3))));
                    }
                    writer.write(vectors, to - from);
                    from = to;
                }
                return writer.finish();
            }
        }

        private void read(DataFileReader reader, int column) throws IOException {
            DataField field = fields.get(column);
            boolean jumps = random.nextBoolean();
            int most = 1 + random.nextInt(3000);
            try (ColumnCursor cursor = reader.column(field.name(), field.type())) {
                ColumnVector vector = null;
                while (cursor.position() < rows) {
                    if (jumps && random.nextInt(3) == 0) {
                        cursor.skipTo(cursor.position() + random.nextInt((int) (rows - cursor.position()) + 1));
                    }
                    int at = (int) cursor.position();
                    int count = Math.min(rows - at, random.nextInt(most + 1));
                    vector = cursor.read(count, random.nextBoolean() ? vector : null);
                    RandomNested.requireWellFormed(vector);
                    assertThat(RandomNested.texts(vector))
                            .as("%s %s row %d", context, field, at)
                            .isEqualTo(RandomNested.texts(values.get(column).subList(at, at + count)));
                }
            }
        }
    }
}
