package org.lsmtable.format.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Values;
import org.lsmtable.format.BetweenFilter;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.FileFormat;
import org.lsmtable.format.RandomColumn;
import org.lsmtable.format.RowRanges;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.options.Options;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;

/**
 * What goes into a file of any format comes out again, whatever the batches and jumps of the cursors; the writer's bounds are those of
 * the values, and filters leave out no row that passes. Parquet has more of this in a room of its own.
 */
class RoundTripTest {
    private static final Map<String, List<String>> CODECS = Map.of(
            "orc", List.of("none", "zlib", "snappy", "lzo", "lz4", "zstd"),
            "avro", List.of("none", "null", "deflate", "snappy", "zstd", "zstandard"));

    @ParameterizedTest
    @ValueSource(strings = {"orc", "avro"})
    void valuesRangesAndFilters(String format) throws IOException {
        String only = System.getProperty("round.seed");
        for (int seed = 0; seed < 12; seed++) {
            if (only == null || Integer.parseInt(only) == seed) {
                new OneFile(
                                Formats.named(format, new Options(Map.of())),
                                new Random(seed),
                                format + " -Dround.seed=" + seed)
                        .run();
            }
        }
    }

    private static boolean holds(FileFormat format, DataType type) {
        return !format.name().equals("avro")
                || !(type instanceof TemporalType temporal)
                || temporal.precision() <= (type.root() == TypeRoot.TIME ? 3 : 6);
    }

    private static final class OneFile {
        private final FileFormat format;
        private final Random random;
        private final String context;
        private final String path;
        private final int rows;
        private final List<RandomColumn> columns = new ArrayList<>();
        private final MemoryStorage storage = new MemoryStorage();

        OneFile(FileFormat format, Random random, String context) {
            this.format = format;
            this.random = random;
            this.context = context;
            this.path = "/t/data-1-0." + format.name();
            this.rows = 1 + random.nextInt(random.nextInt(4) == 0 ? 4000 : 600);
            for (DataType type : RandomColumn.TYPES) {
                if (holds(format, type)) {
                    DataType chosen = random.nextBoolean() ? type : type.notNull();
                    DataField field = new DataField(columns.size(), "c" + columns.size(), chosen);
                    columns.add(RandomColumn.of(field, rows, random));
                }
            }
        }

        void run() throws IOException {
            RowType schema =
                    RowType.of(columns.stream().map(RandomColumn::field).toList());
            checkRanges(write(schema));
            try (DataFileReader reader = format.open(storage.open(path))) {
                assertThat(reader.rowCount()).as(context).isEqualTo(rows);
                assertThat(reader.columnNames()).as(context).isEqualTo(schema.names());
                readInTurns(reader);
                for (int i = 0; i < 30; i++) {
                    checkFilter(reader, schema);
                }
            }
        }

        private DataFileWriter.Result write(RowType schema) throws IOException {
            List<String> codecs = Objects.requireNonNull(CODECS.get(format.name()));
            String codec = codecs.get(random.nextInt(codecs.size()));
            Map<Integer, BytesVector> dictionaries = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).suitsDictionary() && random.nextBoolean()) {
                    dictionaries.put(i, columns.get(i).newDictionary(random));
                }
            }
            try (DataFileWriter writer =
                    format.create(storage.create(path), schema, WriteSettings.DEFAULT.withCompression(codec))) {
                for (int from = 0; from < rows; ) {
                    int to = Math.min(rows, from + 1 + random.nextInt(1500));
                    List<ColumnVector> vectors = new ArrayList<>();
                    for (int i = 0; i < columns.size(); i++) {
                        vectors.add(columns.get(i).vector(from, to, dictionaries.get(i)));
                    }
                    writer.write(vectors, to - from);
                    from = to;
                }
                DataFileWriter.Result result = writer.finish();
                assertThat(result.sizeBytes()).isEqualTo(storage.read(path).length);
                assertThat(result.rowCount()).isEqualTo(rows);
                return result;
            }
        }

        private void checkRanges(DataFileWriter.Result result) {
            for (int c = 0; c < columns.size(); c++) {
                DataType type = columns.get(c).field().type();
                List<Object> present = columns.get(c).values().stream()
                        .filter(Objects::nonNull)
                        .toList();
                ColumnRange range = result.columns().get(c);
                String what = context + " " + columns.get(c).field();
                assertThat(range.rowCount()).as(what).isEqualTo(rows);
                assertThat(range.nullCount()).as(what).isEqualTo((long) rows - present.size());
                Object least = null;
                Object most = null;
                for (Object value : present) {
                    least = least == null || Values.compare(value, least, type) < 0 ? value : least;
                    most = most == null || Values.compare(value, most, type) > 0 ? value : most;
                }
                assertThat(range.min()).as(what).isEqualTo(least);
                assertThat(range.max()).as(what).isEqualTo(most);
            }
        }

        /** All columns, one cursor each, moved on in random order by random numbers of rows. */
        private void readInTurns(DataFileReader reader) throws IOException {
            List<ColumnCursor> cursors = new ArrayList<>();
            for (RandomColumn column : columns) {
                cursors.add(reader.column(column.field().name(), column.field().type()));
            }
            @Nullable ColumnVector[] reuse = new @Nullable ColumnVector[cursors.size()];
            boolean jumps = random.nextBoolean();
            int most = 1 + random.nextInt(1200);
            int open = cursors.size();
            while (open > 0) {
                int c = random.nextInt(cursors.size());
                ColumnCursor cursor = cursors.get(c);
                if (cursor.position() == rows) {
                    open = (int)
                            cursors.stream().filter(o -> o.position() < rows).count();
                    continue;
                }
                if (jumps && random.nextInt(3) == 0) {
                    cursor.skipTo(cursor.position() + random.nextInt((int) (rows - cursor.position()) + 1));
                }
                long at = cursor.position();
                int count = (int) Math.min(rows - at, random.nextInt(most + 1));
                ColumnVector vector = cursor.read(count, reuse[c]);
                reuse[c] = vector;
                assertThat(vector.size()).isEqualTo(count);
                assertThat(cursor.position()).isEqualTo(at + count);
                for (int i = 0; i < count; i++) {
                    checkValue(c, at + i, Values.get(vector, i));
                }
            }
            for (ColumnCursor cursor : cursors) {
                cursor.close();
            }
        }

        private void checkValue(int column, long row, @Nullable Object found) {
            Object expected = columns.get(column).values().get((int) row);
            boolean same = expected instanceof byte[] bytes && found instanceof byte[] other
                    ? Arrays.equals(bytes, other)
                    : Objects.equals(expected, found);
            if (!same) {
                assertThat(found)
                        .as("%s %s row %d", context, columns.get(column).field(), row)
                        .isEqualTo(expected);
            }
        }

        private void checkFilter(DataFileReader reader, RowType schema) throws IOException {
            int column = random.nextInt(columns.size());
            DataType type = columns.get(column).field().type();
            List<@Nullable Object> values = columns.get(column).values();
            Object one = values.get(random.nextInt(rows));
            Object other = values.get(random.nextInt(rows));
            boolean isNull = one == null || other == null;
            boolean turned = one != null && other != null && Values.compare(one, other, type) > 0;
            BetweenFilter filter = new BetweenFilter(List.of(new BetweenFilter.Condition(
                    column, type, isNull ? null : turned ? other : one, isNull ? null : turned ? one : other)));
            boolean[] isKept = new boolean[rows];
            for (RowRanges.Range range : reader.mayMatch(filter, schema).ranges()) {
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
}
