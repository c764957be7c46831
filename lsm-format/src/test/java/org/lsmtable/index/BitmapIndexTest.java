package org.lsmtable.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Values;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.options.Options;
import org.lsmtable.predicate.ValueIndex;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/** Bitmap indexes: written as real Paimon does, and the rows of each value against lists of rows. */
class BitmapIndexTest {
    private static final HexFormat HEX = HexFormat.of();

    static List<JsonNode> blocks() {
        return VectorFile.read("file-index-blocks.json").stream()
                .filter(vector -> vector.get("kind").asText().equals("bitmap"))
                .toList();
    }

    private static ColumnVector vector(DataType type, List<? extends @Nullable Object> values) {
        ColumnVector vector = ColumnVector.of(type, values.size());
        values.forEach(value -> Values.append(value, vector));
        return vector;
    }

    private static byte[] block(DataType type, String version, String blockSize, ColumnVector... vectors) {
        BitmapMaker maker = new BitmapMaker(
                type,
                BitmapMaker.Layout.of(new IndexSettings(
                        Map.of(
                                "file-index.bitmap.c.version", version,
                                "file-index.bitmap.c.index-block-size", blockSize),
                        "bitmap",
                        List.of("c"))));
        for (ColumnVector vector : vectors) {
            maker.add(vector, vector.size());
        }
        return maker.block();
    }

    private static ValueIndex open(byte[] block, DataType type, long rows) throws IOException {
        return BitmapIndex.open(
                new IndexBlock(IndexBytes.of("index", block), "bitmap index of column 'c'", 0, block.length),
                type,
                rows);
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void blocksHaveTheBytesOfPaimon(JsonNode vector) throws IOException {
        DataType type = TypeParser.parse(vector.get("type").asText());
        List<@Nullable Object> values = new ArrayList<>();
        vector.get("values").forEach(node -> values.add(VectorFile.value(node, type)));
        byte[] theirs = HEX.parseHex(vector.get("hex").asText());
        String version = vector.get("options").path("version").asText("2");
        byte[] ours = block(type, version, "16 kb", vector(type, values));
        if (version.equals("2")) { // the values of version 1 are in no order
            assertThat(HEX.formatHex(ours)).isEqualTo(HEX.formatHex(theirs));
        }
        assertThat(ours).hasSameSizeAs(theirs);
        rowsAreThoseOf(open(theirs, type, values.size()), type, values, values);
        rowsAreThoseOf(open(ours, type, values.size()), type, values, values);
    }

    /** Each value, pairs of them, and values that are not there. */
    private static void rowsAreThoseOf(
            ValueIndex index, DataType type, List<@Nullable Object> rows, List<@Nullable Object> asked)
            throws IOException {
        assertThat(index.rowsOfNull()).isEqualTo(rowsOf(rows, i -> rows.get(i) == null));
        assertThat(index.rowsOfValue()).isEqualTo(rowsOf(rows, i -> rows.get(i) != null));
        Set<Object> values = new LinkedHashSet<>();
        asked.stream().filter(Objects::nonNull).map(Objects::requireNonNull).forEach(values::add);
        List<Object> all = List.copyOf(values);
        for (int v = 0; v < all.size(); v++) {
            List<Object> wanted = v % 2 == 0 ? List.of(all.get(v)) : List.of(all.get(v), all.get(v - 1));
            ColumnVector listed = vector(type, wanted);
            BitSet expected = rowsOf(rows, i -> rows.get(i) != null && wanted.contains(rows.get(i)));
            assertThat(index.rowsOfAny(listed)).as("%s", wanted).isEqualTo(expected);
            assertThat(index.mayHoldAny(listed)).isEqualTo(!expected.isEmpty());
            BitSet others = rowsOf(rows, i -> rows.get(i) != null && !wanted.contains(rows.get(i)));
            assertThat(index.rowsOfOther(listed)).as("other than %s", wanted).isEqualTo(others);
            assertThat(index.mayHoldOther(listed)).isEqualTo(!others.isEmpty());
        }
    }

    private static BitSet rowsOf(List<?> rows, IntPredicate wanted) {
        BitSet set = new BitSet();
        for (int i = 0; i < rows.size(); i++) {
            set.set(i, wanted.test(i));
        }
        return set;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"BOOLEAN", "TINYINT", "SMALLINT", "INT", "BIGINT", "STRING", "CHAR(4)", "DATE", "TIMESTAMP(6)"})
    void rowsOfRandomColumns(String name) throws IOException {
        DataType type = TypeParser.parse(name);
        for (int round = 0; round < 12; round++) {
            long seed = new Random().nextLong();
            Random random = new Random(seed);
            int distinct = 1 + random.nextInt(name.equals("BOOLEAN") ? 2 : 60);
            int count = 1 + random.nextInt(400);
            List<@Nullable Object> rows = new ArrayList<>();
            boolean runs = random.nextBoolean();
            for (int i = 0; i < count; i++) {
                boolean again = runs && i > 0 && random.nextInt(10) > 0;
                rows.add(
                        again
                                ? rows.get(i - 1)
                                : random.nextInt(5) == 0 ? null : value(type, random.nextInt(distinct)));
            }
            List<@Nullable Object> asked = new ArrayList<>(rows);
            asked.add(value(type, distinct == 1 ? 1 : distinct - 1));
            int cut = random.nextInt(count + 1);
            ColumnVector first = vector(type, rows.subList(0, cut));
            ColumnVector second = vector(type, rows.subList(cut, count));
            if (first instanceof BytesVector texts && type.root().isCharacter()) {
                first = coded(texts);
            }
            byte[] block =
                    block(type, random.nextBoolean() ? "1" : "2", 20 + random.nextInt(200) + " b", first, second);
            try {
                rowsAreThoseOf(open(block, type, count), type, rows, asked);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private static DictionaryVector coded(BytesVector texts) {
        DictionaryVector coded = new DictionaryVector(texts, texts.size());
        for (int i = 0; i < texts.size(); i++) {
            if (texts.isNull(i)) {
                coded.appendNulls(1);
            } else {
                coded.appendCode(i);
            }
        }
        return coded;
    }

    private static Object value(DataType type, int number) {
        int mixed = number * 0x9e37_79b9;
        return switch (type.root()) {
            case BOOLEAN -> number % 2 == 0;
            case TINYINT -> (byte) (number * 37);
            case SMALLINT -> (short) mixed;
            case INT -> mixed;
            case BIGINT -> mixed * 0x1_0000_0001L;
            case DATE -> java.time.LocalDate.ofEpochDay(mixed / 10_000);
            case CHAR -> Integer.toString(number + 1000);
            case VARCHAR -> "v".repeat(number % 40) + number;
            default -> LocalDateTime.ofEpochSecond(mixed, number * 1000, ZoneOffset.UTC);
        };
    }

    /** C04: NaNs of every pattern are one value; zeros are found together, since a writer may have taken them for one. */
    @Test
    void floatingValuesAtTheEdges() throws IOException {
        List<Object> rows = List.of(0.0, -0.0, Double.NaN, Double.longBitsToDouble(0x7ff8000000000123L), -1.0, 1.0);
        byte[] block = block(Types.DOUBLE, "2", "16 kb", vector(Types.DOUBLE, rows));
        ValueIndex index = open(block, Types.DOUBLE, 6);
        assertThat(index.rowsOfAny(vector(Types.DOUBLE, List.of(Double.NaN)))).isEqualTo(bits(2, 3));
        assertThat(index.rowsOfAny(vector(Types.DOUBLE, List.of(-0.0)))).isEqualTo(bits(0, 1));
        assertThat(index.rowsOfAny(vector(Types.DOUBLE, List.of(-1.0)))).isEqualTo(bits(4));
        assertThat(index.rowsOfOther(vector(Types.DOUBLE, List.of(-1.0)))).isEqualTo(bits(0, 1, 2, 3, 4, 5));
        // nanoseconds are not in an index: what differs in them only is found together, and never excluded
        DataType nanos = Types.timestamp(9);
        LocalDateTime time = LocalDateTime.parse("2024-05-14T12:00:00.000001001");
        ValueIndex times = open(
                block(nanos, "2", "16 kb", vector(nanos, List.of(time, time.plusNanos(1), time.plusSeconds(1)))),
                nanos,
                3);
        assertThat(times.rowsOfAny(vector(nanos, List.of(time)))).isEqualTo(bits(0, 1));
        assertThat(times.rowsOfOther(vector(nanos, List.of(time)))).isEqualTo(bits(0, 1, 2));
    }

    private static BitSet bits(int... rows) {
        BitSet bits = new BitSet();
        Arrays.stream(rows).forEach(bits::set);
        return bits;
    }

    /** Row numbers beyond those of one container of a bitmap. */
    @Test
    void manyRows() throws IOException {
        int count = 150_000;
        ColumnVector vector = ColumnVector.of(Types.INT, count);
        for (int i = 0; i < count; i++) {
            Values.append(i % 50_000 == 0 ? null : i < 70_000 ? 7 : i % 3, vector);
        }
        ValueIndex index = open(block(Types.INT, "2", "16 kb", vector), Types.INT, count);
        BitSet sevens = new BitSet();
        sevens.set(0, 70_000);
        sevens.clear(0);
        sevens.clear(50_000);
        assertThat(index.rowsOfAny(vector(Types.INT, List.of(7)))).isEqualTo(sevens);
        assertThat(index.rowsOfNull()).isEqualTo(bits(0, 50_000, 100_000));
        BitSet ones = index.rowsOfAny(vector(Types.INT, List.of(1)));
        assertThat(Objects.requireNonNull(ones).cardinality()).isEqualTo((int)
                java.util.stream.IntStream.range(70_000, count)
                        .filter(i -> i % 3 == 1 && i % 50_000 != 0)
                        .count());
    }

    @Test
    void damageIsTold() throws IOException {
        List<Object> values = List.of(5, 5, 6, 6, 7);
        for (String version : List.of("1", "2")) {
            byte[] whole = block(Types.INT, version, "20 b", vector(Types.INT, values));
            assertThatThrownBy(() -> open(whole, Types.INT, 4))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining("rows: expected 4 as the data file has, found 5");
            for (int length = 0; length < whole.length; length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> open(cut, Types.INT, 5).rowsOfAny(vector(Types.INT, List.of(5, 6, 7))))
                        .as("%d bytes", length)
                        .isInstanceOf(DamagedFileException.class);
            }
            byte[] otherRow = whole.clone();
            otherRow[whole.length - 1] = 1; // the last row of the last bitmap is 256 and more
            assertThatThrownBy(() -> open(otherRow, Types.INT, 5).rowsOfAny(vector(Types.INT, List.of(5, 6))))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining("row: expected 0 to 4");
            byte[] noBitmap = ByteBuffer.wrap(whole.clone())
                    .put(whole.length - 20, (byte) 1)
                    .array();
            assertThatThrownBy(() -> open(noBitmap, Types.INT, 5).rowsOfAny(vector(Types.INT, List.of(5, 6))))
                    .isInstanceOf(DamagedFileException.class);
        }
    }

    @Test
    void optionsThatCannotBe() {
        RowType table = RowType.of(List.of(new DataField(0, "a", Types.INT), new DataField(1, "b", Types.BYTES)));
        assertThatThrownBy(() -> options(table, "a,b"))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("column 'b' of type BYTES cannot have a bitmap index");
        assertThatThrownBy(() -> options(table, "x")).hasMessageContaining("no column 'x'");
        assertThatThrownBy(() -> options(table, "a", "file-index.bitmap.a.version", "3"))
                .hasMessage("option 'file-index.bitmap.a.version': expected 1 or 2, found '3'");
        assertThatThrownBy(() -> options(table, "a", "file-index.bitmap.a.index-block-size", "much"))
                .hasMessageContaining("file-index.bitmap.a.index-block-size");
        assertThat(options(table, "a").isEmpty()).isFalse();
    }

    private static FileIndexOptions options(RowType table, String columns, String... more) {
        Map<String, String> options = new java.util.HashMap<>(Map.of("file-index.bitmap.columns", columns));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return FileIndexOptions.of(table, new Options(options));
    }

    /** Both kinds of one column, in one container. */
    @Test
    void severalIndexesOfOneColumn() throws IOException {
        RowType table = RowType.of(List.of(new DataField(0, "a", Types.INT)));
        FileIndexWriter writer = new FileIndexWriter(FileIndexOptions.of(
                table, new Options(Map.of("file-index.bitmap.columns", "a", "file-index.bloom-filter.columns", "a"))));
        writer.add(List.of(vector(Types.INT, Arrays.asList(1, null, 2))), 3);
        FileIndex index = FileIndex.of("index", writer.toBytes());
        assertThat(index.kinds("a")).containsExactlyInAnyOrder("bitmap", "bloom-filter");
        assertThat(new String(writer.toBytes(), 0, 60, StandardCharsets.ISO_8859_1))
                .contains("bitmap");
        ValueIndex both = index.column("a", Types.INT, 3);
        assertThat(both.rowsOfAny(vector(Types.INT, List.of(2)))).isEqualTo(bits(2));
        assertThat(both.rowsOfNull()).isEqualTo(bits(1));
        assertThat(both.rowsOfOther(vector(Types.INT, List.of(2)))).isEqualTo(bits(0));
        assertThat(both.mayHoldAny(vector(Types.INT, List.of(3)))).isFalse();
    }
}
