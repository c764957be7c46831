package org.lsmtable.index;

import java.io.IOException;
import org.lsmtable.predicate.ValueIndex;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.Physical;

/**
 * A bitmap index as it answers whether a file can match: by the values in its dictionary, which are all that the column has; the bitmaps
 * of their rows are not looked at (spec: indexes, file index kind bitmap). Version 1 lists the values, version 2 has them in blocks.
 */
final class BitmapIndex implements ValueIndex {
    static final String KIND = "bitmap";

    private final IndexBlock block;
    private final DataType type;
    private final boolean isInBlocks;
    private final int distinct;
    private final boolean hasNull;
    /** Where the entries of version 1, or the list of blocks of version 2, begin. */
    private final long listStart;

    private BitmapIndex(
            IndexBlock block, DataType type, boolean isInBlocks, int distinct, boolean hasNull, long listStart) {
        this.block = block;
        this.type = type;
        this.isInBlocks = isInBlocks;
        this.distinct = distinct;
        this.hasNull = hasNull;
        this.listStart = listStart;
    }

    /** An index of values of a type; of types that have no bitmap index it tells nothing. */
    static ValueIndex open(IndexBlock block, DataType stored) throws IOException {
        if (!isSupported(stored)) {
            return ValueIndex.UNKNOWN;
        }
        IndexBlock.Cursor in = block.from(0);
        int version = in.u8();
        if (version != 1 && version != 2) {
            throw new UnsupportedFeatureException(
                    block.bytes().name() + ": " + block.what() + ": version " + version + " is not supported");
        }
        in.i32(); // rows
        int distinct = in.count("distinct values");
        boolean hasNull = in.u8() != 0;
        if (hasNull) {
            in.i32(); // where the bitmap of nulls is
            if (version == 2) {
                in.i32(); // and its length
            }
        }
        return new BitmapIndex(block, stored, version == 2, distinct, hasNull, in.position());
    }

    private static boolean isSupported(DataType type) {
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE, TIME -> true;
            case TIMESTAMP, TIMESTAMP_LTZ, CHAR, VARCHAR -> true;
            case BINARY, VARBINARY, DECIMAL, ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> false;
        };
    }

    @Override
    public boolean mayHoldAny(ColumnVector values) throws IOException {
        return distinct > 0 && found(values, 1) > 0;
    }

    /** The dictionary has a value more than those listed; of those that it holds less exactly than the file, this cannot be told. */
    @Override
    public boolean mayHoldOther(ColumnVector values) throws IOException {
        boolean isExact = type.root() != TypeRoot.FLOAT && type.root() != TypeRoot.DOUBLE && !isWideTimestamp(type);
        return isExact ? found(values, Integer.MAX_VALUE) < distinct : distinct > 0;
    }

    @Override
    public boolean mayHoldValue() {
        return distinct > 0;
    }

    @Override
    public boolean mayHoldNull() {
        return hasNull;
    }

    private static boolean isWideTimestamp(DataType type) {
        return type instanceof TemporalType && Physical.of(type) == Physical.BYTES;
    }

    /** How many entries of the dictionary are wanted; no more than {@code enough} are looked for. */
    private int found(ColumnVector values, int enough) throws IOException {
        WantedValues wanted = WantedValues.of(type, values);
        IndexBlock.Cursor list = block.from(listStart);
        if (!isInBlocks) {
            return found(wanted, list, distinct, enough);
        }
        int[] offsets = new int[list.count("blocks")];
        for (int i = 0; i < offsets.length; i++) {
            wanted.reads(list); // the first value of the block, which is in it once more
            offsets[i] = list.count("offset of a block");
        }
        list.i32(); // bytes of all blocks
        long firstBlock = list.position();
        int found = 0;
        for (int i = 0; i < offsets.length && found < enough; i++) {
            IndexBlock.Cursor entries = block.from(firstBlock + offsets[i]);
            found += found(wanted, entries, entries.count("entries of a block"), enough - found);
        }
        return found;
    }

    private int found(WantedValues wanted, IndexBlock.Cursor entries, int count, int enough) throws IOException {
        int found = 0;
        for (int i = 0; i < count && found < enough; i++) {
            found += wanted.reads(entries) ? 1 : 0;
            entries.i32(); // where the bitmap is
            if (isInBlocks) {
                entries.i32(); // and its length
            }
        }
        return found;
    }
}
