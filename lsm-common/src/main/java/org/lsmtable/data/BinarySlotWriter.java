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
import java.util.List;
import java.util.Map;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.Physical;

/**
 * What binary rows and binary arrays have in common when they are built (spec: rows, field slots): slots in a fixed part, and behind it the
 * cells that slots point to.
 */
abstract sealed class BinarySlotWriter permits BinaryRowWriter, BinaryArrayWriter {
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_INLINE = 7;

    byte[] bytes;
    int end;

    BinarySlotWriter(int fixedBytes) {
        this.bytes = new byte[fixedBytes + 32];
        this.end = fixedBytes;
    }

    /** Where a slot starts in the bytes. */
    abstract int slot(int position);

    /** Sets a slot to the low bits of a word, as many as it has. */
    abstract void setSlot(int position, long word);

    /** Sets the slot and appends the cell of a value, which is not null. */
    final void writeValue(int position, DataType type, Object value) {
        switch (type.root()) {
            case BOOLEAN -> setSlot(position, (Boolean) value ? 1 : 0);
            case TINYINT -> setSlot(position, (Byte) value & 0xff);
            case SMALLINT -> setSlot(position, (Short) value & 0xffff);
            case INT -> setSlot(position, (Integer) value & 0xffffffffL);
            case DATE -> setSlot(position, Math.toIntExact(((LocalDate) value).toEpochDay()) & 0xffffffffL);
            case TIME -> setSlot(position, Encoding.timeMillis((LocalTime) value));
            case FLOAT -> setSlot(position, floatBits((Float) value) & 0xffffffffL);
            case BIGINT -> setSlot(position, (Long) value);
            case DOUBLE -> setSlot(position, doubleBits((Double) value));
            case DECIMAL -> writeDecimal(position, (DecimalType) type, (BigDecimal) value);
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                Instant instant = Encoding.instant(value);
                writeTimestamp(position, (TemporalType) type, Encoding.millis(instant), Encoding.nanoOfMilli(instant));
            }
            case CHAR, VARCHAR -> {
                byte[] utf8 = ((String) value).getBytes(UTF_8);
                writeData(position, utf8, 0, utf8.length);
            }
            case BINARY, VARBINARY -> writeData(position, (byte[]) value, 0, ((byte[]) value).length);
            case ARRAY, MULTISET, MAP, ROW -> writeCell(position, nested(type, value));
            case VARIANT, BLOB, VECTOR ->
                throw new UnsupportedFeatureException("values of type " + type.asText() + " in binary rows");
        }
    }

    /** The bits that a FLOAT is stored with. */
    int floatBits(float value) {
        return Float.floatToRawIntBits(value);
    }

    /** The bits that a DOUBLE is stored with. */
    long doubleBits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    /** The cell of a value that is made of other values (spec: rows, binary array, map, multiset, nested row). */
    private static byte[] nested(DataType type, Object value) {
        if (type instanceof RowType fields) {
            Row row = (Row) value;
            BinaryRowWriter writer = new BinaryRowWriter(fields.fieldCount());
            for (int i = 0; i < fields.fieldCount(); i++) {
                writer.write(i, fields.typeAt(i), row.get(i));
            }
            return writer.toRow().bytes();
        }
        if (type instanceof ArrayType array) {
            return BinaryArrayWriter.array((List<?>) value, array.element());
        }
        List<DataType> children = ListVector.childTypes(type);
        Map<?, ?> map = (Map<?, ?>) value;
        byte[] keys = BinaryArrayWriter.array(map.keySet(), children.get(0));
        byte[] values = BinaryArrayWriter.array(map.values(), children.get(1));
        byte[] both = new byte[Math.addExact(Integer.BYTES + keys.length, values.length)];
        INT.set(both, 0, keys.length);
        System.arraycopy(keys, 0, both, Integer.BYTES, keys.length);
        System.arraycopy(values, 0, both, Integer.BYTES + keys.length, values.length);
        return both;
    }

    private void writeDecimal(int position, DecimalType type, BigDecimal value) {
        BigInteger unscaled = Encoding.unscaled(value, type);
        if (type.isCompact()) {
            setSlot(position, unscaled.longValueExact());
        } else {
            byte[] minimal = unscaled.toByteArray();
            writeWideDecimal(position, minimal, 0, minimal.length);
        }
    }

    final void writeWideDecimal(int position, byte[] source, int from, int length) {
        int cell = cell(Physical.WIDE_DECIMAL_BYTES);
        System.arraycopy(source, from, bytes, cell, length);
        setSlot(position, (long) cell << 32 | length);
    }

    final void writeTimestamp(int position, TemporalType type, long millis, int nanoOfMilli) {
        if (type.isMillis()) {
            setSlot(position, millis);
        } else {
            int cell = cell(Long.BYTES);
            LONG.set(bytes, cell, millis);
            setSlot(position, (long) cell << 32 | nanoOfMilli);
        }
    }

    final void writeData(int position, byte[] source, int from, int length) {
        if (length <= MAX_INLINE) {
            int slot = slot(position);
            System.arraycopy(source, from, bytes, slot, length);
            bytes[slot + MAX_INLINE] = (byte) (0x80 | length);
        } else {
            int cell = cell(length);
            System.arraycopy(source, from, bytes, cell, length);
            setSlot(position, (long) cell << 32 | length);
        }
    }

    private void writeCell(int position, byte[] content) {
        int cell = cell(content.length);
        System.arraycopy(content, 0, bytes, cell, content.length);
        setSlot(position, (long) cell << 32 | content.length);
    }

    /** Reserves zero bytes behind all others, rounded up to a multiple of 8; their offset. */
    final int cell(int length) {
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
}
