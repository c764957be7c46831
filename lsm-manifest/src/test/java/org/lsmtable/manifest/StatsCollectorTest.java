package org.lsmtable.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.lsmtable.testing.PaimonTable.hex;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.data.Values;
import org.lsmtable.options.Options;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.types.Types;

class StatsCollectorTest {
    private static final RowType NO_KEY = RowType.of(List.of());

    private static RowType type(Object... namesAndTypes) {
        List<DataField> fields = new ArrayList<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            fields.add(new DataField(i / 2, (String) namesAndTypes[i], (DataType) namesAndTypes[i + 1]));
        }
        return RowType.of(fields);
    }

    /** The exact range of some values, as a writer would find it. */
    private static ColumnRange range(DataType type, @Nullable Object... values) {
        List<Object> present = Arrays.stream(values).filter(v -> v != null).toList();
        return new ColumnRange(
                present.stream().min((a, b) -> Values.compare(a, b, type)).orElse(null),
                present.stream().max((a, b) -> Values.compare(a, b, type)).orElse(null),
                (long) (values.length - present.size()),
                values.length);
    }

    private static String repeat(int codePoint, int times) {
        return Character.toString(codePoint).repeat(times);
    }

    private static byte[] bytes(int from, int to) {
        byte[] bytes = new byte[to - from + 1];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (from + i);
        }
        return bytes;
    }

    private static StatsCollector.Collected collect(String vector) {
        if (vector.startsWith("truncate(16)")) {
            RowType type = type("a", Types.STRING, "b", Types.STRING, "cc", Types.BYTES, "d", Types.STRING);
            return new StatsCollector(NO_KEY, type, new Options(Map.of()))
                    .collect(
                            0,
                            type,
                            List.of(
                                    range(Types.STRING, "abcdefghijklmnopqrstuvwxyz"),
                                    range(Types.STRING, "\u4e2d\u6587\ud83d\ude00" + "z".repeat(30)),
                                    range(Types.BYTES, (Object) bytes(1, 0x12)),
                                    range(Types.STRING, repeat(0x10ffff, 20))));
        }
        if (vector.startsWith("columns a STRING,b INT,n STRING")) {
            RowType type = type("a", Types.STRING, "b", Types.INT, "n", Types.STRING);
            return new StatsCollector(NO_KEY, type, new Options(Map.of()))
                    .collect(
                            0,
                            type,
                            List.of(
                                    range(Types.STRING, "x".repeat(5000), null, "y".repeat(5000)),
                                    range(Types.INT, 1, 2, null),
                                    range(Types.STRING, null, null, null)));
        }
        if (vector.startsWith("columns a FLOAT")) {
            RowType type = type("a", Types.FLOAT, "b", Types.DOUBLE, "z", Types.DOUBLE);
            return new StatsCollector(NO_KEY, type, new Options(Map.of()))
                    .collect(
                            0,
                            type,
                            List.of(
                                    range(Types.FLOAT, Float.NaN, 1.0f),
                                    range(Types.DOUBLE, Double.NaN, -2.0),
                                    range(Types.DOUBLE, 0.0, -0.0)));
        }
        Map<String, String> options = vector.startsWith("metadata.stats-mode none")
                ? Map.of("metadata.stats-mode", "none")
                : Map.of("metadata.stats-mode", "counts", "fields.b.stats-mode", "full");
        return keyed(options).collect(0, fileType(), keyedRanges());
    }

    private static final RowType KEYED = type("a", Types.INT, "b", Types.STRING);

    private static StatsCollector keyed(Map<String, String> options) {
        return new StatsCollector(KEYED.project(List.of("a")), KEYED, new Options(options));
    }

    private static RowType fileType() {
        List<DataField> fields = new ArrayList<>();
        fields.add(SystemFields.keyCopy(KEYED.field("a")));
        fields.add(SystemFields.SEQUENCE_NUMBER);
        fields.add(SystemFields.VALUE_KIND);
        fields.addAll(KEYED.fields());
        return RowType.of(fields);
    }

    private static List<ColumnRange> keyedRanges() {
        return List.of(
                range(Types.INT, 1),
                range(Types.BIGINT, 77L),
                range(Types.TINYINT, (byte) 0),
                range(Types.INT, 1),
                range(Types.STRING, "q"));
    }

    static Stream<JsonNode> parquetVectorsOf20() {
        return VectorFile.read("column-stats.json").stream()
                .filter(v -> v.get("format").asText().equals("parquet")
                        && v.get("version").asText().equals("2.0.0"));
    }

    @ParameterizedTest
    @MethodSource("parquetVectorsOf20")
    void storesWhatPaimonStores(JsonNode vector) {
        StatsCollector.Collected ours = collect(vector.get("explanation").asText());
        check(ours.valueStats(), vector.get("_VALUE_STATS"));
        if (!ours.keyStats().equals(StatsRow.EMPTY)) {
            check(ours.keyStats(), vector.get("_KEY_STATS"));
        }
        JsonNode columns = vector.get("_VALUE_STATS_COLS");
        assertThat(ours.valueStatsCols() == null).isEqualTo(columns.isNull());
        if (!columns.isNull()) {
            List<String> names = new ArrayList<>();
            columns.forEach(name -> names.add(name.asText()));
            assertThat(ours.valueStatsCols()).isEqualTo(names);
        }
    }

    private static void check(StatsRow stats, JsonNode expected) {
        assertThat("0x" + hex(stats.min()))
                .isEqualTo(expected.get("_MIN_VALUES").asText());
        assertThat("0x" + hex(stats.max()))
                .isEqualTo(expected.get("_MAX_VALUES").asText());
        List<Long> nullCounts = new ArrayList<>();
        expected.get("_NULL_COUNTS").forEach(count -> nullCounts.add(count.asLong()));
        assertThat(stats.nullCounts()).isEqualTo(nullCounts);
    }

    @Test
    void leavesOutColumnsWithNothingAndNamesTheRest() {
        RowType type = type("x", new ArrayType(Types.INT, true), "y", Types.INT, "z", Types.STRING);
        List<ColumnRange> ranges = List.of(ColumnRange.unknown(2), range(Types.INT, 3, 4), ColumnRange.unknown(2));
        StatsCollector.Collected dense =
                new StatsCollector(NO_KEY, type, new Options(Map.of())).collect(0, type, ranges);
        assertThat(dense.valueStatsCols()).containsExactly("y");
        assertThat(dense.valueStats().min().arity()).isEqualTo(1);
        assertThat(dense.valueStats().max().get(0, Types.INT)).isEqualTo(4);
        StatsCollector.Collected sparse = new StatsCollector(
                        NO_KEY, type, new Options(Map.of("metadata.stats-dense-store", "false")))
                .collect(0, type, ranges);
        assertThat(sparse.valueStatsCols()).isNull();
        assertThat(sparse.valueStats().nullCounts()).containsExactly(null, 0L, null);
        assertThat(sparse.valueStats().min().get(1, Types.INT)).isEqualTo(3);
        assertThat(sparse.valueStats().min().isNull(0)).isTrue();
    }

    /** As real Paimon does with what the writers of ORC and Avro tell; that of Parquet tells nothing. */
    @Test
    void nestedColumnsHaveNullCountsAndNoBounds() {
        RowType type = type("x", new ArrayType(Types.INT, true), "y", Types.INT);
        List<ColumnRange> ranges = List.of(new ColumnRange(null, null, 2L, 5), range(Types.INT, 3, 4));
        StatsCollector.Collected full = new StatsCollector(
                        NO_KEY, type, new Options(Map.of("metadata.stats-mode", "full")))
                .collect(0, type, ranges);
        assertThat(full.valueStatsCols()).isNull();
        assertThat(full.valueStats().nullCounts()).containsExactly(2L, 0L);
        assertThat(full.valueStats().min().isNull(0)).isTrue();
        assertThat(full.valueStats().max().isNull(0)).isTrue();
        StatsCollector.Collected none = new StatsCollector(
                        NO_KEY, type, new Options(Map.of("fields.x.stats-mode", "none")))
                .collect(0, type, ranges);
        assertThat(none.valueStatsCols()).containsExactly("y");
    }

    @Test
    void choosesTheModeByColumnThenLevelThenTableThenFirstColumns() {
        Map<String, String> options = new HashMap<>();
        options.put("metadata.stats-mode", "full");
        options.put("metadata.stats-mode.per.level", "0:none, 5:counts");
        options.put("metadata.stats-keep-first-n-columns", "1");
        options.put("fields.b.stats-mode", "TRUNCATE(1)");
        StatsCollector collector = keyed(options);
        assertThat(collector.collect(0, fileType(), keyedRanges()).valueStatsCols())
                .containsExactly("b");
        StatsCollector.Collected five = collector.collect(5, fileType(), keyedRanges());
        assertThat(five.valueStatsCols()).isNull();
        assertThat(five.valueStats().min().isNull(0)).isTrue();
        assertThat(five.valueStats().nullCounts()).containsExactly(0L, 0L);
        assertThat(collector
                        .collect(3, fileType(), keyedRanges())
                        .valueStats()
                        .min()
                        .get(0, Types.INT))
                .isEqualTo(1);
        options.remove("fields.b.stats-mode");
        assertThat(keyed(options).collect(3, fileType(), keyedRanges()).valueStatsCols())
                .containsExactly("a");
        options.put("fields.b.stats-mode", "some");
        assertThatThrownBy(() -> keyed(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fields.b.stats-mode")
                .hasMessageContaining("truncate(LENGTH)");
    }

    @Test
    void takesKeyStatisticsFromTheValueColumnsOfThinFiles() {
        StatsCollector.Collected thin = keyed(Map.of("metadata.stats-mode", "none"))
                .collect(
                        0,
                        RowType.of(List.of(
                                SystemFields.SEQUENCE_NUMBER, SystemFields.VALUE_KIND, KEYED.field(0), KEYED.field(1))),
                        keyedRanges().subList(1, 5));
        assertThat(thin.keyStats().min().get(0, Types.INT)).isEqualTo(1);
        assertThat(thin.valueStatsCols()).containsExactly("a");
    }

    @Test
    void cutBoundsStillEncloseTheirColumn() {
        StatsMode two = StatsMode.parse("truncate(2)");
        ColumnRange surrogateEdge = two.apply(range(Types.STRING, "a\ud7ffz"));
        assertThat(surrogateEdge.max()).isEqualTo("a\ue000");
        assertThat(two.apply(range(Types.STRING, "a" + repeat(0x10ffff, 2))).max())
                .isEqualTo("b");
        assertThat(two.apply(range(Types.STRING, repeat(0x1f600, 3))).min()).isEqualTo(repeat(0x1f600, 2));
        assertThat(two.apply(range(Types.STRING, repeat(0x1f600, 2))).max()).isEqualTo(repeat(0x1f600, 2));
        assertThat((byte[]) two.apply(range(Types.BYTES, (Object) new byte[] {1, -1, 0}))
                        .max())
                .containsExactly(2);
        ColumnRange noUpper = two.apply(range(Types.BYTES, (Object) new byte[] {-1, -1, 0}));
        assertThat(noUpper.max()).isNull();
        assertThat(noUpper.min()).isNull();
        assertThat(noUpper.nullCount()).isZero();
    }

    @Test
    void reservesTheCellsOfWideTypesWhereBoundsAreUnknown() {
        RowType type = type("d", Types.decimal(38, 2), "t", Types.timestamp(6), "s", Types.STRING);
        StatsCollector.Collected collected = new StatsCollector(NO_KEY, type, new Options(Map.of()))
                .collect(
                        0,
                        type,
                        List.of(
                                new ColumnRange(null, null, 1L, 1),
                                new ColumnRange(null, null, 1L, 1),
                                new ColumnRange(null, null, 1L, 1)));
        // the row of nulls of these types as the specification shows it, in another order of columns
        assertThat(hex(collected.valueStats().min()))
                .isEqualTo("00000003" + "0007000000000000" + "0000000020000000" + "0000000030000000"
                        + "0000000000000000" + "00000000000000000000000000000000" + "0000000000000000");
        StatsCollector.Collected known = new StatsCollector(NO_KEY, type, new Options(Map.of()))
                .collect(
                        0,
                        type,
                        List.of(
                                range(type.typeAt(0), new BigDecimal("1.55")),
                                range(type.typeAt(1), LocalDateTime.parse("2023-11-14T22:13:20.123456")),
                                range(type.typeAt(2), "abc")));
        assertThat(known.valueStats().min().get(1, type.typeAt(1)))
                .isEqualTo(LocalDateTime.parse("2023-11-14T22:13:20.123456"));
    }
}
