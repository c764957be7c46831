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
public final class BinaryRow extends BinarySlots {
    private static final VarHandle BIG_INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** The row without fields: the partition of an unpartitioned table. */
    public static final BinaryRow EMPTY = new BinaryRow(0, new byte[8]);

    private final int arity;

    /** A row on its bytes, without the arity in front. */
    public BinaryRow(int arity, byte[] bytes) {
        super(bytes);
        int fixed = fixedBytes(arity);
        if (bytes.length < fixed || bytes.length % 8 != 0) {
            throw new IllegalArgumentException("binary row of " + arity
                    + " fields: expected a multiple of 8 bytes, at least " + fixed + ", found " + bytes.length);
        }
        this.arity = arity;
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
    @Override
    public boolean isNull(int field) {
        int bit = field + 8;
        return (bytes[bit >>> 3] & 1 << (bit & 7)) != 0;
    }

    @Override
    int slot(int field) {
        return headerBytes(arity) + 8 * field;
    }

    @Override
    int cellsStart() {
        return fixedBytes(arity);
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
