package org.lsmtable.format.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.BasicType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

class ParquetWriterTest {
    private static final String PATH = "/t/f.parquet";
    private static final WriteSettings DEFAULT = WriteSettings.DEFAULT;

    private final MemoryStorage storage = new MemoryStorage();

    private static RowType schema(DataType... types) {
        List<DataField> fields = new ArrayList<>();
        for (DataType type : types) {
            fields.add(new DataField(fields.size(), "c" + fields.size(), type));
        }
        return RowType.of(fields);
    }

    private static WriteSettings settings(long rowGroupBytes, int dictionaryBytes) {
        return new WriteSettings(
                "zstd", 1, rowGroupBytes, DEFAULT.pageRows(), DEFAULT.pageBytes(), dictionaryBytes, Runnable::run);
    }

    private LibraryFile write(RowType schema, WriteSettings settings, ColumnVector... vectors) throws IOException {
        try (DataFileWriter writer = new ParquetFormat().create(storage.create(PATH), schema, settings)) {
            writer.write(List.of(vectors), vectors[0].size());
            writer.finish();
        }
        return LibraryFile.read(storage.read(PATH));
    }

    private static LongVector longs(DataType type, int rows, IntToLongFunction value) {
        LongVector vector = new LongVector(type, rows);
        for (int i = 0; i < rows; i++) {
            vector.append(value.applyAsLong(i));
        }
        return vector;
    }

    private static BytesVector texts(int rows, IntFunction<String> value) {
        BytesVector vector = new BytesVector(Types.STRING, rows);
        for (int i = 0; i < rows; i++) {
            vector.append(value.apply(i).getBytes(UTF_8));
        }
        return vector;
    }

    // ---- dictionaries

    @Test
    void aConstantColumnCostsAFewBytesAPage() throws IOException {
        IntVector kinds = new IntVector(Types.TINYINT.notNull(), 0);
        for (int i = 0; i < 100_000; i++) {
            kinds.append(0);
        }
        LibraryFile file = write(schema(Types.TINYINT.notNull()), DEFAULT, kinds);
        LibraryFile.Chunk chunk = file.chunk(0, "c0");

        assertThat(chunk.metaData().getEncodings()).anyMatch(Encoding::usesDictionary);
        assertThat(chunk.pageRows()).isEqualTo(Collections.nCopies(5, 20_000));
        assertThat(chunk.metaData().getTotalSize()).isLessThan(400);
        assertThat(file.values("c0")).isEqualTo(Collections.nCopies(100_000, 0));
    }

    @Test
    void aDictionaryThatDoesNotPayIsDroppedWithTheFirstPage() throws IOException {
        LibraryFile file = write(
                schema(Types.BIGINT, Types.STRING),
                DEFAULT,
                longs(Types.BIGINT, 50_000, i -> i * 31L),
                texts(50_000, i -> "value-" + i));

        for (LibraryFile.Chunk chunk : file.rowGroups().get(0).values()) {
            assertThat(chunk.metaData().hasDictionaryPage()).isFalse();
            assertThat(chunk.metaData().getEncodings()).noneMatch(Encoding::usesDictionary);
        }
        assertThat(file.values("c1").get(49_999)).isEqualTo(ByteBuffer.wrap("value-49999".getBytes(UTF_8)));
    }

    @Test
    void pagesArePlainOnceTheDictionaryIsFull() throws IOException {
        // twice the same in a page, so that the dictionary pays, and more distinct values than it holds later
        LibraryFile file = write(
                schema(Types.BIGINT, Types.STRING),
                settings(1 << 24, 200_000),
                longs(Types.BIGINT, 60_000, i -> i / 2),
                texts(60_000, i -> "value-" + i / 4));

        for (LibraryFile.Chunk chunk : file.rowGroups().get(0).values()) {
            assertThat(chunk.metaData().getEncodings()).contains(Encoding.PLAIN).anyMatch(Encoding::usesDictionary);
            assertThat(chunk.metaData().getEncodingStats().hasDictionaryEncodedPages())
                    .isTrue();
            assertThat(chunk.metaData().getEncodingStats().hasNonDictionaryEncodedPages())
                    .isTrue();
        }
        assertThat(file.values("c0").get(59_999)).isEqualTo(29_999L);
        assertThat(file.values("c1").get(59_999)).isEqualTo(ByteBuffer.wrap("value-14999".getBytes(UTF_8)));
    }

    @Test
    void aLargeRepeatedValueIsNotSpelledOutWhenTheDictionaryIsFull() throws IOException {
        String large = "x".repeat(50_000);
        LibraryFile file = write(
                schema(Types.STRING),
                settings(1 << 24, 60_000),
                texts(3_000, i -> i < 2_000 ? large : "value " + i + large.substring(0, 40)));

        assertThat(file.chunk(0, "c0").pageRows().get(0)).isGreaterThanOrEqualTo(2_000);
        assertThat(file.values("c0").get(1_999)).isEqualTo(ByteBuffer.wrap(large.getBytes(UTF_8)));
    }

    @Test
    void codesOfDictionaryVectorsKeepTheirDictionary() throws IOException {
        BytesVector first = texts(3, i -> "abc".substring(i, i + 1));
        BytesVector second = texts(3, i -> "bcd".substring(i, i + 1));
        DictionaryVector one = new DictionaryVector(first, 0);
        DictionaryVector two = new DictionaryVector(second, 0);
        for (int i = 0; i < 1000; i++) {
            one.appendCode(i % 3);
            two.appendCode(i % 3);
        }
        try (DataFileWriter writer = new ParquetFormat().create(storage.create(PATH), schema(Types.STRING), DEFAULT)) {
            writer.write(List.of(one), 1000);
            writer.write(List.of(two), 1000);
            writer.write(List.of(one), 1000);
            writer.finish();
        }
        LibraryFile file = LibraryFile.read(storage.read(PATH));
        List<@Nullable Object> values = file.values("c0");
        for (int i = 0; i < 3000; i++) {
            int letter = i % 1000 % 3 + (i / 1000 == 1 ? 1 : 0);
            assertThat(values.get(i)).isEqualTo(ByteBuffer.wrap(new byte[] {(byte) ('a' + letter)}));
        }
        // four values of five bytes: each is there once
        assertThat(file.chunk(0, "c0").metaData().hasDictionaryPage()).isTrue();
    }

    @Test
    void noDictionaryIfItMayHaveNoBytes() throws IOException {
        LibraryFile file = write(schema(Types.STRING), settings(1 << 24, 0), texts(1000, i -> "same"));

        assertThat(file.chunk(0, "c0").metaData().getEncodings()).noneMatch(Encoding::usesDictionary);
    }

    // ---- sharing

    @Test
    void theSameVectorForTwoColumnsIsEncodedOnce() throws IOException {
        AtomicInteger pages = new AtomicInteger();
        WriteSettings counting = DEFAULT.withExecutor(task -> {
            pages.incrementAndGet();
            task.run();
        });
        LongVector key = longs(Types.BIGINT.notNull(), 100_000, i -> i);
        LibraryFile file = write(schema(Types.BIGINT.notNull(), Types.BIGINT.notNull()), counting, key, key);

        assertThat(pages).hasValue(5);
        assertThat(file.values("c1")).isEqualTo(file.values("c0")).hasSize(100_000);
    }

    @Test
    void aNullableTwinIsEncodedForItself() throws IOException {
        LongVector key = longs(Types.BIGINT.notNull(), 100, i -> i);
        LibraryFile file = write(schema(Types.BIGINT.notNull(), Types.BIGINT), DEFAULT, key, key);

        assertThat(file.values("c1")).isEqualTo(file.values("c0")).hasSize(100);
    }

    @Test
    void columnsThatSharedMayPart() throws IOException {
        DataType type = Types.BIGINT.notNull();
        LongVector shared = longs(type, 100, i -> i);
        LongVector other = longs(type, 100, i -> -i);
        try (DataFileWriter writer =
                new ParquetFormat().create(storage.create(PATH), schema(type, type, type), DEFAULT)) {
            writer.write(List.of(shared, shared, shared), 100);
            writer.write(List.of(shared, other, shared), 100);
            writer.write(List.of(shared, other, other), 100);
            DataFileWriter.Result result = writer.finish();
            assertThat(result.columns().get(0).min()).isEqualTo(0L);
            assertThat(result.columns().get(1).min()).isEqualTo(-99L);
            assertThat(result.columns().get(2).min()).isEqualTo(-99L);
        }
        LibraryFile file = LibraryFile.read(storage.read(PATH));
        for (int i = 0; i < 100; i++) {
            assertThat(file.values("c0").get(100 + i)).isEqualTo((long) i);
            assertThat(file.values("c1").get(100 + i)).isEqualTo((long) -i);
            assertThat(file.values("c2").get(100 + i)).isEqualTo((long) i);
            assertThat(file.values("c2").get(200 + i)).isEqualTo((long) -i);
        }
    }

    // ---- executors, sizes

    @Test
    void anExecutorWhoseThreadsAllWriteDoesNotDeadlock() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            List<Future<Long>> files = new ArrayList<>();
            for (int n = 0; n < 6; n++) {
                String path = "/t/" + n + ".parquet";
                files.add(pool.submit(() -> {
                    try (DataFileWriter writer = new ParquetFormat()
                            .create(
                                    storage.create(path),
                                    schema(Types.BIGINT, Types.BIGINT),
                                    DEFAULT.withExecutor(pool))) {
                        for (int i = 0; i < 20; i++) {
                            int salt = i;
                            LongVector vector = longs(Types.BIGINT, 30_000, row -> row * 7919L * (salt + 1));
                            writer.write(List.of(vector, longs(Types.BIGINT, 30_000, row -> row)), 30_000);
                        }
                        return writer.finish().sizeBytes();
                    }
                }));
            }
            for (Future<Long> file : files) {
                assertThat(file.get(60, TimeUnit.SECONDS))
                        .isEqualTo(files.get(0).get());
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void rowGroupsAreCutAtTheSizeAskedFor() throws IOException {
        Random random = new Random(11);
        LongVector vector = longs(Types.BIGINT, 1_000_000, i -> random.nextLong());
        long limit = 1 << 20;
        LibraryFile file = write(schema(Types.BIGINT), settings(limit, 1 << 20), vector);
        List<BlockMetaData> groups = file.footer().getBlocks();

        assertThat(groups).hasSizeBetween(7, 9);
        assertThat(groups.subList(0, groups.size() - 1))
                .allMatch(group -> group.getCompressedSize() > limit * 0.9 && group.getCompressedSize() < limit * 1.1);
    }

    @Test
    void aPageHoldsNoMoreThanItsRowsAndBytes() throws IOException {
        WriteSettings settings = new WriteSettings("none", 1, 1 << 24, 500, 1000, 0, Runnable::run);
        LibraryFile file = write(
                schema(Types.BIGINT, Types.BOOLEAN, Types.STRING),
                settings,
                longs(Types.BIGINT, 2000, i -> i),
                booleans(2000),
                texts(2000, i -> i == 77 ? "long".repeat(1000) : "t" + i));

        assertThat(file.chunk(0, "c0").pageRows()).isEqualTo(Collections.nCopies(16, 125));
        assertThat(file.chunk(0, "c1").pageRows()).isEqualTo(Collections.nCopies(4, 500));
        assertThat(file.chunk(0, "c2").pageRows()).startsWith(77, 1).allMatch(rows -> rows <= 167);
    }

    private static IntVector booleans(int rows) {
        IntVector vector = new IntVector(Types.BOOLEAN, rows);
        for (int i = 0; i < rows; i++) {
            vector.append(i % 3 == 0 ? 1 : 0);
        }
        return vector;
    }

    @Test
    void estimatedBytesFollowTheFile() throws IOException {
        Random random = new Random(5);
        RowType schema = schema(Types.BIGINT, Types.STRING);
        try (DataFileWriter writer =
                new ParquetFormat().create(storage.create(PATH), schema, settings(1 << 20, 1 << 20))) {
            long last = 0;
            for (int i = 0; i < 100; i++) {
                writer.write(
                        List.of(
                                longs(Types.BIGINT, 5000, row -> random.nextInt(1 << 20)),
                                texts(5000, row -> "text " + random.nextInt(1 << 24))),
                        5000);
                if (i > 5) { // the first pages tell how well the rows compress
                    assertThat(writer.estimatedBytes()).isGreaterThan(last * 9 / 10);
                }
                last = writer.estimatedBytes();
            }
            long size = writer.finish().sizeBytes();
            assertThat((double) last).isBetween(size * 0.9, size * 1.1);
            assertThat(writer.estimatedBytes()).isEqualTo(size);
        }
    }

    @Test
    void aFileWithoutRowsIsAFile() throws IOException {
        try (DataFileWriter writer = new ParquetFormat().create(storage.create(PATH), schema(Types.BIGINT), DEFAULT)) {
            writer.write(List.of(new LongVector(Types.BIGINT, 0)), 0);
            DataFileWriter.Result result = writer.finish();
            assertThat(result.rowCount()).isZero();
            assertThat(result.columns().get(0).nullCount()).isEqualTo(0L);
        }
        assertThat(LibraryFile.read(storage.read(PATH)).values("c0")).isEmpty();
    }

    // ---- errors

    @Test
    void closingWithoutFinishDeletesTheFile() throws IOException {
        try (DataFileWriter writer = new ParquetFormat().create(storage.create(PATH), schema(Types.BIGINT), DEFAULT)) {
            writer.write(List.of(longs(Types.BIGINT, 50_000, i -> i)), 50_000);
        }
        assertThat(storage.exists(PATH)).isFalse();
    }

    @Test
    void closingAfterFinishKeepsTheFile() throws IOException {
        write(schema(Types.BIGINT), DEFAULT, longs(Types.BIGINT, 10, i -> i));

        assertThat(storage.exists(PATH)).isTrue();
    }

    @Test
    void everyFailureOfTheStorageReachesTheCallerAndLeavesNoFile() throws IOException {
        RowType schema = schema(Types.BIGINT, Types.STRING);
        for (int n = 0; ; n++) {
            MemoryStorage disk = new MemoryStorage();
            FaultyStorage faulty = FaultyStorage.failingAt(n, disk);
            boolean failed = false;
            try (DataFileWriter writer =
                    new ParquetFormat().create(faulty.create(PATH), schema, settings(10_000, 1000))) {
                for (int i = 0; i < 3; i++) {
                    writer.write(List.of(longs(Types.BIGINT, 3000, row -> row), texts(3000, row -> "t" + row)), 3000);
                }
                writer.finish();
            } catch (IOException expected) {
                failed = true;
            }
            if (!faulty.fired()) {
                assertThat(n).isGreaterThan(10);
                assertThat(failed).isFalse();
                return;
            }
            boolean onlyTheCleanUpFailed = faulty.operations().get(n).startsWith("abort");
            assertThat(failed || onlyTheCleanUpFailed).as(faulty.trace()).isTrue();
            assertThat(disk.exists(PATH)).as(faulty.trace()).isFalse();
        }
    }

    @Test
    void aFailedWriterTakesNoMoreRows() throws IOException {
        try (DataFileWriter writer =
                new ParquetFormat().create(storage.create(PATH), schema(Types.BIGINT.notNull()), DEFAULT)) {
            LongVector withNull = new LongVector(Types.BIGINT, 0);
            withNull.append(1);
            withNull.appendNulls(1);
            assertThatThrownBy(() -> writer.write(List.of(withNull), 2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("column 'c0' is BIGINT NOT NULL, found a null");
            assertThatThrownBy(() -> writer.write(List.of(longs(Types.BIGINT, 1, i -> i)), 1))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
        }
        assertThat(storage.exists(PATH)).isFalse();
    }

    @Test
    void nullMarksThatMarkNothingAreAllowedInANotNullColumn() throws IOException {
        LongVector marked = new LongVector(Types.BIGINT, 0);
        marked.append(1);
        marked.nullsForWrite(1);
        LibraryFile file = write(schema(Types.BIGINT.notNull()), DEFAULT, marked);

        assertThat(file.values("c0")).isEqualTo(List.of(1L));
    }

    @Test
    void vectorsThatDoNotFitTheSchemaAreRefusedByName() throws IOException {
        try (DataFileWriter writer =
                new ParquetFormat().create(storage.create(PATH), schema(Types.BIGINT, Types.STRING), DEFAULT)) {
            LongVector longs = longs(Types.BIGINT, 2, i -> i);
            assertThatThrownBy(() -> writer.write(List.of(longs), 2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected 2 vectors, found 1");
            assertThatThrownBy(() -> writer.write(List.of(longs, longs), 2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("column 'c1': expected 2 rows of STRING, found 2 of BIGINT");
            assertThatThrownBy(() -> writer.write(List.of(longs, texts(1, i -> "")), 2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("column 'c1': expected 2 rows of STRING, found 1 of STRING");
            writer.write(List.of(longs, texts(2, i -> "")), 2);
            assertThat(writer.finish().rowCount()).isEqualTo(2);
        }
    }

    @Test
    void anUnknownCodecIsRefusedByNameAndLeavesNoFile() throws IOException {
        for (String codec : List.of("brotli", "lzo", "zzz")) {
            WriteSettings settings = new WriteSettings(codec, 1, 1, 1, 1, 1, Runnable::run);
            assertThatThrownBy(() -> new ParquetFormat().create(storage.create(PATH), schema(Types.BIGINT), settings))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("'" + codec + "'");
            assertThat(storage.exists(PATH)).isFalse();
        }
    }

    @Test
    void aTypeThatVectorsDoNotHoldIsRefusedByNameAndLeavesNoFile() throws IOException {
        DataType array = new ArrayType(new BasicType(TypeRoot.VARIANT, true), true);
        assertThatThrownBy(() -> new ParquetFormat().create(storage.create(PATH), schema(Types.INT, array), DEFAULT))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("'c1.list.element'")
                .hasMessageContaining("VARIANT");
        assertThat(storage.exists(PATH)).isFalse();
    }

    @Test
    void aFailureOfTheExecutorReachesTheCaller() throws IOException {
        WriteSettings settings = DEFAULT.withExecutor(task -> {
            throw new OutOfMemoryError("no thread");
        });
        try (DataFileWriter writer = new ParquetFormat().create(storage.create(PATH), schema(Types.BIGINT), settings)) {
            assertThatThrownBy(() -> writer.write(List.of(longs(Types.BIGINT, 50_000, i -> i)), 50_000))
                    .isInstanceOf(OutOfMemoryError.class);
        }
        assertThat(storage.exists(PATH)).isFalse();
    }
}
