package org.lsmtable.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.Physical;

/**
 * Builds one binary row, field by field in order (spec: rows, field slots and nulls). Every field must be written once. May
 * be used again after {@link #toRow()}.
 */
public final class BinaryRowWriter {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_INLINE = 7;

    private final int arity;
    private final int headerBytes;
    private final int fixedBytes;
    private byte[] bytes;
    private int end;
    private int next;

    /** A writer of rows of so many fields. */
    public BinaryRowWriter(int arity) {
        this.arity = arity;
        this.headerBytes = BinaryRow.headerBytes(arity);
        this.fixedBytes = BinaryRow.fixedBytes(arity);
        this.bytes = new byte[fixedBytes + 32];
        this.end = fixedBytes;
    }

    /**
     * Writes a plain Java value of the class that {@link Values} lists, or null.
     *
     * @throws IllegalStateException if the field is not the next one
     * @throws UnsupportedFeatureException if the value is not null and of a nested type, VARIANT or BLOB
     */
    public void write(int field, DataType type, @Nullable Object value) {
        startField(field);
        if (value == null) {
            writeNull(field, type);
            return;
        }
        switch (type.root()) {
            case BOOLEAN -> setSlot(field, (Boolean) value ? 1 : 0);
            case TINYINT -> setSlot(field, (Byte) value & 0xff);
            case SMALLINT -> setSlot(field, (Short) value & 0xffff);
            case INT -> setSlot(field, (Integer) value & 0xffffffffL);
            case DATE -> setSlot(field, Math.toIntExact(((LocalDate) value).toEpochDay()) & 0xffffffffL);
            case TIME -> setSlot(field, Encoding.timeMillis((LocalTime) value));
            case FLOAT -> setSlot(field, Float.floatToRawIntBits((Float) value) & 0xffffffffL);
            case BIGINT -> setSlot(field, (Long) value);
            case DOUBLE -> setSlot(field, Double.doubleToRawLongBits((Double) value));
            case DECIMAL -> writeDecimal(field, (DecimalType) type, (BigDecimal) value);
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                Instant instant = Encoding.instant(value);
                writeTimestamp(field, (TemporalType) type, Encoding.millis(instant), Encoding.nanoOfMilli(instant));
            }
            case CHAR, VARCHAR -> {
                byte[] utf8 = ((String) value).getBytes(UTF_8);
                writeData(field, utf8, 0, utf8.length);
            }
            case BINARY, VARBINARY -> writeData(field, (byte[]) value, 0, ((byte[]) value).length);
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> throw unsupported(type);
        }
    }

    /**
     * Writes the value of a vector's row.
     *
     * @throws IllegalStateException if the field is not the next one
     */
    public void write(int field, ColumnVector vector, int row) {
        startField(field);
        DataType type = vector.type();
        if (vector.isNull(row)) {
            writeNull(field, type);
        } else if (vector instanceof IntVector ints) {
            setSlot(field, ints.get(row) & slotMask(type));
        } else if (vector instanceof LongVector longs) {
            writeLong(field, type, longs.get(row));
        } else if (vector instanceof DictionaryVector coded) {
            writeBytes(field, type, coded.dictionary(), coded.codes()[row]);
        } else {
            writeBytes(field, type, (BytesVector) vector, row);
        }
    }

    /**
     * The row; the writer may be used again from here on.
     *
     * @throws IllegalStateException if a field has not been written
     */
    public BinaryRow toRow() {
        checkComplete();
        BinaryRow row = new BinaryRow(arity, Arrays.copyOf(bytes, end));
        clear();
        return row;
    }

    /** The {@link BinaryRow#bucketHash()} of the row that {@link #toRow} would give, without making it; the writer may be used again. */
    public int takeBucketHash() {
        int hash = hash();
        clear();
        return hash;
    }

    /** The same, and the row stays. */
    int hash() {
        checkComplete();
        return Murmur3.hashWords(bytes, end);
    }

    /** Whether {@link #toRow} would give an equal row. */
    boolean holds(BinaryRow row) {
        checkComplete();
        return row.hasBytes(arity, bytes, end);
    }

    private void checkComplete() {
        if (next != arity) {
            throw new IllegalStateException("expected " + arity + " fields, found " + next + " written");
        }
    }

    /** Forgets the fields written. */
    void clear() {
        Arrays.fill(bytes, 0, end, (byte) 0);
        end = fixedBytes;
        next = 0;
    }

    private void startField(int field) {
        if (field != next || field >= arity) {
            throw new IllegalStateException("expected field " + next + " of " + arity + " to be next, found " + field);
        }
        next++;
    }

    private static long slotMask(DataType type) {
        return switch (type.root()) {
            case TINYINT -> 0xffL;
            case SMALLINT -> 0xffffL;
            default -> 0xffffffffL;
        };
    }

    private void writeLong(int field, DataType type, long word) {
        if (type instanceof TemporalType time && !time.isMillis()) {
            int nanos = (int) Math.floorMod(word, 1000L) * 1000;
            writeTimestamp(field, time, Math.floorDiv(word, 1000L), nanos);
        } else {
            setSlot(field, word);
        }
    }

    private void writeBytes(int field, DataType type, BytesVector vector, int row) {
        int start = vector.start(row);
        byte[] source = vector.bytes();
        if (type instanceof DecimalType) {
            int skipped = Encoding.signBytes(source, start);
            writeWideDecimal(field, source, start + skipped, Physical.WIDE_DECIMAL_BYTES - skipped);
        } else if (type instanceof TemporalType time) {
            long millis = (long) Encoding.BIG_LONG.get(source, start);
            writeTimestamp(field, time, millis, (int) Encoding.BIG_INT.get(source, start + 8));
        } else {
            writeData(field, source, start, vector.length(row));
        }
    }

    private void writeNull(int field, DataType type) {
        int bit = field + 8;
        bytes[bit >>> 3] |= (byte) (1 << (bit & 7));
        if (type instanceof DecimalType decimal && !decimal.isCompact()) {
            setSlot(field, (long) cell(Physical.WIDE_DECIMAL_BYTES) << 32);
        } else if (type instanceof TemporalType time && type.root().isTimestamp() && !time.isMillis()) {
            setSlot(field, (long) cell(Long.BYTES) << 32);
        }
    }

    private void writeDecimal(int field, DecimalType type, BigDecimal value) {
        BigInteger unscaled = Encoding.unscaled(value, type);
        if (type.isCompact()) {
            setSlot(field, unscaled.longValueExact());
        } else {
            byte[] minimal = unscaled.toByteArray();
            writeWideDecimal(field, minimal, 0, minimal.length);
        }
    }

    private void writeWideDecimal(int field, byte[] source, int from, int length) {
        int cell = cell(Physical.WIDE_DECIMAL_BYTES);
        System.arraycopy(source, from, bytes, cell, length);
        setSlot(field, (long) cell << 32 | length);
    }

    private void writeTimestamp(int field, TemporalType type, long millis, int nanoOfMilli) {
        if (type.isMillis()) {
            setSlot(field, millis);
        } else {
            int cell = cell(Long.BYTES);
            LONG.set(bytes, cell, millis);
            setSlot(field, (long) cell << 32 | nanoOfMilli);
        }
    }

    private void writeData(int field, byte[] source, int from, int length) {
        if (length <= MAX_INLINE) {
            int slot = headerBytes + 8 * field;
            System.arraycopy(source, from, bytes, slot, length);
            bytes[slot + MAX_INLINE] = (byte) (0x80 | length);
        } else {
            int cell = cell(length);
            System.arraycopy(source, from, bytes, cell, length);
            setSlot(field, (long) cell << 32 | length);
        }
    }

    private void setSlot(int field, long word) {
        LONG.set(bytes, headerBytes + 8 * field, word);
    }

    /** Reserves zero bytes in the variable part, rounded up to a multiple of 8; their offset. */
    private int cell(int length) {
        long newEnd = end + ((length + 7L) & ~7L);
        if (newEnd > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a binary row holds at most 2 GiB, needed " + newEnd + " bytes");
        }
        if (newEnd > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, newEnd + (newEnd >> 1)));
        }
        int cell = end;
        end = (int) newEnd;
        return cell;
    }

    private static UnsupportedFeatureException unsupported(DataType type) {
        return new UnsupportedFeatureException("values of type " + type.asText() + " in binary rows");
    }
}
