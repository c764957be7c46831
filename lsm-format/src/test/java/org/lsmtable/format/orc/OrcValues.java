package org.lsmtable.format.orc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.orc.storage.common.type.HiveDecimal;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.ColumnVector;
import org.apache.orc.storage.ql.exec.vector.DecimalColumnVector;
import org.apache.orc.storage.ql.exec.vector.DoubleColumnVector;
import org.apache.orc.storage.ql.exec.vector.ListColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.MapColumnVector;
import org.apache.orc.storage.ql.exec.vector.StructColumnVector;
import org.apache.orc.storage.ql.exec.vector.TimestampColumnVector;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.BasicType;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;

/** Plain Java values to and from the batches of the ORC library, one by one; written from the specification's table. */
final class OrcValues {
    private static final DataType COUNT = new BasicType(TypeRoot.INT, false);

    private OrcValues() {}

    /** A value of a batch. */
    static @Nullable Object get(ColumnVector vector, int position, DataType type) {
        int row = vector.isRepeating ? 0 : position;
        if (!vector.noNulls && vector.isNull[row]) {
            return null;
        }
        return switch (type.root()) {
            case BOOLEAN -> number(vector, row) == 1;
            case TINYINT -> (byte) number(vector, row);
            case SMALLINT -> (short) number(vector, row);
            case INT -> (int) number(vector, row);
            case BIGINT -> number(vector, row);
            case DATE -> LocalDate.ofEpochDay(number(vector, row));
            case TIME -> LocalTime.ofNanoOfDay(number(vector, row) * 1_000_000);
            case FLOAT -> (float) ((DoubleColumnVector) vector).vector[row];
            case DOUBLE -> ((DoubleColumnVector) vector).vector[row];
            case DECIMAL ->
                ((DecimalColumnVector) vector)
                        .vector[row]
                        .getHiveDecimal()
                        .bigDecimalValue()
                        .setScale(((DecimalType) type).scale(), RoundingMode.UNNECESSARY);
            case CHAR, VARCHAR -> new String(bytes(vector, row), UTF_8);
            case BINARY, VARBINARY -> bytes(vector, row);
            case TIMESTAMP -> local((TimestampColumnVector) vector, row);
            case TIMESTAMP_LTZ -> local((TimestampColumnVector) vector, row).toInstant(ZoneOffset.UTC);
            case ARRAY -> {
                ListColumnVector list = (ListColumnVector) vector;
                List<@Nullable Object> values = new ArrayList<>();
                for (long i = list.offsets[row]; i < list.offsets[row] + list.lengths[row]; i++) {
                    values.add(get(list.child, (int) i, ((ArrayType) type).element()));
                }
                yield values;
            }
            case MAP, MULTISET -> {
                MapColumnVector map = (MapColumnVector) vector;
                Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
                for (long i = map.offsets[row]; i < map.offsets[row] + map.lengths[row]; i++) {
                    values.put(get(map.keys, (int) i, keyType(type)), get(map.values, (int) i, valueType(type)));
                }
                yield values;
            }
            case ROW -> {
                RowType fields = (RowType) type;
                @Nullable Object[] values = new @Nullable Object[fields.fieldCount()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = get(((StructColumnVector) vector).fields[i], row, fields.typeAt(i));
                }
                yield Row.of(values);
            }
            case VARIANT, BLOB, VECTOR -> throw new IllegalArgumentException(type.asText());
        };
    }

    private static DataType keyType(DataType type) {
        return type instanceof MapType map ? map.key() : ((MultisetType) type).element();
    }

    private static DataType valueType(DataType type) {
        return type instanceof MapType map ? map.value() : COUNT;
    }

    private static long number(ColumnVector vector, int row) {
        return ((LongColumnVector) vector).vector[row];
    }

    private static byte[] bytes(ColumnVector vector, int row) {
        BytesColumnVector bytes = (BytesColumnVector) vector;
        return Arrays.copyOfRange(bytes.vector[row], bytes.start[row], bytes.start[row] + bytes.length[row]);
    }

    private static LocalDateTime local(TimestampColumnVector vector, int row) {
        return LocalDateTime.ofEpochSecond(Math.floorDiv(vector.time[row], 1000), vector.nanos[row], ZoneOffset.UTC);
    }

    /** Sets a value of a batch; elements come behind those set before. */
    static void set(ColumnVector vector, int row, @Nullable Object value, DataType type) {
        vector.ensureSize(row + 1, true);
        vector.isNull[row] = value == null;
        if (value == null) {
            vector.noNulls = false;
            return;
        }
        switch (type.root()) {
            case BOOLEAN -> ((LongColumnVector) vector).vector[row] = (Boolean) value ? 1 : 0;
            case TINYINT, SMALLINT, INT, BIGINT ->
                ((LongColumnVector) vector).vector[row] = ((Number) value).longValue();
            case DATE -> ((LongColumnVector) vector).vector[row] = ((LocalDate) value).toEpochDay();
            case TIME -> ((LongColumnVector) vector).vector[row] = ((LocalTime) value).toNanoOfDay() / 1_000_000;
            case FLOAT, DOUBLE -> ((DoubleColumnVector) vector).vector[row] = ((Number) value).doubleValue();
            case DECIMAL -> ((DecimalColumnVector) vector).set(row, HiveDecimal.create((BigDecimal) value));
            case CHAR, VARCHAR -> ((BytesColumnVector) vector).setVal(row, ((String) value).getBytes(UTF_8));
            case BINARY, VARBINARY -> ((BytesColumnVector) vector).setVal(row, (byte[]) value);
            case TIMESTAMP -> set((TimestampColumnVector) vector, row, (LocalDateTime) value);
            case TIMESTAMP_LTZ ->
                set((TimestampColumnVector) vector, row, LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC));
            case ARRAY -> {
                ListColumnVector list = (ListColumnVector) vector;
                List<?> elements = (List<?>) value;
                list.offsets[row] = list.childCount;
                list.lengths[row] = elements.size();
                for (Object element : elements) {
                    set(list.child, list.childCount++, element, ((ArrayType) type).element());
                }
            }
            case MAP, MULTISET -> {
                MapColumnVector map = (MapColumnVector) vector;
                Map<?, ?> entries = (Map<?, ?>) value;
                map.offsets[row] = map.childCount;
                map.lengths[row] = entries.size();
                for (Map.Entry<?, ?> entry : entries.entrySet()) {
                    set(map.keys, map.childCount, entry.getKey(), keyType(type));
                    set(map.values, map.childCount++, entry.getValue(), valueType(type));
                }
            }
            case ROW -> {
                RowType fields = (RowType) type;
                for (int i = 0; i < fields.fieldCount(); i++) {
                    set(((StructColumnVector) vector).fields[i], row, ((Row) value).get(i), fields.typeAt(i));
                }
            }
            case VARIANT, BLOB, VECTOR -> throw new IllegalArgumentException(type.asText());
        }
    }

    private static void set(TimestampColumnVector vector, int row, LocalDateTime value) {
        vector.setIsUTC(true);
        vector.time[row] = value.toInstant(ZoneOffset.UTC).toEpochMilli();
        vector.nanos[row] = value.get(ChronoField.NANO_OF_SECOND);
    }
}
