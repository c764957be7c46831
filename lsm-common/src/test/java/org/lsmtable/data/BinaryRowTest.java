package org.lsmtable.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;

class BinaryRowTest {
    @Test
    void rowsMatchTheVectors() {
        int matched = 0;
        for (JsonNode vector : VectorFile.read("binary-row.json")) {
            List<DataType> types = VectorFile.types(vector.get("types"));
            String name = vector.get("name").asText();
            if (types.stream().anyMatch(t -> t.root() == TypeRoot.VARIANT)) {
                assertThatThrownBy(() -> BinaryRow.fromStored(HexFormat.of()
                                        .parseHex(vector.get("serializedWithArityHex")
                                                .asText()))
                                .get(0, types.get(0)))
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContaining("VARIANT");
                continue;
            }
            matched++;
            @Nullable Object[] values = VectorFile.values(vector.get("values"), types);

            BinaryRow row = BinaryRow.of(types, values);
            assertThat(hex(row.bytes())).as(name).isEqualTo(vector.get("rowHex").asText());
            assertThat(hex(row.toStored()))
                    .as(name)
                    .isEqualTo(vector.get("serializedWithArityHex").asText());
            assertThat(row.bucketHash()).as(name).isEqualTo(vector.get("hash").asInt());
            assertThat(hex(viaVectors(types, values).bytes()))
                    .as(name)
                    .isEqualTo(vector.get("rowHex").asText());

            BinaryRow back = BinaryRow.fromStored(
                    HexFormat.of().parseHex(vector.get("serializedWithArityHex").asText()));
            assertThat(back).as(name).isEqualTo(row);
            for (int i = 0; i < types.size(); i++) {
                assertThat(back.get(i, types.get(i))).as(name).isEqualTo(values[i]);
            }
        }
        assertThat(matched).isEqualTo(81);
    }

    /** The second way to write a row: from one-row column vectors. */
    private static BinaryRow viaVectors(List<DataType> types, @Nullable Object[] values) {
        BinaryRowWriter writer = new BinaryRowWriter(types.size());
        for (int i = 0; i < types.size(); i++) {
            ColumnVector vector = ColumnVector.of(types.get(i), 2);
            vector.appendNulls(1);
            Values.append(values[i], vector);
            writer.write(i, vector, 1);
        }
        return writer.toRow();
    }

    @Test
    void aWriterCanBeUsedAgainAfterALongerRow() {
        BinaryRowWriter writer = new BinaryRowWriter(2);
        writer.write(0, Types.STRING, "x".repeat(1000));
        writer.write(1, Types.decimal(38, 0), null);
        writer.toRow();
        writer.write(0, Types.STRING, "b");
        writer.write(1, Types.INT, 7);
        assertThat(writer.toRow()).isEqualTo(BinaryRow.of(List.of(Types.STRING, Types.INT), "b", 7));
    }

    @Test
    void fieldsOutOfOrderAreRefused() {
        BinaryRowWriter writer = new BinaryRowWriter(2);
        assertThatThrownBy(() -> writer.write(1, Types.INT, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("field 0 of 2");
        assertThatThrownBy(writer::toRow).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void valuesWithinNestedValuesKeepTheirPlacesAndNulls() {
        DataType type =
                TypeParser.parse("ROW<a ARRAY<DECIMAL(38, 2)>, m MAP<TIMESTAMP(9), ARRAY<ROW<x STRING, y DOUBLE>>>,"
                        + " s MULTISET<SMALLINT>, n ROW<z ARRAY<SMALLINT>>>");
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put(LocalDateTime.parse("1969-12-31T23:59:59.999999999"), Arrays.asList(Row.of("long enough", -0.0), null));
        map.put(LocalDateTime.parse("2024-01-01T00:00:00"), null);
        List<@Nullable Object> forty = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            forty.add(i % 3 == 0 ? null : (short) (i - 20));
        }
        Row value = Row.of(
                Arrays.asList(new BigDecimal("-1.25"), null, new BigDecimal("9".repeat(36) + ".99")),
                map,
                Map.of((short) -7, 3),
                Row.of(forty));
        BinaryRow row = BinaryRow.of(List.of(Types.INT, type), 1, value);
        assertThat(row.get(1, type)).isEqualTo(value);
        assertThat(viaVectors(List.of(Types.INT, type), new Object[] {1, value}))
                .isEqualTo(row);
        DataType array = new ArrayType(Types.INT, true);
        assertThat(hex(BinaryRow.of(List.of(array), new Object[] {null}).bytes()))
                .isEqualTo("00010000000000000000000000000000");
    }

    @Test
    void countsAndLengthsThatDoNotFitAreAnErrorAndNotGarbage() {
        DataType array = new ArrayType(Types.BIGINT, true);
        byte[] bytes = BinaryRow.of(List.of(array), List.of(1L, 2L)).bytes().clone();
        bytes[16] = 3; // one element more
        assertThatThrownBy(() -> new BinaryRow(1, bytes).get(0, array))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("binary array of 3 elements: does not fit 24 bytes");
        bytes[19] = -1; // a negative count
        assertThatThrownBy(() -> new BinaryRow(1, bytes).get(0, array)).isInstanceOf(IllegalArgumentException.class);
        DataType type = TypeParser.parse("MAP<INT, INT>");
        byte[] map = BinaryRow.of(List.of(type), Map.of(1, 2)).bytes().clone();
        map[16] = 120; // bytes of the keys
        assertThatThrownBy(() -> new BinaryRow(1, map).get(0, type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("binary map: keys of 120 bytes do not fit 36 bytes");
        map[16] = 16;
        map[20] = 0; // no key
        assertThatThrownBy(() -> new BinaryRow(1, map).get(0, type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("binary map: expected as many values as keys, 0, found 1");
    }

    @Test
    void pointersOutOfTheRowAreAnErrorAndNotGarbage() {
        byte[] bytes =
                BinaryRow.of(List.of(Types.STRING), "more than seven").bytes().clone();
        bytes[8] = 120; // length
        BinaryRow longer = new BinaryRow(1, bytes);
        assertThatThrownBy(() -> longer.get(0, Types.STRING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("field 0: expected bytes within a row of 32, found 120 at 16");
        assertThatThrownBy(() -> longer.getBytes(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> longer.get(0, Types.decimal(38, 0))).isInstanceOf(IllegalArgumentException.class);
        bytes[12] = 120; // offset
        assertThatThrownBy(() -> longer.get(0, Types.timestamp(9))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void storedRowsOfWrongLengthAreRefused() {
        assertThatThrownBy(() -> BinaryRow.fromStored(new byte[11])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BinaryRow.fromStored(new byte[] {0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BinaryRow.fromStored(new byte[] {-1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
