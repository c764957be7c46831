package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.Values;
import org.lsmtable.format.BetweenFilter;
import org.lsmtable.format.RowRanges;
import org.lsmtable.format.RowRanges.Range;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** Row groups and pages left out by statistics: never one with a row that passes, and where bounds are exact no other is left. */
class PruningTest {
    private static final OracleFile.Settings PAGES_OF_20 = new OracleFile.Settings(
            WriterVersion.PARQUET_1_0, CompressionCodecName.UNCOMPRESSED, false, false, true, 100, 20, 1 << 20);

    @Test
    void neverLeavesOutARowThatPasses() throws IOException {
        String only = System.getProperty("parquet.seed");
        long kept = 0;
        long all = 0;
        for (int seed = 0; seed < 10; seed++) {
            if (only != null && Integer.parseInt(only) != seed) {
                continue;
            }
            Random random = new Random(seed);
            List<OracleColumn> columns = OracleColumns.all(random);
            int sorted = random.nextInt(columns.size());
            List<@Nullable Object[]> raw = OracleFile.randomRows(columns, 1 + random.nextInt(400), random);
            raw.sort((a, b) -> compare(columns.get(sorted), a[sorted], b[sorted]));
            OracleFile file = OracleFile.of(
                    columns, raw, OracleFile.Settings.random(random).withPageRows(1 + random.nextInt(50)));
            RowType type = rowType(columns);
            try (ParquetReader reader = open(file.bytes())) {
                for (int i = 0; i < 100; i++) {
                    BetweenFilter filter = randomFilter(file, sorted, random);
                    RowRanges ranges = reader.mayMatch(filter, type);
                    boolean[] isKept = marks(ranges, file.rows().size());
                    for (int row = 0; row < isKept.length; row++) {
                        @Nullable Object[] values = file.rows().get(row);
                        assertThat(isKept[row] || !filter.passes(c -> values[c]))
                                .as("parquet.seed=%d filter %d %s row %d %s", seed, i, filter, row, ranges)
                                .isTrue();
                    }
                    kept += ranges.rowCount();
                    all += isKept.length;
                }
            }
        }
        assertThat(kept).as("of %d rows", all).isBetween(all / 50, all / 10 * 8);
    }

    /** Nulls first. */
    private static int compare(OracleColumn column, @Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            return Boolean.compare(a != null, b != null);
        }
        return Values.compare(column.expected().apply(a), column.expected().apply(b), column.type());
    }

    private static BetweenFilter randomFilter(OracleFile file, int sorted, Random random) {
        List<BetweenFilter.Condition> conditions = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        while (conditions.size() < count) {
            int column = random.nextBoolean()
                    ? sorted
                    : random.nextInt(file.columns().size());
            DataType type = file.columns().get(column).type();
            int row = random.nextInt(file.rows().size());
            Object one = file.rows().get(row)[column];
            Object other = file.rows()
                    .get(Math.min(row + random.nextInt(5), file.rows().size() - 1))[column];
            boolean isNull = one == null || other == null;
            boolean turned = one != null && other != null && Values.compare(one, other, type) > 0;
            conditions.add(new BetweenFilter.Condition(
                    column, type, isNull ? null : turned ? other : one, isNull ? null : turned ? one : other));
        }
        return new BetweenFilter(conditions);
    }

    @Test
    void keepsOnlyThePagesWhoseBoundsHoldTheValue() throws IOException {
        Random random = new Random(7);
        int exact = 0;
        for (OracleColumn column : OracleColumns.all(random)) {
            List<@Nullable Object[]> raw = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                raw.add(new @Nullable Object[] {column.values().apply(random)});
            }
            raw.removeIf(row -> isNan(row[0]));
            raw.sort((a, b) -> compare(column, a[0], b[0]));
            OracleFile file = OracleFile.of(List.of(column), raw, PAGES_OF_20);
            boolean isSure = !column.name().endsWith("INT96") && !column.name().equals("string_long");
            try (ParquetReader reader = open(file.bytes())) {
                for (int i = 0; i < 40; i++) {
                    Object value = expected(column, raw.get(random.nextInt(raw.size())));
                    RowRanges ranges =
                            reader.mayMatch(BetweenFilter.of(column.type(), value, value), rowType(List.of(column)));
                    RowRanges needed = pagesAround(file, column, value);
                    if (isSure && !isZero(value)) {
                        assertThat(ranges).as("%s = %s", column.field(), value).isEqualTo(needed);
                        exact++;
                    } else {
                        assertThat(ranges.and(needed))
                                .as("%s = %s", column.field(), value)
                                .isEqualTo(needed);
                    }
                }
            }
        }
        assertThat(exact).isGreaterThan(1000);
    }

    private static Object expected(OracleColumn column, @Nullable Object[] raw) {
        Object value = raw[0];
        if (value == null) {
            throw new IllegalStateException();
        }
        return column.expected().apply(value);
    }

    private static boolean isNan(@Nullable Object value) {
        return (value instanceof Float f && f.isNaN()) || (value instanceof Double d && d.isNaN());
    }

    private static boolean isZero(Object value) {
        return (value instanceof Float f && f == 0) || (value instanceof Double d && d == 0);
    }

    private static RowRanges pagesAround(OracleFile file, OracleColumn column, Object value) {
        List<Range> pages = new ArrayList<>();
        int rows = file.rows().size();
        for (int from = 0; from < rows; from += 20) {
            int to = Math.min(rows, from + 20);
            Object least = file.rows().get(from)[0];
            Object most = file.rows().get(to - 1)[0];
            if (least != null
                    && most != null
                    && Values.compare(least, value, column.type()) <= 0
                    && Values.compare(most, value, column.type()) >= 0) {
                pages.add(new Range(from, to));
            }
        }
        return RowRanges.ofAscending(pages);
    }

    @Test
    void nullsAreCounted() throws IOException {
        OracleColumn column = number("n");
        List<@Nullable Object[]> raw = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            raw.add(new @Nullable Object[] {(i >= 20 && i < 40) || i == 130 ? null : (Object) (long) i});
        }
        OracleFile file = OracleFile.of(List.of(column), raw, PAGES_OF_20);
        RowType type = rowType(List.of(column));
        try (ParquetReader reader = open(file.bytes())) {
            assertThat(reader.mayMatch(BetweenFilter.of(Types.BIGINT, null, null), type))
                    .isEqualTo(new RowRanges(List.of(new Range(20, 40), new Range(120, 140))));
            assertThat(reader.mayMatch(BetweenFilter.of(Types.BIGINT, 25L, 45L), type))
                    .isEqualTo(new RowRanges(List.of(new Range(40, 60))));
        }
    }

    @Test
    void columnsWithOtherPagesAreCombined() throws IOException {
        OracleColumn a = number("a");
        OracleColumn b =
                new OracleColumn(text("b"), Types.STRING, r -> 0, v -> new String((byte[]) v, StandardCharsets.UTF_8));
        List<@Nullable Object[]> raw = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            raw.add(new @Nullable Object[] {
                (long) i, ("%03d".formatted(i) + "x".repeat(i % 7 * 20)).getBytes(StandardCharsets.UTF_8)
            });
        }
        OracleFile file = OracleFile.of(List.of(a, b), raw, PAGES_OF_20);
        RowType type = rowType(List.of(a, b));
        BetweenFilter filter = new BetweenFilter(List.of(
                new BetweenFilter.Condition(0, Types.BIGINT, 35L, 45L),
                new BetweenFilter.Condition(1, Types.STRING, "041", "077")));
        try (ParquetReader reader = open(file.bytes())) {
            assertThat(reader.mayMatch(filter, type)).isEqualTo(new RowRanges(List.of(new Range(40, 60))));
            BetweenFilter missing = new BetweenFilter(List.of(new BetweenFilter.Condition(0, Types.INT, 1, 1)));
            RowType other = RowType.of(List.of(new DataField(0, "absent", Types.INT)));
            assertThat(reader.mayMatch(missing, other)).isEqualTo(RowRanges.none());
            assertThat(reader.mayMatch(BetweenFilter.of(Types.INT, null, null), other))
                    .isEqualTo(RowRanges.all(100));
        }
    }

    @Test
    void withoutIndexesRowGroupsAreLeftOut() throws IOException {
        OracleFile file = ascendingNumbers();
        byte[] bytes = FooterEdit.edit(file.bytes(), PruningTest::dropIndexes);
        assertThat(between(bytes, 130L, 140L)).isEqualTo(new RowRanges(List.of(new Range(100, 200))));
    }

    @Test
    void oldBoundsOfNumbersAreUsed() throws IOException {
        byte[] bytes = FooterEdit.edit(ascendingNumbers().bytes(), meta -> {
            dropIndexes(meta);
            meta.unsetColumn_orders();
            eachStatistics(meta, PruningTest::onlyOldBounds);
        });
        assertThat(between(bytes, 130L, 140L)).isEqualTo(new RowRanges(List.of(new Range(100, 200))));
    }

    @Test
    void boundsWithoutAnOrderAreNot() throws IOException {
        byte[] bytes = FooterEdit.edit(ascendingNumbers().bytes(), meta -> {
            meta.unsetColumn_orders();
            eachStatistics(meta, s -> {
                s.unsetMin();
                s.unsetMax();
            });
        });
        assertThat(between(bytes, 130L, 140L)).isEqualTo(RowRanges.all(300));
    }

    @Test
    void oldBoundsOfBytesAreNot() throws IOException {
        OracleColumn column = new OracleColumn(text("s"), Types.STRING, r -> 0, v -> "");
        List<@Nullable Object[]> raw = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            raw.add(new @Nullable Object[] {"%03d".formatted(i).getBytes(StandardCharsets.UTF_8)});
        }
        byte[] bytes =
                FooterEdit.edit(OracleFile.of(List.of(column), raw, PAGES_OF_20).bytes(), meta -> {
                    dropIndexes(meta);
                    eachStatistics(meta, PruningTest::onlyOldBounds);
                });
        try (ParquetReader reader = open(bytes)) {
            assertThat(reader.mayMatch(BetweenFilter.of(Types.STRING, "x", "y"), rowType(List.of(column))))
                    .isEqualTo(RowRanges.all(300));
        }
    }

    @Test
    void upperBoundsThatMayHideANanAreNotUsed() throws IOException {
        OracleColumn column = new OracleColumn(
                org.apache.parquet.schema.Types.optional(PrimitiveTypeName.DOUBLE)
                        .named("n"),
                Types.DOUBLE,
                r -> 0,
                v -> v);
        List<@Nullable Object[]> raw = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            raw.add(new @Nullable Object[] {(double) i});
        }
        OracleFile file = OracleFile.of(List.of(column), raw, PAGES_OF_20);
        Consumer<FileMetaData> foreign = meta -> {
            dropIndexes(meta);
            meta.setCreated_by("parquet-cpp-arrow version 15.0.0");
            eachStatistics(meta, Statistics::unsetNan_count);
        };
        byte[] uncounted = FooterEdit.edit(file.bytes(), foreign);
        byte[] counted =
                FooterEdit.edit(file.bytes(), foreign.andThen(meta -> eachStatistics(meta, s -> s.setNan_count(0))));
        byte[] someNan =
                FooterEdit.edit(file.bytes(), foreign.andThen(meta -> eachStatistics(meta, s -> s.setNan_count(1))));
        BetweenFilter high = BetweenFilter.of(Types.DOUBLE, 1000.0, Double.NaN);
        BetweenFilter low = BetweenFilter.of(Types.DOUBLE, -5.0, 50.0);
        RowType type = rowType(List.of(column));
        for (byte[] bytes : List.of(uncounted, someNan)) {
            try (ParquetReader reader = open(bytes)) {
                assertThat(reader.mayMatch(high, type)).isEqualTo(RowRanges.all(300));
                assertThat(reader.mayMatch(low, type)).isEqualTo(new RowRanges(List.of(new Range(0, 100))));
            }
        }
        for (byte[] bytes : List.of(file.bytes(), counted)) {
            try (ParquetReader reader = open(bytes)) {
                assertThat(reader.mayMatch(high, type)).isEqualTo(RowRanges.none());
            }
        }
    }

    @Test
    void zerosAreWidened() throws IOException {
        OracleColumn column = new OracleColumn(
                org.apache.parquet.schema.Types.optional(PrimitiveTypeName.DOUBLE)
                        .named("n"),
                Types.DOUBLE,
                r -> 0,
                v -> v);
        for (double zero : new double[] {-0.0, 0.0}) {
            List<@Nullable Object[]> raw = new ArrayList<>();
            raw.add(new @Nullable Object[] {zero});
            byte[] other = new byte[8];
            other[7] = (byte) (Double.doubleToRawLongBits(-zero) >>> 56);
            byte[] bytes = FooterEdit.edit(
                    OracleFile.of(List.of(column), raw, PAGES_OF_20).bytes(), meta -> {
                        dropIndexes(meta);
                        eachStatistics(meta, s -> s.setMin_value(other).setMax_value(other));
                    });
            try (ParquetReader reader = open(bytes)) {
                assertThat(reader.mayMatch(BetweenFilter.of(Types.DOUBLE, zero, zero), rowType(List.of(column))))
                        .as("%s", zero)
                        .isEqualTo(RowRanges.all(1));
            }
        }
    }

    @Test
    void textCutInsideACharacter() throws IOException {
        OracleColumn column = new OracleColumn(text("s"), Types.STRING, r -> 0, v -> v);
        List<@Nullable Object[]> raw = new ArrayList<>();
        raw.add(new @Nullable Object[] {"a\u00e9".getBytes(StandardCharsets.UTF_8)});
        byte[] bytes =
                FooterEdit.edit(OracleFile.of(List.of(column), raw, PAGES_OF_20).bytes(), meta -> {
                    dropIndexes(meta);
                    eachStatistics(meta, s -> {
                        s.setMin_value(new byte[] {'a', (byte) 0xc3});
                        s.setMax_value(new byte[] {'a', (byte) 0xc4});
                    });
                });
        RowType type = rowType(List.of(column));
        try (ParquetReader reader = open(bytes)) {
            assertThat(reader.mayMatch(BetweenFilter.of(Types.STRING, "a\u00e9", "a\u00e9"), type))
                    .isEqualTo(RowRanges.all(1));
            assertThat(reader.mayMatch(BetweenFilter.of(Types.STRING, "A", "Z"), type))
                    .isEqualTo(RowRanges.none());
        }
    }

    private static OracleFile ascendingNumbers() throws IOException {
        List<@Nullable Object[]> raw = new ArrayList<>();
        for (long i = 0; i < 300; i++) {
            raw.add(new @Nullable Object[] {i});
        }
        return OracleFile.of(List.of(number("n")), raw, PAGES_OF_20);
    }

    private static RowRanges between(byte[] bytes, Object least, Object most) throws IOException {
        try (ParquetReader reader = open(bytes)) {
            return reader.mayMatch(BetweenFilter.of(Types.BIGINT, least, most), rowType(List.of(number("n"))));
        }
    }

    private static void dropIndexes(FileMetaData meta) {
        meta.getRow_groups()
                .forEach(group -> group.getColumns().forEach(chunk -> {
                    chunk.unsetColumn_index_offset();
                    chunk.unsetColumn_index_length();
                    chunk.unsetOffset_index_offset();
                    chunk.unsetOffset_index_length();
                }));
    }

    private static void eachStatistics(FileMetaData meta, Consumer<Statistics> change) {
        meta.getRow_groups()
                .forEach(group -> group.getColumns().forEach(chunk -> {
                    ColumnMetaData data = chunk.getMeta_data();
                    change.accept(data.getStatistics());
                }));
    }

    private static void onlyOldBounds(Statistics statistics) {
        statistics.setMin(statistics.getMin_value());
        statistics.setMax(statistics.getMax_value());
        statistics.unsetMin_value();
        statistics.unsetMax_value();
    }

    private static OracleColumn number(String name) {
        return new OracleColumn(
                org.apache.parquet.schema.Types.optional(PrimitiveTypeName.INT64)
                        .named(name),
                Types.BIGINT,
                r -> 0L,
                v -> v);
    }

    private static org.apache.parquet.schema.Type text(String name) {
        return org.apache.parquet.schema.Types.optional(PrimitiveTypeName.BINARY)
                .as(LogicalTypeAnnotation.stringType())
                .named(name);
    }

    private static RowType rowType(List<OracleColumn> columns) {
        List<DataField> fields = new ArrayList<>();
        for (OracleColumn column : columns) {
            fields.add(new DataField(fields.size(), column.name(), column.type()));
        }
        return RowType.of(fields);
    }

    private static boolean[] marks(RowRanges ranges, int rows) {
        boolean[] marks = new boolean[rows];
        for (Range range : ranges.ranges()) {
            for (long row = range.from(); row < range.to(); row++) {
                marks[(int) row] = true;
            }
        }
        return marks;
    }

    private static ParquetReader open(byte[] bytes) throws IOException {
        return ParquetReader.open(new BytesInput("pruned.parquet", bytes));
    }
}
