package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.Values;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.RandomColumn;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;

/**
 * Random columns, settings and batches through the writer, read back with the Parquet library: values, statistics, indexes, page
 * limits, and the same bytes on every executor. Repeat one case with {@code -Dparquet.seed=N}.
 */
class ParquetWriterRandomTest {
    private static final int CASES = 60;
    private static ExecutorService pool;

    @BeforeAll
    static void startPool() {
        pool = Executors.newFixedThreadPool(2);
    }

    @AfterAll
    static void stopPool() {
        pool.shutdownNow();
    }

    /** One random case; everything follows from the seed. */
    private static final class Case {
        final Random random;
        final List<RandomColumn> columns = new ArrayList<>();
        final int rows;
        final WriteSettings settings;
        final List<Integer> cuts = new ArrayList<>();
        final Map<Integer, Integer> sharedWith = new HashMap<>();
        final Map<RandomColumn, List<BytesVector>> dictionaries = new HashMap<>();
        final boolean partsWays;

        Case(long seed) {
            random = new Random(seed);
            settings = new WriteSettings(
                    pick("zstd", "SNAPPY", "gzip", "lz4_raw", "lz4", "none", "uncompressed"),
                    pick(1, 3, -1),
                    pick(1L, 2000L, 20_000L, 1L << 24),
                    pick(1, 9, 100, 1000, 20_000),
                    pick(1, 64, 1000, 20_000, 1 << 20),
                    pick(0, 1, 40, 1000, 1 << 20, 1 << 20),
                    Runnable::run);
            boolean tinyPages = settings.pageRows() < 10 || settings.pageBytes() < 100;
            rows = random.nextInt(10) == 0 ? random.nextInt(3) : random.nextInt(tinyPages ? 300 : 3000);
            int count = 1 + random.nextInt(8);
            for (int i = 0; i < count; i++) {
                DataType type = RandomColumn.TYPES.get(random.nextInt(RandomColumn.TYPES.size()));
                type = random.nextBoolean() ? type.notNull() : type;
                columns.add(RandomColumn.of(new DataField(i, "c" + i, type), rows, random));
            }
            for (int i = count; i < count + 2; i++) {
                int other = random.nextInt(count);
                RandomColumn twin = columns.get(other);
                columns.add(
                        new RandomColumn(new DataField(i, "c" + i, twin.field().type()), twin.values()));
                sharedWith.put(i, other);
            }
            partsWays = random.nextInt(4) == 0;
            for (RandomColumn column : columns) {
                if (column.suitsDictionary() && random.nextBoolean()) {
                    dictionaries.put(column, List.of(column.newDictionary(random), column.newDictionary(random)));
                }
            }
            for (int at = 0; at < rows; ) {
                at = Math.min(rows, at + random.nextInt(pick(3, 50, 500, 5000)));
                cuts.add(at);
            }
        }

        @SafeVarargs
        private <T> T pick(T... choices) {
            return choices[random.nextInt(choices.length)];
        }

        RowType schema() {
            return RowType.of(columns.stream().map(RandomColumn::field).toList());
        }

        List<ColumnVector> batch(int from, int to) {
            List<ColumnVector> vectors = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                Integer other = sharedWith.get(i);
                if (other != null && !(partsWays && from > rows / 2)) {
                    vectors.add(vectors.get(other));
                } else {
                    List<BytesVector> choices = dictionaries.get(columns.get(i));
                    int choice = (from / 7 + i) % 3;
                    BytesVector dictionary = choices == null || choice == 2 ? null : choices.get(choice);
                    vectors.add(columns.get(i).vector(from, to, dictionary));
                }
            }
            return vectors;
        }

        DataFileWriter.Result write(MemoryStorage storage, String path, Executor executor) throws IOException {
            try (DataFileWriter writer =
                    new ParquetWriter(storage.create(path), schema(), settings.withExecutor(executor))) {
                int from = 0;
                for (int to : cuts) {
                    writer.write(batch(from, to), to - from);
                    assertThat(writer.rowCount()).isEqualTo(to);
                    from = to;
                }
                return writer.finish();
            }
        }

        @Override
        public String toString() {
            return rows + " rows of " + schema().asText() + ", " + settings;
        }
    }

    @Test
    void randomFilesReadBackWithTheLibrary() throws Exception {
        Long only = Long.getLong("parquet.seed");
        long first = only == null ? new Random().nextLong() >>> 1 : only;
        for (long seed = first; seed < first + (only == null ? CASES : 1); seed++) {
            Case random = new Case(seed);
            try {
                check(random);
            } catch (Throwable e) {
                throw new AssertionError("repeat with -Dparquet.seed=" + seed + ": " + random, e);
            }
        }
    }

    private static void check(Case random) throws Exception {
        MemoryStorage storage = new MemoryStorage();
        DataFileWriter.Result result = random.write(storage, "/t/direct.parquet", Runnable::run);
        byte[] file = storage.read("/t/direct.parquet");

        assertThat(result.rowCount()).isEqualTo(random.rows);
        assertThat(result.sizeBytes()).isEqualTo(file.length);
        checkExecutors(random, storage, file);

        checkOwnReader(random, storage);
        LibraryFile read = LibraryFile.read(file);
        for (int i = 0; i < random.columns.size(); i++) {
            RandomColumn column = random.columns.get(i);
            String name = column.field().name();
            assertThat(read.values(name)).as(name).isEqualTo(column.stored());
            checkRange(column, result.columns().get(i));
            long row = 0;
            for (Map<String, LibraryFile.Chunk> rowGroup : read.rowGroups()) {
                LibraryFile.Chunk chunk = Objects.requireNonNull(rowGroup.get(name));
                int rows = (int) chunk.metaData().getValueCount();
                checkChunk(random, column, chunk, column.values().subList((int) row, (int) row + rows));
                row += rows;
            }
            assertThat(row).isEqualTo(random.rows);
        }
    }

    private static void checkExecutors(Case random, MemoryStorage storage, byte[] expected) throws IOException {
        Map<String, Executor> executors = Map.of(
                "pool", pool,
                "never", task -> {},
                "refusing",
                        task -> {
                            throw new RejectedExecutionException("full");
                        });
        for (Map.Entry<String, Executor> executor : executors.entrySet()) {
            String path = "/t/" + executor.getKey() + ".parquet";
            random.write(storage, path, executor.getValue());
            assertThat(Arrays.equals(storage.read(path), expected))
                    .as(executor.getKey())
                    .isTrue();
        }
    }

    private static void checkOwnReader(Case random, MemoryStorage storage) throws IOException {
        try (DataFileReader reader = new ParquetFormat().open(storage.open("/t/direct.parquet"))) {
            assertThat(reader.rowCount()).isEqualTo(random.rows);
            for (RandomColumn column : random.columns) {
                DataType type = column.field().type();
                try (ColumnCursor cursor = reader.column(column.field().name(), type)) {
                    for (int from = 0; from < random.rows; ) {
                        int count = Math.min(random.rows - from, 1 + random.random.nextInt(700));
                        ColumnVector vector = cursor.read(count, null);
                        for (int i = 0; i < count; i++) {
                            Object expected = column.values().get(from + i);
                            Object found = Values.get(vector, i);
                            assertThat(stored(found, type)).isEqualTo(stored(expected, type));
                        }
                        from += count;
                    }
                }
            }
        }
    }

    private static @Nullable Object stored(@Nullable Object value, DataType type) {
        return value == null ? null : RandomColumn.stored(value, type);
    }

    private static void checkRange(RandomColumn column, ColumnRange range) {
        DataType type = column.field().type();
        List<Object> sorted = sorted(column.values(), type);
        assertThat(range.rowCount()).isEqualTo(column.values().size());
        assertThat(range.nullCount()).isEqualTo((long) column.values().size() - sorted.size());
        boolean ordered = ordered(type);
        if (!ordered || sorted.isEmpty()) {
            assertThat(range.min()).isNull();
            assertThat(range.max()).isNull();
        } else {
            assertSame(range.min(), sorted.get(0));
            assertSame(range.max(), sorted.get(sorted.size() - 1));
        }
    }

    private static void assertSame(@Nullable Object found, Object expected) {
        if (expected instanceof BigDecimal decimal) {
            assertThat((BigDecimal) found).isEqualByComparingTo(decimal);
        } else {
            assertThat(found).isEqualTo(expected);
        }
    }

    private static boolean ordered(DataType type) {
        return !List.of(7, 9).contains(type.root().isTimestamp() ? digits(type) : 0);
    }

    private static int digits(DataType type) {
        return ((TemporalType) type).precision();
    }

    private static List<Object> sorted(List<@Nullable Object> values, DataType type) {
        List<Object> present = new ArrayList<>();
        values.forEach(value -> {
            if (value != null) {
                present.add(value);
            }
        });
        present.sort((a, b) -> Values.compare(a, b, type));
        return present;
    }

    private static boolean isNan(@Nullable Object value) {
        return value instanceof Float f && f.isNaN() || value instanceof Double d && d.isNaN();
    }

    private static void checkChunk(
            Case random, RandomColumn column, LibraryFile.Chunk chunk, List<@Nullable Object> values) {
        DataType type = column.field().type();
        List<Object> sorted = sorted(values, type);
        Statistics<?> statistics = chunk.metaData().getStatistics();
        assertThat(statistics.getNumNulls()).isEqualTo(values.size() - sorted.size());
        boolean bounded =
                ordered(type) && !sorted.isEmpty() && sorted.stream().noneMatch(ParquetWriterRandomTest::isNan);
        assertThat(statistics.hasNonNullValue()).isEqualTo(bounded);
        if (bounded) {
            checkBounds(type, statistics.getMinBytes(), statistics.getMaxBytes(), sorted);
        }
        checkPages(random, chunk, values);
        checkIndexes(type, chunk, values);
    }

    private static void checkPages(Case random, LibraryFile.Chunk chunk, List<@Nullable Object> values) {
        assertThat(chunk.pageRows().stream().mapToInt(Integer::intValue).sum()).isEqualTo(values.size());
        assertThat(chunk.pageRows()).allMatch(rows -> rows <= random.settings.pageRows());
        if (random.settings.dictionaryBytes() == 0) {
            assertThat(chunk.metaData().hasDictionaryPage()).isFalse();
        }
        // Paimon's readers get others wrong
        assertThat(chunk.metaData().getEncodings().stream().map(Encoding::name))
                .isSubsetOf("PLAIN", "PLAIN_DICTIONARY", "RLE", "BIT_PACKED");
        boolean codes = chunk.metaData().getEncodings().stream().anyMatch(Encoding::usesDictionary);
        assertThat(chunk.metaData().hasDictionaryPage()).isEqualTo(codes);
    }

    private static void checkIndexes(DataType type, LibraryFile.Chunk chunk, List<@Nullable Object> values) {
        OffsetIndex offsets = chunk.offsetIndex();
        assertThat(offsets.getPageCount()).isEqualTo(chunk.pageRows().size());
        ColumnIndex index = chunk.columnIndex();
        boolean indexable = ordered(type) && values.stream().noneMatch(ParquetWriterRandomTest::isNan);
        assertThat(index != null).isEqualTo(indexable);
        int row = 0;
        for (int page = 0; page < offsets.getPageCount(); page++) {
            assertThat(offsets.getFirstRowIndex(page)).isEqualTo(row);
            int end = row + chunk.pageRows().get(page);
            if (index != null) {
                List<Object> sorted = sorted(values.subList(row, end), type);
                assertThat(index.getNullCounts().get(page)).isEqualTo(end - row - sorted.size());
                assertThat(index.getNullPages().get(page)).isEqualTo(sorted.isEmpty());
                if (!sorted.isEmpty()) {
                    checkBounds(
                            type,
                            array(index.getMinValues().get(page)),
                            array(index.getMaxValues().get(page)),
                            sorted);
                }
            }
            row = end;
        }
        if (index != null) {
            checkOrder(type, index);
        }
    }

    private static void checkOrder(DataType type, ColumnIndex index) {
        boolean ascending = true;
        boolean descending = true;
        byte[] lastMin = null;
        byte[] lastMax = null;
        for (int page = 0; page < index.getMinValues().size(); page++) {
            if (!index.getNullPages().get(page)) {
                byte[] min = array(index.getMinValues().get(page));
                byte[] max = array(index.getMaxValues().get(page));
                if (lastMin != null && lastMax != null) {
                    int byMin = Values.compare(boundOf(lastMin, type), boundOf(min, type), boundType(type));
                    int byMax = Values.compare(boundOf(lastMax, type), boundOf(max, type), boundType(type));
                    ascending &= byMin <= 0 && byMax <= 0;
                    descending &= byMin >= 0 && byMax >= 0;
                }
                lastMin = min;
                lastMax = max;
            }
        }
        switch (index.getBoundaryOrder()) {
            case ASCENDING -> assertThat(ascending).isTrue();
            case DESCENDING -> assertThat(descending).isTrue();
            case UNORDERED -> assertThat(ascending || descending).isFalse();
        }
    }

    /** Bounds are exact, but for long byte strings, which are cut, and for zeros of floating point. */
    private static void checkBounds(DataType type, byte[] min, byte[] max, List<Object> sorted) {
        Object least = sorted.get(0);
        Object greatest = sorted.get(sorted.size() - 1);
        byte[] exactMin = bytes(RandomColumn.stored(least, type));
        byte[] exactMax = bytes(RandomColumn.stored(greatest, type));
        if (type.root() == TypeRoot.FLOAT || type.root() == TypeRoot.DOUBLE) {
            exactMin = ((Number) least).doubleValue() == 0 ? zero(exactMin.length, true) : exactMin;
            exactMax = ((Number) greatest).doubleValue() == 0 ? zero(exactMax.length, false) : exactMax;
        }
        if (exactMin.length <= 64) {
            assertThat(min).isEqualTo(exactMin);
        } else {
            assertThat(min).hasSizeBetween(61, 64).isEqualTo(Arrays.copyOf(exactMin, min.length));
        }
        if (exactMax.length <= 64) {
            assertThat(max).isEqualTo(exactMax);
        } else {
            assertThat(Arrays.compareUnsigned(max, exactMax)).isGreaterThanOrEqualTo(0);
            // a raised character may take a byte more
            assertThat(max.length <= 66 || Arrays.equals(max, exactMax)).isTrue();
        }
    }

    private static byte[] zero(int length, boolean negative) {
        byte[] zero = new byte[length];
        zero[length - 1] = (byte) (negative ? 0x80 : 0);
        return zero;
    }

    /** A bound as a value that can be compared: of BOOLEAN and byte strings the bytes, otherwise the number. */
    private static Object boundOf(byte[] bytes, DataType type) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return switch (boundType(type).root()) {
            case FLOAT -> buffer.getFloat();
            case DOUBLE -> buffer.getDouble();
            case INT -> buffer.getInt();
            case BIGINT -> buffer.getLong();
            case DECIMAL -> new BigDecimal(new BigInteger(bytes));
            default -> bytes;
        };
    }

    private static DataType boundType(DataType type) {
        return switch (type.root()) {
            case TINYINT, SMALLINT, INT, DATE, TIME -> Types.INT;
            case BIGINT, TIMESTAMP, TIMESTAMP_LTZ -> Types.BIGINT;
            case DECIMAL -> {
                int precision = ((DecimalType) type).precision();
                yield precision <= 9 ? Types.INT : precision <= 18 ? Types.BIGINT : type;
            }
            case FLOAT, DOUBLE -> type;
            default -> Types.BYTES;
        };
    }

    private static byte[] bytes(Object stored) {
        if (stored instanceof Boolean bool) {
            return new byte[] {(byte) (bool ? 1 : 0)};
        }
        if (stored instanceof Integer number) {
            return ByteBuffer.allocate(4).putInt(Integer.reverseBytes(number)).array();
        }
        if (stored instanceof Long number) {
            return ByteBuffer.allocate(8).putLong(Long.reverseBytes(number)).array();
        }
        return array((ByteBuffer) stored);
    }

    private static byte[] array(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
