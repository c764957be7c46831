package org.lsmtable.cast;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.ZoneId;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ColumnVector;

/**
 * Puts values into vectors of one type, whatever family they come from. Each method appends one row, a null where the type has no such value
 * but the rules say null, or throws IllegalArgumentException, ArithmeticException or DateTimeException where they say failure. What a type
 * does not take is left out; {@link CastRules} keeps it away.
 */
abstract class Target {
    /** What writes a type that comes from another. */
    static Target of(DataType from, DataType to, ZoneId zone) {
        return switch (to.root()) {
            case BOOLEAN -> new BooleanTarget();
            case TINYINT, SMALLINT, INT, BIGINT -> new WholeTarget(to.root());
            case FLOAT, DOUBLE -> new RealTarget(from, to.root());
            case DECIMAL -> new DecimalTarget((DecimalType) to);
            case CHAR, VARCHAR -> new TextTarget((LengthType) to);
            case BINARY, VARBINARY -> new BinaryTarget((LengthType) to);
            case DATE -> new DateTarget(from.root() == TypeRoot.TIMESTAMP_LTZ);
            case TIME -> new TimeTarget();
            case TIMESTAMP, TIMESTAMP_LTZ -> new StampTarget((TemporalType) to, zone);
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> throw new IllegalStateException(to.asText());
        };
    }

    private IllegalStateException unexpected(String what) {
        return new IllegalStateException(getClass().getSimpleName() + " takes no " + what);
    }

    /** A BOOLEAN. */
    void truth(boolean value, ColumnVector result) {
        whole(value ? 1 : 0, result);
    }

    /** A whole number. */
    void whole(long value, ColumnVector result) {
        throw unexpected("whole number");
    }

    /** A FLOAT. */
    void single(float value, ColumnVector result) {
        real(value, result);
    }

    /** A DOUBLE. */
    void real(double value, ColumnVector result) {
        throw unexpected("floating number");
    }

    /** A DECIMAL. */
    void decimal(BigDecimal value, ColumnVector result) {
        throw unexpected("decimal");
    }

    /** Text in UTF-8. */
    void text(byte[] bytes, int start, int length, ColumnVector result) {
        text(new String(bytes, start, length, UTF_8), result);
    }

    /** Text. */
    void text(String value, ColumnVector result) {
        throw unexpected("text");
    }

    /** BINARY or VARBINARY. */
    void binary(byte[] bytes, int start, int length, ColumnVector result) {
        throw unexpected("bytes");
    }

    /** A DATE. */
    void day(int day, ColumnVector result) {
        throw unexpected("date");
    }

    /** A TIME in milliseconds, of so many fraction digits. */
    void time(int millis, int precision, ColumnVector result) {
        throw unexpected("time");
    }

    /**
     * A TIMESTAMP.
     *
     * @param millis since the epoch, floor
     * @param nanos within the millisecond
     * @param precision its fraction digits
     */
    void stamp(long millis, int nanos, int precision, ColumnVector result) {
        throw unexpected("timestamp");
    }
}
