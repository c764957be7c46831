package org.lsmtable.vector;

import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;

/**
 * The shape in which vectors hold the values of a type.
 *
 * <table>
 * <caption>Encodings</caption>
 * <tr><th>type</th><th>shape</th><th>a value is</th></tr>
 * <tr><td>BOOLEAN</td><td>INT</td><td>0 or 1</td></tr>
 * <tr><td>TINYINT, SMALLINT, INT</td><td>INT</td><td>the number</td></tr>
 * <tr><td>DATE</td><td>INT</td><td>days since 1970-01-01</td></tr>
 * <tr><td>TIME</td><td>INT</td><td>milliseconds of the day</td></tr>
 * <tr><td>FLOAT</td><td>INT</td><td>raw IEEE bits</td></tr>
 * <tr><td>BIGINT</td><td>LONG</td><td>the number</td></tr>
 * <tr><td>DOUBLE</td><td>LONG</td><td>raw IEEE bits</td></tr>
 * <tr><td>DECIMAL(p ≤ 18)</td><td>LONG</td><td>the unscaled number</td></tr>
 * <tr><td>TIMESTAMP(p ≤ 3), LTZ</td><td>LONG</td><td>milliseconds since the epoch, floor</td></tr>
 * <tr><td>TIMESTAMP(4..6), LTZ</td><td>LONG</td><td>microseconds since the epoch, floor</td></tr>
 * <tr><td>TIMESTAMP(7..9), LTZ</td><td>BYTES</td><td>12 bytes: milliseconds since the epoch (floor) as a big-endian
 * 64-bit number, then the nanoseconds within the millisecond as a big-endian 32-bit number</td></tr>
 * <tr><td>DECIMAL(p &gt; 18)</td><td>BYTES</td><td>16 bytes: the unscaled number, big-endian, sign-extended</td></tr>
 * <tr><td>CHAR, VARCHAR</td><td>BYTES</td><td>UTF-8</td></tr>
 * <tr><td>BINARY, VARBINARY</td><td>BYTES</td><td>the bytes</td></tr>
 * <tr><td>ARRAY, MAP, MULTISET</td><td>LIST</td><td>a range of the rows of the children ({@link ListVector})</td></tr>
 * <tr><td>ROW</td><td>ROW</td><td>the same row of the children ({@link RowVector})</td></tr>
 * </table>
 *
 * <p>A null value is marked beside the values; its word is 0, its byte string and its range are empty, and the fields of a null ROW are
 * null.
 */
public enum Physical {
    INT,
    LONG,
    BYTES,
    LIST,
    ROW;

    /** The bytes of a TIMESTAMP with more than six fraction digits. */
    public static final int WIDE_TIMESTAMP_BYTES = 12;

    /** The bytes of a DECIMAL with more than 18 digits. */
    public static final int WIDE_DECIMAL_BYTES = 16;

    /** Whether a value is made of the values of child vectors. */
    public boolean isNested() {
        return this == LIST || this == ROW;
    }

    /**
     * The shape of a type.
     *
     * @throws IllegalArgumentException naming the type, if vectors cannot hold it (VARIANT, BLOB, VECTOR, or a nested type with one
     *     of them inside)
     */
    public static Physical of(DataType type) {
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, DATE, TIME, FLOAT -> INT;
            case BIGINT, DOUBLE -> LONG;
            case DECIMAL -> ((DecimalType) type).isCompact() ? LONG : BYTES;
            case TIMESTAMP, TIMESTAMP_LTZ -> ((TemporalType) type).isCompact() ? LONG : BYTES;
            case CHAR, VARCHAR, BINARY, VARBINARY -> BYTES;
            case ARRAY, MULTISET, MAP -> {
                ListVector.childTypes(type).forEach(Physical::of);
                yield LIST;
            }
            case ROW -> {
                ((RowType) type).types().forEach(Physical::of);
                yield ROW;
            }
            case VARIANT, BLOB, VECTOR ->
                throw new IllegalArgumentException(
                        "values of type " + type.asText() + " are not supported in data files yet");
        };
    }
}
