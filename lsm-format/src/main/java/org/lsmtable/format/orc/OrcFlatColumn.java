package org.lsmtable.format.orc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.orc.TypeDescription;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.DecimalColumnVector;
import org.apache.orc.storage.ql.exec.vector.DoubleColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.TimestampColumnVector;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.Physical;

/** Lays values that are not made of others into vectors of one type. Immutable. */
final class OrcFlatColumn extends OrcColumn {
    private static final int MILLIS_OF_DAY = 86_400_000;

    private final Values values;

    /** Appends rows that are not null. */
    @FunctionalInterface
    private interface Values {
        void append(org.apache.orc.storage.ql.exec.vector.ColumnVector source, int row, ColumnVector target);
    }

    private OrcFlatColumn(DataType type, Values values) {
        super(type);
        this.values = values;
    }

    /** A column whose parameters are those of {@link OrcColumn#of}. */
    static OrcFlatColumn flat(DataType type, TypeDescription stored, OrcZone zone) {
        Values values = switch (type.root()) {
            case BOOLEAN -> integer(0, 1);
            case TINYINT -> integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> integer(Short.MIN_VALUE, Short.MAX_VALUE);
            case INT, DATE -> integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case TIME -> integer(0, MILLIS_OF_DAY - 1);
            case BIGINT ->
                (source, row, target) -> ((LongVector) target).append(((LongColumnVector) source).vector[row]);
            case FLOAT ->
                (source, row, target) -> ((IntVector) target)
                        .append(Float.floatToRawIntBits((float) ((DoubleColumnVector) source).vector[row]));
            case DOUBLE ->
                (source, row, target) -> ((LongVector) target)
                        .append(Double.doubleToRawLongBits(((DoubleColumnVector) source).vector[row]));
            case DECIMAL -> decimal((DecimalType) type, stored.getScale());
            case CHAR -> OrcFlatColumn::appendTrimmed;
            case VARCHAR, BINARY, VARBINARY -> OrcFlatColumn::appendBytes;
            case TIMESTAMP -> timestamp((TemporalType) type, OrcZone.UTC);
            case TIMESTAMP_LTZ -> timestamp((TemporalType) type, zone);
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> throw new IllegalStateException(type.asText());
        };
        return new OrcFlatColumn(type, values);
    }

    @Override
    void append(org.apache.orc.storage.ql.exec.vector.ColumnVector source, int from, int rows, ColumnVector target) {
        boolean plain = source.noNulls && !source.isRepeating;
        if (plain && type().root() == TypeRoot.BIGINT) {
            copyLongs((LongColumnVector) source, from, rows, (LongVector) target);
            return;
        }
        // ORC also takes zeros of both signs for one repeated value, but gives them all
        boolean repeated = source.isRepeating && !(source.noNulls && source instanceof DoubleColumnVector);
        for (int i = from; i < from + rows; i++) {
            int row = repeated ? 0 : i;
            if (!source.noNulls && source.isNull[row]) {
                target.appendNulls(1);
            } else {
                values.append(source, row, target);
            }
        }
    }

    private static void copyLongs(LongColumnVector source, int from, int rows, LongVector target) {
        int at = target.size();
        target.ensureCapacity(at + rows);
        System.arraycopy(source.vector, from, target.values(), at, rows);
        endPresent(target, rows);
    }

    private static Values integer(long least, long most) {
        return (source, row, target) -> {
            long value = ((LongColumnVector) source).vector[row];
            if (value < least || value > most) {
                throw new UnfitValueException("a number from " + least + " to " + most, String.valueOf(value));
            }
            ((IntVector) target).append((int) value);
        };
    }

    private static Values decimal(DecimalType type, int storedScale) {
        BigInteger factor = BigInteger.TEN.pow(type.scale() - storedScale);
        BigInteger limit = BigInteger.TEN.pow(type.precision());
        return (source, row, target) -> {
            if (type.scale() == storedScale
                    && source instanceof LongColumnVector longs
                    && target instanceof LongVector words) {
                words.append(longs.vector[row]);
                return;
            }
            BigInteger unscaled = source instanceof LongColumnVector longs
                    ? BigInteger.valueOf(longs.vector[row]).multiply(factor)
                    : unscaled(((DecimalColumnVector) source), row, type);
            if (unscaled.abs().compareTo(limit) >= 0) {
                throw new UnfitValueException(
                        "a " + type.nullable().asText(), new BigDecimal(unscaled, type.scale()).toPlainString());
            }
            if (target instanceof LongVector words) {
                words.append(unscaled.longValueExact());
            } else {
                byte[] minimal = unscaled.toByteArray();
                byte[] wide = new byte[Physical.WIDE_DECIMAL_BYTES];
                int pad = wide.length - minimal.length;
                Arrays.fill(wide, 0, pad, (byte) (minimal[0] >> 7));
                System.arraycopy(minimal, 0, wide, pad, minimal.length);
                ((BytesVector) target).append(wide);
            }
        };
    }

    private static BigInteger unscaled(DecimalColumnVector source, int row, DecimalType type) {
        BigDecimal value = source.vector[row].getHiveDecimal().bigDecimalValue();
        return value.setScale(type.scale()).unscaledValue();
    }

    private static void appendBytes(
            org.apache.orc.storage.ql.exec.vector.ColumnVector source, int row, ColumnVector target) {
        BytesColumnVector bytes = (BytesColumnVector) source;
        ((BytesVector) target).append(bytes.vector[row], bytes.start[row], bytes.length[row]);
    }

    /** ORC fills CHAR up with blanks. */
    private static void appendTrimmed(
            org.apache.orc.storage.ql.exec.vector.ColumnVector source, int row, ColumnVector target) {
        BytesColumnVector bytes = (BytesColumnVector) source;
        byte[] value = bytes.vector[row];
        int start = bytes.start[row];
        int length = bytes.length[row];
        while (length > 0 && value[start + length - 1] == ' ') {
            length--;
        }
        ((BytesVector) target).append(value, start, length);
    }

    private static Values timestamp(TemporalType type, OrcZone zone) {
        return (source, row, target) -> {
            TimestampColumnVector stamps = (TimestampColumnVector) source;
            long millis = zone.toTrue(stamps.time[row]);
            int nanoOfMilli = stamps.nanos[row] % 1_000_000;
            if (type.isMillis()) {
                ((LongVector) target).append(millis);
            } else if (type.isCompact()) {
                ((LongVector) target).append(Math.addExact(Math.multiplyExact(millis, 1000L), nanoOfMilli / 1000));
            } else {
                byte[] wide = new byte[Physical.WIDE_TIMESTAMP_BYTES];
                ByteBuffer.wrap(wide).putLong(millis).putInt(nanoOfMilli);
                ((BytesVector) target).append(wide);
            }
        };
    }
}
