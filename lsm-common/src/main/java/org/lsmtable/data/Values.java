package org.lsmtable.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.RowVector;

/**
 * The one mapping between plain Java objects, vectors and binary rows (see the package), and the order of values.
 *
 * <p>Order (spec: rows, comparison order): numbers by value, FLOAT and DOUBLE in total order (-0.0 before 0.0, NaN last),
 * text by code point, binary as unsigned bytes with a prefix first, false before true; ARRAY and ROW part by part, null first. MAP and
 * MULTISET have none.
 */
public final class Values {
    private static final int MILLIS_PER_DAY = 86_400_000;

    private Values() {}

    /**
     * Brings an object to the class that a type is held in: numbers change class if that loses nothing (1 and 1L for a
     * TINYINT, 1.5 for a DECIMAL(3, 1), not 0.1 for a FLOAT), OffsetDateTime and ZonedDateTime become an Instant, points in
     * time lose the fraction digits that the type does not have. Text and binary longer than the type allows, and text with
     * half a surrogate pair, do not fit. Of nested values every part is brought to its type; keys of a MAP and elements of a MULTISET must
     * not be null nor occur twice, counts of a MULTISET must not be below 1.
     *
     * @param column named in the error
     * @return null if the value is null and the type nullable
     * @throws IllegalArgumentException naming the column, the place within a nested value, the type and the class and value
     *     found, if it does not fit
     */
    public static @Nullable Object coerce(@Nullable Object value, DataType type, String column) {
        return Coercion.coerce(value, type, column);
    }

    /**
     * Appends an object, already of the right class, to a vector; null appends a null.
     *
     * @throws ClassCastException if the object is of another class, or the vector a {@link DictionaryVector}
     */
    public static void append(@Nullable Object value, ColumnVector vector) {
        if (value == null) {
            vector.appendNulls(1);
        } else if (vector instanceof IntVector ints) {
            ints.append(toInt(value, vector.type()));
        } else if (vector instanceof LongVector longs) {
            longs.append(toLong(value, vector.type()));
        } else if (vector instanceof BytesVector bytes) {
            bytes.append(toBytes(value, vector.type()));
        } else {
            NestedValues.append(value, vector);
        }
    }

    private static int toInt(Object value, DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> (Boolean) value ? 1 : 0;
            case TINYINT -> (Byte) value;
            case SMALLINT -> (Short) value;
            case INT -> (Integer) value;
            case DATE -> Math.toIntExact(((LocalDate) value).toEpochDay());
            case TIME -> Encoding.timeMillis((LocalTime) value);
            case FLOAT -> Float.floatToRawIntBits((Float) value);
            default -> throw new IllegalStateException(type.asText());
        };
    }

    private static long toLong(Object value, DataType type) {
        return switch (type.root()) {
            case BIGINT -> (Long) value;
            case DOUBLE -> Double.doubleToRawLongBits((Double) value);
            case DECIMAL ->
                Encoding.unscaled((BigDecimal) value, (DecimalType) type).longValueExact();
            case TIMESTAMP, TIMESTAMP_LTZ ->
                ((TemporalType) type).isMillis()
                        ? Encoding.millis(Encoding.instant(value))
                        : Encoding.micros(Encoding.instant(value));
            default -> throw new IllegalStateException(type.asText());
        };
    }

    private static byte[] toBytes(Object value, DataType type) {
        return switch (type.root()) {
            case CHAR, VARCHAR -> ((String) value).getBytes(UTF_8);
            case BINARY, VARBINARY -> (byte[]) value;
            case DECIMAL -> Encoding.wideDecimal(Encoding.unscaled((BigDecimal) value, (DecimalType) type));
            case TIMESTAMP, TIMESTAMP_LTZ -> Encoding.wideTimestamp(Encoding.instant(value));
            default -> throw new IllegalStateException(type.asText());
        };
    }

    /** The value of a vector's row as an object, null if it is null. */
    public static @Nullable Object get(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return null;
        }
        if (vector instanceof IntVector ints) {
            return ofInt(ints.get(row), vector.type());
        }
        if (vector instanceof LongVector longs) {
            return ofLong(longs.get(row), vector.type());
        }
        if (vector instanceof DictionaryVector coded) {
            return ofBytes(coded.dictionary(), coded.codes()[row]);
        }
        if (vector instanceof BytesVector bytes) {
            return ofBytes(bytes, row);
        }
        return NestedValues.get(vector, row);
    }

    private static Object ofInt(int word, DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> word != 0;
            case TINYINT -> (byte) word;
            case SMALLINT -> (short) word;
            case INT -> word;
            case DATE -> LocalDate.ofEpochDay(word);
            case TIME -> Encoding.ofTimeMillis(checkTimeMillis(word));
            case FLOAT -> Float.intBitsToFloat(word);
            default -> throw new IllegalStateException(type.asText());
        };
    }

    private static Object ofLong(long word, DataType type) {
        return switch (type.root()) {
            case BIGINT -> word;
            case DOUBLE -> Double.longBitsToDouble(word);
            case DECIMAL -> BigDecimal.valueOf(word, ((DecimalType) type).scale());
            case TIMESTAMP, TIMESTAMP_LTZ ->
                Encoding.ofInstant(
                        ((TemporalType) type).isMillis() ? Encoding.ofMillis(word, 0) : Encoding.ofMicros(word), type);
            default -> throw new IllegalStateException(type.asText());
        };
    }

    private static Object ofBytes(BytesVector vector, int row) {
        DataType type = vector.type();
        int start = vector.start(row);
        return switch (type.root()) {
            case CHAR, VARCHAR -> new String(vector.bytes(), start, vector.length(row), UTF_8);
            case BINARY, VARBINARY -> vector.copyOf(row);
            case DECIMAL -> Encoding.ofWideDecimal(vector.bytes(), start, type);
            case TIMESTAMP, TIMESTAMP_LTZ -> Encoding.ofInstant(Encoding.ofWideTimestamp(vector.bytes(), start), type);
            default -> throw new IllegalStateException(type.asText());
        };
    }

    /** A stored TIME, which must be within a day. */
    static int checkTimeMillis(int millis) {
        if (millis < 0 || millis >= MILLIS_PER_DAY) {
            throw new IllegalArgumentException("TIME: expected milliseconds within a day, found " + millis);
        }
        return millis;
    }

    /** Compares two values of a type, neither of them null. */
    public static int compare(Object left, Object right, DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> Boolean.compare((Boolean) left, (Boolean) right);
            case TINYINT -> Byte.compare((Byte) left, (Byte) right);
            case SMALLINT -> Short.compare((Short) left, (Short) right);
            case INT -> Integer.compare((Integer) left, (Integer) right);
            case BIGINT -> Long.compare((Long) left, (Long) right);
            case FLOAT -> Float.compare((Float) left, (Float) right);
            case DOUBLE -> Double.compare((Double) left, (Double) right);
            case DECIMAL -> ((BigDecimal) left).compareTo((BigDecimal) right);
            case CHAR, VARCHAR -> compareText((String) left, (String) right);
            case BINARY, VARBINARY -> Arrays.compareUnsigned((byte[]) left, (byte[]) right);
            case DATE -> ((LocalDate) left).compareTo((LocalDate) right);
            case TIME -> ((LocalTime) left).compareTo((LocalTime) right);
            case TIMESTAMP, TIMESTAMP_LTZ -> Encoding.instant(left).compareTo(Encoding.instant(right));
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR ->
                throw new IllegalArgumentException("values of type " + type.asText() + " cannot be compared");
        };
    }

    /** Code point order, which is that of the UTF-8 bytes, from UTF-16: surrogates come after all other units. */
    private static int compareText(String left, String right) {
        int end = Math.min(left.length(), right.length());
        for (int i = 0; i < end; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean sameKind = Character.isSurrogate(a) == Character.isSurrogate(b);
                return sameKind ? Character.compare(a, b) : Character.isSurrogate(a) ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    /** Compares rows of two vectors of the same type in ascending order; a null comes before every value. */
    public static int compare(ColumnVector left, int leftRow, ColumnVector right, int rightRow) {
        boolean leftNull = left.isNull(leftRow);
        boolean rightNull = right.isNull(rightRow);
        return leftNull || rightNull
                ? Boolean.compare(rightNull, leftNull)
                : comparePresent(left, leftRow, right, rightRow);
    }

    /**
     * Compares rows of two vectors of the same type in descending order; a null still comes before every value, as the order
     * of sequence fields asks.
     */
    public static int compareDescending(ColumnVector left, int leftRow, ColumnVector right, int rightRow) {
        boolean leftNull = left.isNull(leftRow);
        boolean rightNull = right.isNull(rightRow);
        return leftNull || rightNull
                ? Boolean.compare(rightNull, leftNull)
                : Integer.compare(0, comparePresent(left, leftRow, right, rightRow));
    }

    /** Whether rows of two vectors of the same type hold the same; the entries of a MAP or MULTISET have no order. */
    public static boolean same(ColumnVector left, int leftRow, ColumnVector right, int rightRow) {
        return left instanceof ListVector || left instanceof RowVector
                ? NestedValues.same(left, leftRow, right, rightRow)
                : compare(left, leftRow, right, rightRow) == 0;
    }

    private static int comparePresent(ColumnVector left, int leftRow, ColumnVector right, int rightRow) {
        if (left instanceof IntVector ints) {
            int a = ints.get(leftRow);
            int b = ((IntVector) right).get(rightRow);
            return left.type().root() == TypeRoot.FLOAT
                    ? Float.compare(Float.intBitsToFloat(a), Float.intBitsToFloat(b))
                    : Integer.compare(a, b);
        }
        if (left instanceof LongVector longs) {
            long a = longs.get(leftRow);
            long b = ((LongVector) right).get(rightRow);
            return left.type().root() == TypeRoot.DOUBLE
                    ? Double.compare(Double.longBitsToDouble(a), Double.longBitsToDouble(b))
                    : Long.compare(a, b);
        }
        if (left instanceof ListVector || left instanceof RowVector) {
            return NestedValues.compare(left, leftRow, right, rightRow);
        }
        return compareBytes(plain(left), plainRow(left, leftRow), plain(right), plainRow(right, rightRow));
    }

    private static BytesVector plain(ColumnVector vector) {
        return vector instanceof DictionaryVector coded ? coded.dictionary() : (BytesVector) vector;
    }

    private static int plainRow(ColumnVector vector, int row) {
        return vector instanceof DictionaryVector coded ? coded.codes()[row] : row;
    }

    private static int compareBytes(BytesVector left, int leftRow, BytesVector right, int rightRow) {
        byte[] a = left.bytes();
        byte[] b = right.bytes();
        int aStart = left.start(leftRow);
        int bStart = right.start(rightRow);
        TypeRoot root = left.type().root();
        if ((root == TypeRoot.DECIMAL || root.isTimestamp()) && a[aStart] != b[bStart]) {
            return Byte.compare(a[aStart], b[bStart]); // the first byte has the sign, the others have none
        }
        return Arrays.compareUnsigned(
                a, aStart, aStart + left.length(leftRow), b, bStart, bStart + right.length(rightRow));
    }
}
