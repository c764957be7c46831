package org.lsmtable.data;

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
public final class BinaryRowWriter extends BinarySlotWriter {
    private final int arity;
    private final int headerBytes;
    private final int fixedBytes;
    private int next;

    /** A writer of rows of so many fields. */
    public BinaryRowWriter(int arity) {
        super(BinaryRow.fixedBytes(arity));
        this.arity = arity;
        this.headerBytes = BinaryRow.headerBytes(arity);
        this.fixedBytes = BinaryRow.fixedBytes(arity);
    }

    /**
     * Writes a plain Java value of the class that {@link Values} lists, or null.
     *
     * @throws IllegalStateException if the field is not the next one
     * @throws UnsupportedFeatureException if the value is not null and of type VARIANT, BLOB or VECTOR
     */
    public void write(int field, DataType type, @Nullable Object value) {
        startField(field);
        if (value == null) {
            writeNull(field, type);
            return;
        }
        writeValue(field, type, value);
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
        } else if (vector instanceof BytesVector bytesVector) {
            writeBytes(field, type, bytesVector, row);
        } else {
            writeValue(field, type, NestedValues.get(vector, row));
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

    @Override
    int slot(int field) {
        return headerBytes + 8 * field;
    }

    @Override
    void setSlot(int field, long word) {
        LONG.set(bytes, headerBytes + 8 * field, word);
    }
}
