package org.lsmtable.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;

/**
 * A row in the binary layout of the table format (spec: rows): kind and null bits, one 8-byte slot a field, a variable
 * part. It is the form of partitions, keys and statistics in metadata files and the input of the bucket hash. Equality and
 * hash are those of the bytes. Immutable: the bytes are not copied and must not be changed.
 */
public final class BinaryRow {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The row without fields: the partition of an unpartitioned table. */
    public static final BinaryRow EMPTY = new BinaryRow(0, new byte[8]);

    private final int arity;
    private final byte[] bytes;

    /** A row on its bytes, without the arity in front. */
    public BinaryRow(int arity, byte[] bytes) {
        int fixed = fixedBytes(arity);
        if (bytes.length < fixed || bytes.length % 8 != 0) {
            throw new IllegalArgumentException("binary row of " + arity
                    + " fields: expected a multiple of 8 bytes, at least " + fixed + ", found " + bytes.length);
        }
        this.arity = arity;
        this.bytes = bytes;
    }

    /** A row of plain Java values, of the classes that {@link Values} lists. */
    public static BinaryRow of(List<DataType> types, @Nullable Object... values) {
        if (types.size() != values.length) {
            throw new IllegalArgumentException("expected " + types.size() + " values, found " + values.length);
        }
        BinaryRowWriter writer = new BinaryRowWriter(types.size());
        for (int i = 0; i < values.length; i++) {
            writer.write(i, types.get(i), values[i]);
        }
        return writer.toRow();
    }

    /** A row from its stored form: the arity as a big-endian 32-bit number, then the row. */
    public static BinaryRow fromStored(byte[] stored) {
        if (stored.length < 12) {
            throw new IllegalArgumentException("stored row: expected at least 12 bytes, found " + stored.length);
        }
        int arity = (int) BIG_INT.get(stored, 0);
        if (arity < 0 || arity > (stored.length - 4) / 8) {
            throw new IllegalArgumentException(
                    "stored row: arity " + arity + " does not fit " + stored.length + " bytes");
        }
        return new BinaryRow(arity, Arrays.copyOfRange(stored, 4, stored.length));
    }

    /** The stored form: the arity as a big-endian 32-bit number, then the row. */
    public byte[] toStored() {
        byte[] stored = new byte[4 + bytes.length];
        BIG_INT.set(stored, 0, arity);
        System.arraycopy(bytes, 0, stored, 4, bytes.length);
        return stored;
    }

    /** The bytes of the kind and null bits of a row of so many fields. */
    static int headerBytes(int arity) {
        return (arity + 8 + 63) / 64 * 8;
    }

    /** The bytes of header and slots of a row of so many fields. */
    static int fixedBytes(int arity) {
        return headerBytes(arity) + 8 * arity;
    }

    /** The number of fields. */
    public int arity() {
        return arity;
    }

    /** The row itself, not copied. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether a field is null. */
    public boolean isNull(int field) {
        int bit = field + 8;
        return (bytes[bit >>> 3] & 1 << (bit & 7)) != 0;
    }

    private int slot(int field) {
        return headerBytes(arity) + 8 * field;
    }

    /** The first 32 bits of a slot: BOOLEAN, TINYINT (not sign-extended), INT, DATE, TIME, bits of FLOAT. */
    public int getInt(int field) {
        return (int) INT.get(bytes, slot(field));
    }

    /** The 64 bits of a slot: BIGINT, bits of DOUBLE, narrow DECIMAL, TIMESTAMP of at most 3 digits. */
    public long getLong(int field) {
        return (long) LONG.get(bytes, slot(field));
    }

    /**
     * Where a text or binary field starts in {@link #bytes()}.
     *
     * @throws IllegalArgumentException if the field points outside of the row
     */
    public int dataStart(int field) {
        long word = getLong(field);
        return word < 0 ? slot(field) : checkedCell(field, word, (int) word);
    }

    /** The number of bytes of a text or binary field; certain to lie in the row once {@link #dataStart} has returned. */
    public int dataLength(int field) {
        long word = getLong(field);
        return word < 0 ? (int) (word >>> 56) & 0x7f : (int) word;
    }

    /** A copy of the bytes of a text or binary field. */
    public byte[] getBytes(int field) {
        int start = dataStart(field);
        return Arrays.copyOfRange(bytes, start, start + dataLength(field));
    }

    /** The offset of the cell that a field points to; to be used after its length has been checked. */
    int cellOffset(int field) {
        return (int) (getLong(field) >>> 32);
    }

    /** The number of bytes, 1 to 16, of a wide decimal's minimal form at {@link #cellOffset}. */
    int wideDecimalLength(int field) {
        long word = getLong(field);
        int length = (int) word;
        if (length < 1 || length > 16) {
            throw new IllegalArgumentException(
                    "field " + field + ": expected a decimal of 1 to 16 bytes, found " + length);
        }
        checkedCell(field, word, length);
        return length;
    }

    /** The 64-bit number in the cell that a field points to. */
    long cellLong(int field) {
        return (long) LONG.get(bytes, checkedCell(field, getLong(field), Long.BYTES));
    }

    private int checkedCell(int field, long word, int length) {
        int offset = (int) (word >>> 32);
        if (length < 0 || offset < fixedBytes(arity) || length > bytes.length - offset) {
            throw new IllegalArgumentException("field " + field + ": expected bytes within a row of " + bytes.length
                    + ", found " + length + " at " + offset);
        }
        return offset;
    }

    /** A field as a plain Java object, null if it is null. */
    public @Nullable Object get(int field, DataType type) {
        return BinaryRowReader.get(this, field, type);
    }

    /** The hash that assigns buckets: Murmur3 of the bytes, seed 42 (spec: rows, row hash). */
    public int bucketHash() {
        return Murmur3.hashWords(bytes, bytes.length);
    }

    /** Whether the row has so many fields and the first bytes of an array, so many of them. */
    boolean hasBytes(int fields, byte[] other, int length) {
        return arity == fields && Arrays.equals(bytes, 0, bytes.length, other, 0, length);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BinaryRow row && row.arity == arity && Arrays.equals(row.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The bytes in hexadecimal. */
    @Override
    public String toString() {
        return arity + ":" + HexFormat.of().formatHex(bytes);
    }
}
