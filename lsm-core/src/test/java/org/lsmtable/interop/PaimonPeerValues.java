package org.lsmtable.interop;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.Decimal;
import org.apache.paimon.data.GenericArray;
import org.apache.paimon.data.GenericMap;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.data.InternalArray;
import org.apache.paimon.data.InternalMap;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.data.Timestamp;
import org.apache.paimon.data.variant.GenericVariant;
import org.apache.paimon.types.DataType;
import org.apache.paimon.types.DataTypeChecks;
import org.apache.paimon.types.DecimalType;
import org.apache.paimon.types.IntType;
import org.apache.paimon.types.MultisetType;
import org.lsmtable.data.Row;

/** Plain Java values as the peer's own classes and back, at every depth. */
final class PaimonPeerValues {
    private PaimonPeerValues() {}

    /** The parts of a nested type; a MULTISET has its elements and their counts. */
    private static List<DataType> parts(DataType type) {
        return type instanceof MultisetType multiset
                ? List.of(multiset.getElementType(), new IntType(false))
                : DataTypeChecks.getNestedTypes(type);
    }

    static Object toInternal(Object value, DataType type) {
        if (value == null) {
            return null;
        }
        switch (type.getTypeRoot()) {
            case CHAR:
            case VARCHAR:
                return BinaryString.fromString((String) value);
            case DECIMAL:
                DecimalType decimal = (DecimalType) type;
                return Decimal.fromBigDecimal((BigDecimal) value, decimal.getPrecision(), decimal.getScale());
            case DATE:
                return (int) ((LocalDate) value).toEpochDay();
            case TIME_WITHOUT_TIME_ZONE:
                return (int) (((LocalTime) value).toNanoOfDay() / 1_000_000);
            case TIMESTAMP_WITHOUT_TIME_ZONE:
                return Timestamp.fromLocalDateTime((LocalDateTime) value);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
                return Timestamp.fromLocalDateTime(LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC));
            case VARIANT:
                return GenericVariant.fromJson((String) value);
            case ARRAY:
                DataType element = parts(type).get(0);
                return new GenericArray(((List<?>) value)
                        .stream().map(e -> toInternal(e, element)).toArray());
            case MAP:
            case MULTISET:
                Map<Object, Object> map = new LinkedHashMap<>();
                List<DataType> types = parts(type);
                ((Map<?, ?>) value)
                        .forEach((k, v) -> map.put(toInternal(k, types.get(0)), toInternal(v, types.get(1))));
                return new GenericMap(map);
            case ROW:
                Row row = (Row) value;
                GenericRow generic = new GenericRow(row.size());
                for (int i = 0; i < row.size(); i++) {
                    generic.setField(i, toInternal(row.get(i), parts(type).get(i)));
                }
                return generic;
            default:
                return value;
        }
    }

    static Object fromInternal(Object value, DataType type) {
        if (value == null) {
            return null;
        }
        switch (type.getTypeRoot()) {
            case CHAR:
            case VARCHAR:
                return value.toString();
            case DECIMAL:
                return ((Decimal) value).toBigDecimal();
            case DATE:
                return LocalDate.ofEpochDay((Integer) value);
            case TIME_WITHOUT_TIME_ZONE:
                return LocalTime.ofNanoOfDay((Integer) value * 1_000_000L);
            case TIMESTAMP_WITHOUT_TIME_ZONE:
                return ((Timestamp) value).toLocalDateTime();
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
                return ((Timestamp) value).toLocalDateTime().toInstant(ZoneOffset.UTC);
            case ARRAY:
                return list((InternalArray) value, parts(type).get(0));
            case MAP:
            case MULTISET:
                InternalMap map = (InternalMap) value;
                List<Object> keys = list(map.keyArray(), parts(type).get(0));
                List<Object> values = list(map.valueArray(), parts(type).get(1));
                Map<Object, Object> entries = new LinkedHashMap<>();
                for (int i = 0; i < keys.size(); i++) {
                    entries.put(keys.get(i), values.get(i));
                }
                return entries;
            case ROW:
                List<DataType> types = parts(type);
                Object[] fields = new Object[types.size()];
                for (int i = 0; i < fields.length; i++) {
                    fields[i] = fromInternal(
                            InternalRow.createFieldGetter(types.get(i), i).getFieldOrNull((InternalRow) value),
                            types.get(i));
                }
                return Row.of(fields);
            default:
                return value;
        }
    }

    private static List<Object> list(InternalArray array, DataType element) {
        InternalArray.ElementGetter getter = InternalArray.createElementGetter(element);
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            list.add(fromInternal(getter.getElementOrNull(array, i), element));
        }
        return list;
    }
}
