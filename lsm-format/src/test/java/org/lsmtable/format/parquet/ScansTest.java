package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.Values;
import org.lsmtable.format.BatchScan;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.RowRanges;
import org.lsmtable.format.RowRanges.Range;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.BasicType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.Types;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/** What is read of a file, and what is not: batches of ranges, pages skipped, dictionaries kept. */
class ScansTest {
    private static final OracleColumn NUMBER = new OracleColumn(
            org.apache.parquet.schema.Types.optional(PrimitiveTypeName.INT64).named("n"),
            Types.BIGINT,
            Random::nextLong,
            v -> v);
    private static final OracleColumn TEXT = new OracleColumn(
            org.apache.parquet.schema.Types.optional(PrimitiveTypeName.BINARY)
                    .as(LogicalTypeAnnotation.stringType())
                    .named("s"),
            Types.STRING,
            r -> utf8("value " + r.nextInt(10)),
            v -> new String((byte[]) v, StandardCharsets.UTF_8));

    @Test
    void batchesOfRanges() throws IOException {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            OracleFile file = OracleFile.random(
                    List.of(NUMBER, TEXT), 1 + random.nextInt(500), OracleFile.Settings.random(random), random);
            RowRanges ranges = randomRanges(file.rows().size(), random);
            RowType columns = RowType.of(List.of(
                    new DataField(0, "s", Types.STRING),
                    new DataField(1, "absent", Types.decimal(20, 2)),
                    new DataField(2, "n", Types.BIGINT)));
            List<Long> rows = new ArrayList<>();
            try (ParquetReader reader = open(file);
                    BatchScan scan = BatchScan.open(reader, columns, ranges, 1 + random.nextInt(100))) {
                for (Batch batch = scan.next(); batch != null; batch = scan.next()) {
                    assertThat(batch.size()).as("seed %d", seed).isPositive();
                    for (int i = 0; i < batch.size(); i++) {
                        long row = scan.firstRow() + i;
                        rows.add(row);
                        @Nullable Object[] expected = file.rows().get((int) row);
                        assertThat(Values.get(batch.column(2), i))
                                .as("seed %d row %d", seed, row)
                                .isEqualTo(expected[0]);
                        assertThat(Values.get(batch.column(0), i))
                                .as("seed %d row %d", seed, row)
                                .isEqualTo(expected[1]);
                        assertThat(batch.column(1).isNull(i)).isTrue();
                    }
                }
                assertThat(scan.next()).isNull();
            }
            List<Long> wanted = new ArrayList<>();
            for (Range range : ranges.ranges()) {
                for (long row = range.from(); row < range.to(); row++) {
                    wanted.add(row);
                }
            }
            assertThat(rows).as("seed %d", seed).isEqualTo(wanted);
        }
    }

    private static RowRanges randomRanges(int rows, Random random) {
        List<Range> ranges = new ArrayList<>();
        for (long at = random.nextInt(50); at < rows; at += 1 + random.nextInt(100)) {
            long to = Math.min(rows, at + 1 + random.nextInt(100));
            ranges.add(new Range(at, to));
            at = to;
        }
        return RowRanges.ofAscending(ranges);
    }

    @Test
    void aColumnThatCannotHoldTheTypeClosesTheOthers() throws IOException {
        OracleFile file = OracleFile.random(List.of(NUMBER, TEXT), 10, OracleFile.Settings.PLAIN, new Random(1));
        RowType columns = RowType.of(List.of(new DataField(0, "s", Types.STRING), new DataField(1, "n", Types.STRING)));
        try (ParquetReader reader = open(file)) {
            assertThatThrownBy(() -> BatchScan.open(reader, columns, RowRanges.all(10), 5))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessage("scan.parquet: column 'n': expected one that holds STRING, found INT64");
        }
    }

    /** 100 pages of 100 rows of 8 bytes in one row group. */
    private static OracleFile manyPages() throws IOException {
        List<@Nullable Object[]> raw = new ArrayList<>();
        for (long i = 0; i < 10_000; i++) {
            raw.add(new @Nullable Object[] {i});
        }
        OracleFile.Settings settings = OracleFile.Settings.PLAIN.withGroupRows(10_000);
        return OracleFile.of(List.of(NUMBER), raw, settings);
    }

    @Test
    void skippingWithAnIndexReadsOnePageExactly() throws IOException {
        BytesInput input = new BytesInput("scan.parquet", manyPages().bytes());
        try (ParquetReader reader = ParquetReader.open(input, 256 << 10);
                ColumnCursor cursor = reader.column("n", Types.BIGINT)) {
            long before = input.bytesRead.get();
            cursor.skipTo(5_050);
            assertThat(input.bytesRead.get()).isEqualTo(before);
            assertThat(Values.get(cursor.read(1, null), 0)).isEqualTo(5_050L);
            long index = 100 * 20;
            assertThat(input.bytesRead.get() - before).isBetween(800L, 1_000L + index);
            long first = input.bytesRead.get();
            cursor.skipTo(5_099);
            assertThat(Values.get(cursor.read(1, null), 0)).isEqualTo(5_099L);
            assertThat(input.bytesRead.get()).as("the page is there").isEqualTo(first);
            cursor.skipTo(9_999);
            assertThat(Values.get(cursor.read(1, null), 0)).isEqualTo(9_999L);
            assertThat(input.bytesRead.get() - first).as("the index is there").isLessThan(1_000L);
        }
    }

    @Test
    void skippingWithoutAnIndexReadsHeaders() throws IOException {
        byte[] bytes = FooterEdit.edit(
                manyPages().bytes(),
                meta -> meta.getRow_groups()
                        .forEach(group -> group.getColumns().get(0).unsetOffset_index_offset()));
        BytesInput input = new BytesInput("scan.parquet", bytes);
        try (ParquetReader reader = ParquetReader.open(input, 1);
                ColumnCursor cursor = reader.column("n", Types.BIGINT)) {
            long before = input.bytesRead.get();
            cursor.skipTo(9_950);
            assertThat(Values.get(cursor.read(1, null), 0)).isEqualTo(9_950L);
            assertThat(input.bytesRead.get() - before).isLessThan(100 * 150 + 1_000);
        }
    }

    @Test
    void rowsOfOneDictionaryShareIt() throws IOException {
        OracleFile.Settings settings = OracleFile.Settings.PLAIN.withDictionary();
        List<@Nullable Object[]> raw = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            raw.add(new @Nullable Object[] {i % 7 == 3 ? null : utf8("value " + i % 10)});
        }
        OracleFile file = OracleFile.of(List.of(TEXT), raw, settings);
        try (ParquetReader reader = open(file);
                ColumnCursor cursor = reader.column("s", Types.STRING)) {
            DictionaryVector one = (DictionaryVector) cursor.read(450, null);
            BytesVector dictionary = one.dictionary();
            int[] codes = one.codes();
            assertThat(dictionary.size()).isLessThanOrEqualTo(10);
            DictionaryVector two = (DictionaryVector) cursor.read(400, one);
            assertThat(two).isSameAs(one);
            assertThat(two.codes()).isSameAs(codes);
            assertThat(two.dictionary()).isSameAs(dictionary);
            ColumnVector across = cursor.read(300, two);
            assertThat(across).as("rows of two row groups").isInstanceOf(BytesVector.class);
            check(across, file, 850);
            DictionaryVector next = (DictionaryVector) cursor.read(100, across);
            assertThat(next.dictionary()).isNotSameAs(dictionary);
            check(next, file, 1_150);
        }
    }

    @Test
    void aDictionaryGivenUpInTheMiddleEndsInPlainRows() throws IOException {
        List<@Nullable Object[]> raw = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            raw.add(new @Nullable Object[] {i % 11 == 0 ? null : utf8(i < 500 ? "few " + i % 3 : "many values " + i)});
        }
        OracleFile.Settings settings = new OracleFile.Settings(
                WriterVersion.PARQUET_1_0, CompressionCodecName.SNAPPY, true, false, true, 1000, 100, 500);
        OracleFile file = OracleFile.of(List.of(TEXT), raw, settings);
        try (ParquetReader reader = open(file)) {
            try (ColumnCursor cursor = reader.column("s", Types.STRING)) {
                ColumnVector coded = cursor.read(300, null);
                assertThat(coded).isInstanceOf(DictionaryVector.class);
                check(coded, file, 0);
                ColumnVector plain = cursor.read(700, coded);
                assertThat(plain).isInstanceOf(BytesVector.class);
                check(plain, file, 300);
            }
            try (ColumnCursor cursor = reader.column("s", Types.STRING)) {
                cursor.skipTo(250);
                check(cursor.read(10, null), file, 250);
                cursor.skipTo(990);
                check(cursor.read(10, null), file, 990);
            }
        }
    }

    @Test
    void cursorsOfOneFileOnSeveralThreads() throws Exception {
        OracleFile file = OracleFile.random(
                List.of(NUMBER, TEXT),
                2_000,
                OracleFile.Settings.random(new Random(3)).withPageRows(50),
                new Random(3));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (ParquetReader reader = open(file)) {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                OracleColumn column = i % 2 == 0 ? NUMBER : TEXT;
                int position = i % 2;
                int step = 10 + i * 7;
                done.add(threads.submit(() -> {
                    try (ColumnCursor cursor = reader.column(column.name(), column.type())) {
                        for (int row = step; row < 2_000; row += step) {
                            cursor.skipTo(row);
                            assertThat(Values.get(cursor.read(1, null), 0))
                                    .isEqualTo(file.rows().get(row)[position]);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> future : done) {
                future.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void rowsBehindTheEndAreNoRows() throws IOException {
        OracleFile file = OracleFile.random(List.of(NUMBER), 10, OracleFile.Settings.PLAIN, new Random(1));
        try (ParquetReader reader = open(file)) {
            for (String name : List.of("n", "absent")) {
                try (ColumnCursor cursor = reader.column(name, Types.BIGINT)) {
                    cursor.skipTo(8);
                    assertThatThrownBy(() -> cursor.read(3, null)).isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> cursor.skipTo(7)).isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> cursor.skipTo(11)).isInstanceOf(IllegalArgumentException.class);
                    assertThat(cursor.read(2, null).size()).isEqualTo(2);
                    assertThat(cursor.read(0, null).size()).isZero();
                    cursor.skipTo(10);
                }
            }
            assertThatThrownBy(() -> reader.column("n", new BasicType(TypeRoot.VARIANT, true)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static void check(ColumnVector vector, OracleFile file, int from) {
        for (int i = 0; i < vector.size(); i++) {
            assertThat(Values.get(vector, i))
                    .as("row %d", from + i)
                    .isEqualTo(file.rows().get(from + i)[0]);
        }
    }

    private static ParquetReader open(OracleFile file) throws IOException {
        return ParquetReader.open(new BytesInput("scan.parquet", file.bytes()), 100);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
