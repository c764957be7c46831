package org.lsmtable.tools.input;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ListVector;

/**
 * Values of Avro records as plain Java objects, by their logical types if they have one. A MAP or MULTISET is an Avro map, or an array of
 * records of a key and a value; fields of a ROW are found by name, and those that are not there are null.
 */
final class AvroValues {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private AvroValues() {}

    /** The value of a field; not yet brought to the wanted type, but of a kind that can be. */
    static @Nullable Object plain(IndexedRecord record, int position, DataType wanted) throws BadValueException {
        return plain(
                record.get(position),
                record.getSchema().getFields().get(position).schema(),
                wanted);
    }

    private static @Nullable Object plain(@Nullable Object value, Schema declared, DataType wanted)
            throws BadValueException {
        if (value == null) {
            return null;
        }
        Schema schema = declared.getType() == Schema.Type.UNION
                ? declared.getTypes().get(GenericData.get().resolveUnion(declared, value))
                : declared;
        LogicalType logical = schema.getLogicalType();
        return switch (schema.getType()) {
            case BOOLEAN, FLOAT, DOUBLE -> value;
            case INT -> logical == null ? value : ofInt((Integer) value, logical, wanted);
            case LONG -> logical == null ? value : ofLong((Long) value, logical, wanted);
            case STRING, ENUM -> value.toString();
            case BYTES -> ofBytes(bytes((ByteBuffer) value), logical);
            case FIXED -> ofBytes(((GenericData.Fixed) value).bytes().clone(), logical);
            case ARRAY -> ofArray((List<?>) value, schema, wanted);
            case MAP -> ofMap((Map<?, ?>) value, schema, wanted);
            case RECORD -> ofRecord((IndexedRecord) value, schema, wanted);
            case UNION, NULL -> throw unfit(schema, wanted);
        };
    }

    private static BadValueException unfit(Schema schema, DataType wanted) {
        return new BadValueException(wanted.nullable().asText(), "Avro " + schema.getType());
    }

    private static boolean isMap(DataType type) {
        return type.root() == TypeRoot.MAP || type.root() == TypeRoot.MULTISET;
    }

    private static Object ofArray(List<?> elements, Schema schema, DataType wanted) throws BadValueException {
        if (wanted instanceof ArrayType array) {
            List<@Nullable Object> list = new ArrayList<>(elements.size());
            for (Object element : elements) {
                list.add(plain(element, schema.getElementType(), array.element()));
            }
            return list;
        }
        if (!isMap(wanted)) {
            throw unfit(schema, wanted);
        }
        List<DataType> types = ListVector.childTypes(wanted);
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (Object element : elements) {
            if (!(element instanceof IndexedRecord entry)
                    || entry.getSchema().getFields().size() != 2) {
                throw new BadValueException(wanted.nullable().asText(), "an Avro array of other than keys and values");
            }
            map.put(plain(entry, 0, types.get(0)), plain(entry, 1, types.get(1)));
        }
        return map;
    }

    private static Object ofMap(Map<?, ?> entries, Schema schema, DataType wanted) throws BadValueException {
        if (!isMap(wanted)) {
            throw unfit(schema, wanted);
        }
        DataType valueType = ListVector.childTypes(wanted).get(1);
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            map.put(String.valueOf(entry.getKey()), plain(entry.getValue(), schema.getValueType(), valueType));
        }
        return map;
    }

    private static Object ofRecord(IndexedRecord record, Schema schema, DataType wanted) throws BadValueException {
        if (!(wanted instanceof RowType row)) {
            throw unfit(schema, wanted);
        }
        @Nullable Object[] values = new @Nullable Object[row.fieldCount()];
        for (int i = 0; i < values.length; i++) {
            DataField field = row.field(i);
            Schema.Field source = schema.getField(field.name());
            values[i] = source == null ? null : plain(record, source.pos(), field.type());
        }
        return Row.of(values);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.duplicate().get(copy);
        return copy;
    }

    private static Object ofBytes(byte[] value, @Nullable LogicalType logical) {
        return logical instanceof LogicalTypes.Decimal decimal
                ? new BigDecimal(new BigInteger(value), decimal.getScale())
                : value;
    }

    private static Object ofInt(int value, LogicalType logical, DataType wanted) {
        return switch (logical.getName()) {
            case "date" -> wanted.root() == TypeRoot.INT ? (Object) value : LocalDate.ofEpochDay(value);
            case "time-millis" -> LocalTime.ofNanoOfDay(value * 1_000_000L);
            default -> value;
        };
    }

    private static Object ofLong(long value, LogicalType logical, DataType wanted) {
        return switch (logical.getName()) {
            case "time-micros" -> LocalTime.ofNanoOfDay(value * 1_000L);
            case "timestamp-millis", "local-timestamp-millis" -> moment(value, 1_000L, wanted);
            case "timestamp-micros", "local-timestamp-micros" -> moment(value, 1_000_000L, wanted);
            case "timestamp-nanos", "local-timestamp-nanos" -> moment(value, NANOS_PER_SECOND, wanted);
            default -> value;
        };
    }

    /** A point in time: the wall clock of UTC for columns without time zone. */
    private static Object moment(long units, long unitsPerSecond, DataType wanted) {
        Instant instant = Instant.ofEpochSecond(
                Math.floorDiv(units, unitsPerSecond),
                Math.floorMod(units, unitsPerSecond) * (NANOS_PER_SECOND / unitsPerSecond));
        return switch (wanted.root()) {
            case TIMESTAMP_LTZ -> instant;
            case BIGINT -> units;
            default -> LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        };
    }
}
