package org.lsmtable.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Values;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.options.Options;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;

/** Statistics that other writers leave, with their peculiarities. */
class FileStatsTest {
    private static TableSchema schema(List<DataField> fields) {
        return new TableSchema(3, 0, fields, 9, List.of(), List.of(), new Options(Map.of()), null, 0);
    }

    private static DataFileMeta file(String name, StatsRow stats, @Nullable List<String> statsCols) {
        return new DataFileMeta(
                name,
                1,
                3,
                BinaryRow.EMPTY,
                BinaryRow.EMPTY,
                StatsRow.EMPTY,
                stats,
                0,
                0,
                0,
                0,
                List.of(),
                null,
                null,
                null,
                null,
                statsCols,
                null,
                null,
                null);
    }

    private static List<ColumnRange> ranges(TableSchema schema, DataFileMeta file) throws IOException {
        return new FileStats(new SchemaStore(new MemoryStorage(), new TablePaths("/t")), schema).ranges(file);
    }

    private static StatsRow stats(JsonNode node) {
        List<@Nullable Long> nullCounts = new ArrayList<>();
        node.get("_NULL_COUNTS").forEach(count -> nullCounts.add(count.isNull() ? null : Long.valueOf(count.asLong())));
        return new StatsRow(
                BinaryRow.fromStored(VectorFile.bytes(node.get("_MIN_VALUES").asText())),
                BinaryRow.fromStored(VectorFile.bytes(node.get("_MAX_VALUES").asText())),
                nullCounts);
    }

    static Stream<JsonNode> floats() {
        return VectorFile.read("column-stats.json").stream()
                .filter(v -> v.get("explanation").asText().startsWith("columns a FLOAT"));
    }

    /** Rows (NaN, NaN, 0.0) and (1.0, -2.0, -0.0): whatever was stored, the bounds hold for them or are unknown. */
    @ParameterizedTest
    @MethodSource("floats")
    void boundsHoldThoughOthersTreatNaNInTheirOwnWays(JsonNode vector) throws IOException {
        TableSchema schema = schema(List.of(
                new DataField(0, "a", Types.FLOAT),
                new DataField(1, "b", Types.DOUBLE),
                new DataField(2, "z", Types.DOUBLE)));
        List<ColumnRange> ranges = ranges(
                schema, file("data-0." + vector.get("format").asText(), stats(vector.get("_VALUE_STATS")), null));
        List<List<Object>> values = List.of(List.of(Float.NaN, 1.0f), List.of(Double.NaN, -2.0), List.of(0.0, -0.0));
        for (int column = 0; column < 3; column++) {
            ColumnRange range = ranges.get(column);
            assertThat(range.nullCount()).isZero();
            for (Object value : values.get(column)) {
                assertHolds(range, value, schema.fields().get(column).type());
            }
        }
    }

    private static void assertHolds(ColumnRange range, Object value, DataType type) {
        // a bound that is NaN is unknown to whoever compares with it, and the two zeros are one
        boolean zero = value.equals(0.0) || value.equals(-0.0);
        if (range.min() != null && !isNaN(range.min()) && !zero) {
            assertThat(Values.compare(range.min(), value, type)).isNotPositive();
        }
        if (range.max() != null && !isNaN(range.max()) && !zero) {
            assertThat(Values.compare(value, range.max(), type)).isNotPositive();
        }
        if (zero) {
            assertThat(range.min()).isIn(0.0, -0.0, null);
            assertThat(range.max()).isIn(0.0, -0.0, null);
        }
    }

    private static boolean isNaN(Object bound) {
        return Double.isNaN(((Number) bound).doubleValue());
    }

    @Test
    void theGreatestNumberOfAnOrcFileMayHaveANaNAboveIt() throws IOException {
        TableSchema schema = schema(List.of(new DataField(0, "a", Types.DOUBLE), new DataField(1, "b", Types.INT)));
        BinaryRow min = BinaryRow.of(List.of(Types.DOUBLE, Types.INT), 1.0, 1);
        BinaryRow max = BinaryRow.of(List.of(Types.DOUBLE, Types.INT), 5.0, 5);
        StatsRow stats = new StatsRow(min, max, List.of(0L, 0L));
        assertThat(ranges(schema, file("data-0.orc", stats, null)))
                .containsExactly(new ColumnRange(1.0, null, 0L, 3), new ColumnRange(1, 5, 0L, 3));
        assertThat(ranges(schema, file("data-0.parquet", stats, null)))
                .containsExactly(new ColumnRange(1.0, 5.0, 0L, 3), new ColumnRange(1, 5, 0L, 3));
    }

    /** As Paimon takes them from the footer: filled up with blanks, which come after control characters and before all else. */
    @Test
    void theLeastCharOfAnOrcFileHasBlanks() throws IOException {
        TableSchema schema = schema(List.of(new DataField(0, "a", Types.charOf(5))));
        StatsRow stats = new StatsRow(
                BinaryRow.of(List.of(Types.charOf(5)), "ab\u0001  "),
                BinaryRow.of(List.of(Types.charOf(5)), "b    "),
                List.of(0L));
        assertThat(ranges(schema, file("data-0.orc", stats, null)))
                .containsExactly(new ColumnRange("ab", "b    ", 0L, 3));
        assertThat(ranges(schema, file("data-0.parquet", stats, null)))
                .containsExactly(new ColumnRange("ab\u0001  ", "b    ", 0L, 3));
    }

    @Test
    void negativeAndMissingCountsAndColumnsAreUnknown() throws IOException {
        TableSchema schema = schema(List.of(new DataField(0, "a", Types.STRING), new DataField(1, "b", Types.INT)));
        BinaryRow nothing = BinaryRow.of(List.of(Types.STRING), (Object) null);
        assertThat(ranges(schema, file("f.parquet", new StatsRow(nothing, nothing, List.of(-1L)), List.of("a"))))
                .containsExactly(ColumnRange.unknown(3), ColumnRange.unknown(3));
        assertThat(ranges(
                        schema,
                        file("f.parquet", new StatsRow(nothing, nothing, Arrays.asList((Long) null)), List.of("a"))))
                .containsExactly(ColumnRange.unknown(3), ColumnRange.unknown(3));
        assertThat(ranges(schema, file("f.parquet", StatsRow.EMPTY, List.of())))
                .containsExactly(ColumnRange.unknown(3), ColumnRange.unknown(3));
    }

    /** An old file held a from 1 to 900 and no null; what is known of that depends on what a has become. */
    @Test
    void boundsOfAColumnThatHasAnotherTypeNow() throws IOException {
        assertThat(rangeAs(Types.BIGINT)).isEqualTo(new ColumnRange(1L, 900L, 0L, 3));
        assertThat(rangeAs(Types.DOUBLE)).isEqualTo(new ColumnRange(1.0, 900.0, 0L, 3));
        assertThat(rangeAs(Types.decimal(12, 1)))
                .isEqualTo(new ColumnRange(new BigDecimal("1.0"), new BigDecimal("900.0"), 0L, 3));
        assertThat(rangeAs(Types.STRING)).as("10 is before 9").isEqualTo(new ColumnRange(null, null, 0L, 3));
        assertThat(rangeAs(Types.TINYINT)).as("900 becomes -124").isEqualTo(new ColumnRange(null, null, 0L, 3));
        assertThat(rangeAs(Types.decimal(2, 0)))
                .as("what is too great becomes null")
                .isEqualTo(ColumnRange.unknown(3));
        assertThat(rangeAs(Types.DATE)).as("cannot be read").isEqualTo(ColumnRange.unknown(3));
    }

    private static ColumnRange rangeAs(DataType now) throws IOException {
        TableSchema old = schema(List.of(new DataField(0, "a", Types.INT)));
        SchemaStore schemas = new SchemaStore(new MemoryStorage(), new TablePaths("/t"));
        assertThat(schemas.create(old)).isTrue();
        TableSchema reading = new TableSchema(
                3, 1, List.of(new DataField(0, "b", now)), 0, List.of(), List.of(), old.options(), null, 0);
        StatsRow stats =
                new StatsRow(BinaryRow.of(List.of(Types.INT), 1), BinaryRow.of(List.of(Types.INT), 900), List.of(0L));
        return new FileStats(schemas, reading)
                .ranges(file("data-0.parquet", stats, null))
                .get(0);
    }
}
