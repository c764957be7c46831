package org.lsmtable.index;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.predicate.ValueIndex;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.Physical;
import org.roaringbitmap.BitSetUtil;
import org.roaringbitmap.RoaringBitmap;

/**
 * A bitmap index as it answers: whether a file can match, by the values in its dictionary, which are all that the column has; and which rows can,
 * by their bitmaps (spec: indexes, file index kind bitmap). Version 1 lists the values, version 2 has them in blocks.
 */
final class BitmapIndex implements ValueIndex {
    static final String KIND = "bitmap";

    private final IndexBlock block;
    private final DataType type;
    private final boolean isInBlocks;
    private final int rows;
    private final int distinct;
    /** Where the bitmap of nulls is, if there are any. */
    private final @Nullable Integer nullOffset;
    /** Where the entries of version 1, or the list of blocks of version 2, begin. */
    private final long listStart;

    /** Takes the place of the bitmap of a wanted value; false if no more are needed. */
    private interface Found {
        boolean take(int offset);
    }

    private BitmapIndex(
            IndexBlock block,
            DataType type,
            boolean isInBlocks,
            int rows,
            int distinct,
            @Nullable Integer nullOffset,
            long listStart) {
        this.block = block;
        this.type = type;
        this.isInBlocks = isInBlocks;
        this.rows = rows;
        this.distinct = distinct;
        this.nullOffset = nullOffset;
        this.listStart = listStart;
    }

    /**
     * An index of values of a type; of types that have no bitmap index it tells nothing.
     *
     * @param rows how many rows the data file has
     */
    static ValueIndex open(IndexBlock block, DataType stored, long rows) throws IOException {
        if (!isSupported(stored)) {
            return ValueIndex.UNKNOWN;
        }
        IndexBlock.Cursor in = block.from(0);
        int version = in.u8();
        if (version != 1 && version != 2) {
            throw new UnsupportedFeatureException(
                    block.bytes().name() + ": " + block.what() + ": version " + version + " is not supported");
        }
        int indexed = in.i32();
        if (indexed != rows) {
            throw block.damaged("rows", rows + " as the data file has", String.valueOf(indexed));
        }
        int distinct = in.count("distinct values");
        Integer nullOffset = null;
        if (in.u8() != 0) {
            nullOffset = in.i32();
            if (version == 2) {
                in.i32(); // how long the bitmap of nulls is
            }
        }
        return new BitmapIndex(block, stored, version == 2, indexed, distinct, nullOffset, in.position());
    }

    /** Whether values of a type can be in a bitmap index. */
    static boolean isSupported(DataType type) {
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE, TIME -> true;
            case TIMESTAMP, TIMESTAMP_LTZ, CHAR, VARCHAR -> true;
            case BINARY, VARBINARY, DECIMAL, ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> false;
        };
    }

    @Override
    public boolean mayHoldAny(ColumnVector values) throws IOException {
        int[] found = new int[1];
        if (distinct > 0) {
            find(values, offset -> found[0]++ < 0);
        }
        return found[0] > 0;
    }

    /** The dictionary has a value more than those listed; of those that it holds less exactly than the file, this cannot be told. */
    @Override
    public boolean mayHoldOther(ColumnVector values) throws IOException {
        if (!isExact()) {
            return distinct > 0;
        }
        int[] found = new int[1];
        find(values, offset -> found[0]++ >= 0);
        return found[0] < distinct;
    }

    private boolean isExact() {
        return type.root() != TypeRoot.FLOAT && type.root() != TypeRoot.DOUBLE && !isWide(type);
    }

    @Override
    public boolean mayHoldValue() {
        return distinct > 0;
    }

    @Override
    public boolean mayHoldNull() {
        return nullOffset != null;
    }

    @Override
    public BitSet rowsOfAny(ColumnVector values) throws IOException {
        BitSet found = new BitSet(rows);
        List<Integer> offsets = new ArrayList<>();
        long bitmaps = find(values, offsets::add);
        for (int offset : offsets) {
            add(found, offset, bitmaps);
        }
        return found;
    }

    @Override
    public BitSet rowsOfOther(ColumnVector values) throws IOException {
        BitSet others = rowsOfValue();
        if (isExact()) {
            others.andNot(rowsOfAny(values));
        }
        return others;
    }

    @Override
    public BitSet rowsOfValue() throws IOException {
        BitSet present = new BitSet(rows);
        present.set(0, rows);
        present.andNot(rowsOfNull());
        return present;
    }

    @Override
    public BitSet rowsOfNull() throws IOException {
        BitSet nulls = new BitSet(rows);
        Integer offset = nullOffset;
        if (offset != null) {
            add(nulls, offset, offset < 0 ? 0 : bitmapStart());
        }
        return nulls;
    }

    /** Adds the rows of a bitmap, or the one row that an offset stands for. */
    private void add(BitSet target, int offset, long bitmaps) throws IOException {
        if (offset < 0) {
            target.set(checkedRow(-1 - offset));
            return;
        }
        RoaringBitmap bitmap = new RoaringBitmap();
        try {
            bitmap.deserialize(new DataInputStream(block.from(bitmaps + offset).asStream()));
        } catch (IOException | RuntimeException e) {
            if (e instanceof DamagedFileException) {
                throw e;
            }
            throw block.damaged("bitmap at " + offset, "rows", String.valueOf(e.getMessage()));
        }
        if (!bitmap.isEmpty()) {
            checkedRow(bitmap.last());
        }
        target.or(BitSetUtil.bitsetOf(bitmap));
    }

    private int checkedRow(int row) throws DamagedFileException {
        if (row < 0 || row >= rows) {
            throw block.damaged("row", "0 to " + (rows - 1), Integer.toUnsignedString(row));
        }
        return row;
    }

    /** Whether values have more digits than an index: timestamps with nanoseconds. */
    static boolean isWide(DataType type) {
        return type instanceof TemporalType && Physical.of(type) == Physical.BYTES;
    }

    /** Where the bitmaps begin: nothing is looked for. */
    private long bitmapStart() throws IOException {
        return find(ColumnVector.of(type, 0), offset -> true);
    }

    /**
     * Finds the wanted entries of the dictionary, as long as more are asked for.
     *
     * @return where the bitmaps begin; undefined if no more were asked for
     */
    private long find(ColumnVector values, Found found) throws IOException {
        WantedValues wanted = WantedValues.of(type, values);
        IndexBlock.Cursor list = block.from(listStart);
        if (!isInBlocks) {
            find(wanted, list, distinct, found);
            return list.position();
        }
        int blocks = list.count("blocks");
        int[] offsets = new int[blocks];
        int[] before = new int[blocks + 1];
        for (int i = 0; i < blocks; i++) {
            before[i] = wanted.before(list); // the first value of the block, which is in it once more
            offsets[i] = list.count("offset of a block");
        }
        before[blocks] = wanted.count();
        int blockBytes = list.count("bytes of all blocks");
        long firstBlock = list.position();
        for (int i = 0; i < blocks; i++) {
            if (before[i] < before[i + 1] || !wanted.isOrdered()) {
                IndexBlock.Cursor entries = block.from(firstBlock + offsets[i]);
                if (!find(wanted, entries, entries.count("entries of a block"), found)) {
                    break;
                }
            }
        }
        return firstBlock + blockBytes;
    }

    /** Whether more are asked for. */
    private boolean find(WantedValues wanted, IndexBlock.Cursor entries, int count, Found found) throws IOException {
        for (int i = 0; i < count; i++) {
            boolean isWanted = wanted.reads(entries);
            int offset = entries.i32();
            if (isInBlocks) {
                entries.i32(); // how long the bitmap is
            }
            if (isWanted && !found.take(offset)) {
                return false;
            }
        }
        return true;
    }
}
