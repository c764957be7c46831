package org.lsmtable.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

/** File indexes against blocks that real Paimon made, and against sets of values. */
class FileIndexTest {
    private static final HexFormat HEX = HexFormat.of();

    static List<JsonNode> hashes() {
        return VectorFile.read("bloom-index.json", "hashes");
    }

    static List<JsonNode> filters() {
        return VectorFile.read("bloom-index.json", "filters");
    }

    static List<JsonNode> blocks() {
        return VectorFile.read("file-index-blocks.json");
    }

    private static DataType type(JsonNode vector) {
        return TypeParser.parse(vector.get("type").asText());
    }

    private static ColumnVector vector(DataType type, List<? extends @Nullable Object> values) {
        ColumnVector vector = ColumnVector.of(type, values.size());
        values.forEach(value -> Values.append(value, vector));
        return vector;
    }

    private static List<@Nullable Object> values(JsonNode vector) {
        List<@Nullable Object> values = new ArrayList<>();
        vector.get("values").forEach(node -> values.add(VectorFile.value(node, type(vector))));
        return values;
    }

    /** A container with one block. */
    private static byte[] container(String kind, byte[] block) {
        byte[] name = {0, 1, 'c', 0, 0, 0, 1, 0, (byte) kind.length()};
        int head = 8 + 4 + 4 + 4 + name.length + kind.length() + 4 + 4 + 4;
        ByteBuffer out = ByteBuffer.allocate(head + block.length);
        out.put(HEX.parseHex("00054e4ed01a35ae"))
                .putInt(1)
                .putInt(head)
                .putInt(1)
                .put(name);
        out.put(kind.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return out.putInt(head).putInt(block.length).putInt(0).put(block).array();
    }

    private static ValueIndex index(String kind, byte[] block, DataType type) throws IOException {
        return index(kind, block, type, 0);
    }

    private static ValueIndex index(String kind, byte[] block, DataType type, long rows) throws IOException {
        return FileIndex.of("index", container(kind, block)).column("c", type, rows);
    }

    @ParameterizedTest
    @MethodSource("hashes")
    void valuesHashAsInPaimon(JsonNode vector) {
        DataType type = type(vector);
        long[] hashes = new long[1];
        ValueHash.of(type)
                .hash(
                        vector(type, List.of(Objects.requireNonNull(VectorFile.value(vector.get("value"), type)))),
                        1,
                        hashes);
        assertThat(Long.toHexString(hashes[0]))
                .isEqualTo(Long.toHexString(Long.parseLong(vector.get("hash64").asText())));
    }

    @ParameterizedTest
    @MethodSource("filters")
    void bloomFiltersHaveTheBytesOfPaimon(JsonNode vector) throws IOException {
        DataType type = type(vector);
        List<@Nullable Object> values = values(vector);
        BloomFilter filter = new BloomFilter(
                type,
                new BloomFilter.Size(
                        vector.get("items").asLong(), vector.get("fpp").asDouble()));
        filter.add(vector(type, values), values.size());

        assertThat(HEX.formatHex(filter.block())).isEqualTo(vector.get("hex").asText());
        ValueIndex index = index("bloom-filter", filter.block(), type);
        for (Object value : values) {
            assertThat(value == null || index.mayHoldAny(vector(type, List.of(value))))
                    .isTrue();
        }
    }

    @Test
    void containersOfPaimon() throws IOException {
        byte[] bytes = HEX.parseHex(VectorFile.read("bloom-index.json", "containers")
                .get(0)
                .get("hex")
                .asText());
        FileIndex index = FileIndex.of("index", bytes);
        assertThat(index.columns()).containsExactlyInAnyOrder("st", "m[k1]");
        assertThat(index.kinds("st")).containsExactlyInAnyOrder("bloom-filter", "future-kind");
        ValueIndex texts = index.column("st", Types.STRING, 2);
        assertThat(texts.mayHoldAny(vector(Types.STRING, List.of("a")))).isTrue();
        assertThat(texts.mayHoldAny(vector(Types.STRING, List.of("b")))).isTrue();
        assertThat(texts.mayHoldAny(vector(Types.STRING, List.of("c")))).isFalse(); // no false positive of 8 in 48 bits
        assertThat(texts.mayHoldNull()).isTrue();
        ValueIndex empty = index.column("m[k1]", Types.STRING, 2);
        assertThat(empty.mayHoldAny(vector(Types.STRING, List.of("a")))).isFalse();
        assertThat(empty.mayHoldValue()).isFalse();
        assertThat(empty.mayHoldOther(vector(Types.STRING, List.of("a")))).isTrue();
        assertThat(index.column("other", Types.STRING, 2)).isSameAs(ValueIndex.UNKNOWN);
    }

    @Test
    void writersMakeTheContainerOfTheSpecification() {
        FileIndexWriter writer = new FileIndexWriter(FileIndexOptions.of(
                RowType.of(List.of(new DataField(0, "id", Types.INT), new DataField(1, "st", Types.STRING))),
                new Options(
                        Map.of("file-index.bloom-filter.columns", " st ", "file-index.bloom-filter.st.items", "10"))));
        writer.add(List.of(vector(Types.INT, List.of(1, 2)), vector(Types.STRING, List.of("a", "b"))), 2);
        assertThat(HEX.formatHex(writer.toBytes()))
                .isEqualTo("00054e4ed01a35ae" + "00000001" + "00000036" + "00000001" + "00027374" + "00000001"
                        + "000c626c6f6f6d2d66696c746572" + "000000360000000a" + "00000000" + "00000003082000700200");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void bitmapsAreReadAndOtherKindsTellNothing(JsonNode vector) throws IOException {
        DataType type = type(vector);
        String kind = vector.get("kind").asText();
        List<@Nullable Object> values = values(vector);
        List<Object> present = new ArrayList<>();
        values.stream().filter(Objects::nonNull).map(Objects::requireNonNull).forEach(present::add);
        ValueIndex index = index(kind, HEX.parseHex(vector.get("hex").asText()), type, values.size());
        if (!kind.equals("bitmap")) {
            assertThat(index).isSameAs(ValueIndex.UNKNOWN);
            return;
        }
        assertThat(index.mayHoldNull()).isEqualTo(values.contains(null));
        assertThat(index.mayHoldValue()).isEqualTo(!present.isEmpty());
        for (Object value : present) {
            assertThat(index.mayHoldAny(vector(type, List.of(value)))).isTrue();
            assertThat(index.mayHoldOther(vector(type, List.of(value))))
                    .isEqualTo(present.stream().anyMatch(other -> !other.equals(value)));
        }
        if (!present.isEmpty()) {
            assertThat(index.mayHoldOther(vector(type, present))).isFalse();
        }
        if (type.equals(Types.INT)) {
            assertThat(index.mayHoldAny(vector(type, List.of(3, Integer.MIN_VALUE, Integer.MAX_VALUE))))
                    .isFalse();
            assertThat(index.mayHoldAny(vector(Types.BIGINT, List.of(4_294_967_297L))))
                    .isFalse();
        }
    }

    /** All values that were added are found, whatever way they come; of others the share that was asked for is not told apart. */
    @Test
    void whatIsInAFilterIsFound() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (DataType type : List.of(Types.INT, Types.DOUBLE, Types.STRING, Types.timestamp(9))) {
            BytesVector dictionary = new BytesVector(Types.STRING, 0);
            ColumnVector vector = ColumnVector.of(type, 0);
            DictionaryVector coded = new DictionaryVector(dictionary, 0);
            for (int i = 0; i < 1000; i++) {
                Object value = value(type, random);
                if (i % 7 == 0) {
                    vector.appendNulls(1);
                    coded.appendNulls(1);
                } else {
                    Values.append(value, vector);
                    if (value instanceof String text) {
                        Values.append(text, dictionary);
                        coded.appendCode(dictionary.size() - 1);
                    }
                }
            }
            BloomFilter.Size size = new BloomFilter.Size(1000, 0.01);
            BloomFilter plain = new BloomFilter(type, size);
            plain.add(vector, vector.size());
            if (type.equals(Types.STRING)) {
                BloomFilter ofCodes = new BloomFilter(type, size);
                ofCodes.add(coded, 400); // the second call knows the dictionary
                ofCodes.add(coded, coded.size());
                assertThat(ofCodes.block()).as("seed %d", seed).isEqualTo(plain.block());
            }
            ValueIndex index = index("bloom-filter", plain.block(), type);
            ColumnVector one = ColumnVector.of(type, 1);
            for (int i = 0; i < vector.size(); i++) {
                if (!vector.isNull(i)) {
                    one.clear();
                    one.appendFrom(vector, i);
                    assertThat(index.mayHoldAny(one))
                            .as("row %d, seed %d", i, seed)
                            .isTrue();
                }
            }
            int found = 0;
            for (int i = 0; i < 2000; i++) {
                found += index.mayHoldAny(vector(type, List.of(value(type, random)))) ? 1 : 0;
            }
            assertThat(found)
                    .as("of 2000 other %s, seed %d", type.asText(), seed)
                    .isLessThan(80);
            List<Object> many = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                many.add(Objects.requireNonNull(Values.get(vector, 1 + 7 * i)));
            }
            assertThat(index.mayHoldAny(vector(type, many))).isTrue();
        }
    }

    private static Object value(DataType type, Random random) {
        return switch (type.root()) {
            case INT -> random.nextInt();
            case DOUBLE -> random.nextDouble();
            case VARCHAR -> Long.toString(random.nextLong());
            default ->
                java.time.LocalDateTime.ofEpochSecond(
                        random.nextInt(), random.nextInt(1_000_000_000), java.time.ZoneOffset.UTC);
        };
    }

    /** C04: NaNs of every pattern are one value, and zeros are two. */
    @Test
    void floatingValuesAtTheEdges() throws IOException {
        ColumnVector written = vector(Types.DOUBLE, List.of(Double.longBitsToDouble(0x7ff8000000000123L), -0.0));
        BloomFilter filter = new BloomFilter(Types.DOUBLE, new BloomFilter.Size(100, 0.001));
        filter.add(written, 2);
        ValueIndex index = index("bloom-filter", filter.block(), Types.DOUBLE);
        assertThat(index.mayHoldAny(vector(Types.DOUBLE, List.of(Double.NaN)))).isTrue();
        assertThat(index.mayHoldAny(vector(Types.DOUBLE, List.of(-0.0)))).isTrue();
        assertThat(index.mayHoldAny(vector(Types.DOUBLE, List.of(0.0)))).isFalse();
    }

    @Test
    void damageIsTold() throws IOException {
        byte[] whole = container("bloom-filter", HEX.parseHex("00000003082000700200"));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> FileIndex.of("index", cut))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageStartingWith("index: ");
        }
        byte[] magic = whole.clone();
        magic[7]++;
        assertThatThrownBy(() -> FileIndex.of("index", magic)).hasMessageContaining("magic at byte 0: expected");
        byte[] version = whole.clone();
        version[11] = 2;
        assertThatThrownBy(() -> FileIndex.of("index", version))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("version 2");
        assertThatThrownBy(() -> index("bloom-filter", new byte[4], Types.INT))
                .isInstanceOf(DamagedFileException.class);
        byte[] bitmap = HEX.parseHex(blocks().get(0).get("hex").asText());
        for (int length = 0; length < 40; length++) {
            byte[] cut = Arrays.copyOf(bitmap, length);
            assertThatThrownBy(() -> index(
                                    "bitmap",
                                    cut,
                                    Types.INT,
                                    values(blocks().get(0)).size())
                            .mayHoldAny(vector(Types.INT, List.of(Integer.MAX_VALUE))))
                    .isInstanceOf(DamagedFileException.class);
        }
    }

    @Test
    void optionsThatCannotBe() {
        RowType table =
                RowType.of(List.of(new DataField(0, "a", Types.INT), new DataField(1, "d", Types.decimal(5, 2))));
        assertThatThrownBy(() -> options(table, "b")).hasMessageContaining("no column 'b'");
        assertThatThrownBy(() -> options(table, "a,d"))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("column 'd' of type DECIMAL(5, 2)");
        assertThatThrownBy(() -> options(table, "a", "file-index.bloom-filter.a.fpp", "1"))
                .hasMessageContaining("file-index.bloom-filter.a");
        assertThatThrownBy(() -> options(table, "a", "file-index.bloom-filter.a.items", "many"))
                .hasMessageContaining("file-index.bloom-filter.a.items")
                .hasMessageContaining("many");
        assertThat(options(table, "").isEmpty()).isTrue();
        RowType maps = RowType.of(List.of(
                new DataField(0, "m", TypeParser.parse("MAP<STRING, INT>")),
                new DataField(1, "i", TypeParser.parse("MAP<INT, INT>")),
                new DataField(2, "d", TypeParser.parse("MAP<STRING, DECIMAL(5, 2)>"))));
        assertThat(options(maps, "m[k]").isEmpty()).isFalse();
        assertThatThrownBy(() -> options(maps, "m"))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("column 'm' of type MAP<STRING, INT>");
        assertThatThrownBy(() -> options(maps, "i[1]"))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("column 'i'");
        assertThatThrownBy(() -> options(maps, "d[k]")).hasMessageContaining("column 'd[k]' of type DECIMAL(5, 2)");
        assertThatThrownBy(() -> options(maps, "x[k]")).hasMessageContaining("no column 'x'");
        assertThatThrownBy(() -> options(table, "a[k]")).hasMessageContaining("expected a MAP");
    }

    private static FileIndexOptions options(RowType table, String columns, String... more) {
        Map<String, String> options = new java.util.HashMap<>(Map.of("file-index.bloom-filter.columns", columns));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return FileIndexOptions.of(table, new Options(options));
    }
}
