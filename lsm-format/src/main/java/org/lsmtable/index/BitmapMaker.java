package org.lsmtable.index;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;
import org.roaringbitmap.RoaringBitmap;

/**
 * A bitmap index of one column being filled (spec: indexes, file index kind bitmap): the number of its value is kept for each row, and the rows
 * of each value are brought together in the end. Not thread-safe.
 */
final class BitmapMaker implements IndexMaker {
    private static final int ENTRY_BYTES = 2 * Integer.BYTES;

    private final Layout layout;
    private final DistinctValues values;
    private int[] numbers = new int[0];
    private int rows;

    /**
     * How an index is laid out.
     *
     * @param version 1: one list of values; 2: sorted values in blocks
     * @param blockBytes how long a block of version 2 may be, if it has more than one value
     */
    record Layout(int version, long blockBytes) {
        private static final long DEFAULT_BLOCK_BYTES = 16 << 10;

        /**
         * The layout that options say.
         *
         * @throws IllegalArgumentException naming the option
         */
        static Layout of(IndexSettings settings) {
            return new Layout(
                    settings.get("version", Layout::version, "1 or 2", 2),
                    settings.bytes("index-block-size", DEFAULT_BLOCK_BYTES));
        }

        private static int version(String text) {
            int version = Integer.parseInt(text);
            if (version != 1 && version != 2) {
                throw new IllegalArgumentException(text);
            }
            return version;
        }
    }

    BitmapMaker(DataType type, Layout layout) {
        this.layout = layout;
        this.values = DistinctValues.of(type);
    }

    @Override
    public void add(ColumnVector vector, int count) {
        if (numbers.length < rows + count) {
            numbers = Arrays.copyOf(numbers, Math.max(rows + count, numbers.length + (numbers.length >> 1)));
        }
        values.number(vector, count, numbers, rows);
        rows += count;
    }

    @Override
    public byte[] block() {
        int distinct = values.size();
        // rows grouped by value, those that are null last
        int[] ends = new int[distinct + 1];
        for (int i = 0; i < rows; i++) {
            ends[numbers[i] == DistinctValues.NULL ? distinct : numbers[i]]++;
        }
        int at = 0;
        for (int i = 0; i <= distinct; i++) {
            int count = ends[i];
            ends[i] = at;
            at += count;
        }
        int[] grouped = new int[rows];
        for (int i = 0; i < rows; i++) {
            grouped[ends[numbers[i] == DistinctValues.NULL ? distinct : numbers[i]]++] = i;
        }
        return new Image(values, layout, grouped, ends).bytes();
    }

    /** Rows of each value as they are stored. */
    private static final class Image {
        private final DistinctValues values;
        private final Layout layout;
        private final int[] grouped;
        private final int[] ends;
        private final BigEndianBytes bitmaps = new BigEndianBytes();

        Image(DistinctValues values, Layout layout, int[] grouped, int[] ends) {
            this.values = values;
            this.layout = layout;
            this.grouped = grouped;
            this.ends = ends;
        }

        byte[] bytes() {
            int distinct = values.size();
            BigEndianBytes out = new BigEndianBytes();
            out.u8(layout.version);
            out.i32(grouped.length);
            out.i32(distinct);
            boolean hasNull = count(distinct) > 0;
            out.u8(hasNull ? 1 : 0);
            if (hasNull) {
                out.i32(place(distinct));
                if (layout.version == 2) {
                    out.i32(rows(distinct).serializedSizeInBytes()); // also of a single row, whose bitmap is not stored
                }
            }
            if (layout.version == 1) {
                for (int number : values.sorted()) {
                    values.store(number, out);
                    out.i32(place(number));
                }
            } else {
                blocks(values.sorted(), out);
            }
            out.bytes(bitmaps);
            return out.toArray();
        }

        private void blocks(int[] sorted, BigEndianBytes out) {
            BigEndianBytes heads = new BigEndianBytes();
            BigEndianBytes blocks = new BigEndianBytes();
            int count = 0;
            int from = 0;
            while (from < sorted.length) {
                int to = blockEnd(sorted, from);
                values.store(sorted[from], heads);
                heads.i32(blocks.size());
                blocks.i32(to - from);
                for (int i = from; i < to; i++) {
                    values.store(sorted[i], blocks);
                    int before = bitmaps.size();
                    blocks.i32(place(sorted[i]));
                    blocks.i32(bitmaps.size() == before ? -1 : bitmaps.size() - before);
                }
                count++;
                from = to;
            }
            out.i32(count);
            out.bytes(heads);
            out.i32(blocks.size());
            out.bytes(blocks);
        }

        /** The end of the block that begins with a value: at least that one is in it. */
        private int blockEnd(int[] sorted, int from) {
            long bytes = (long) Integer.BYTES + values.storedBytes(sorted[from]) + ENTRY_BYTES;
            int to = from + 1;
            while (to < sorted.length) {
                bytes += values.storedBytes(sorted[to]) + ENTRY_BYTES;
                if (bytes > layout.blockBytes) {
                    break;
                }
                to++;
            }
            return to;
        }

        private int count(int number) {
            return ends[number] - start(number);
        }

        private int start(int number) {
            return number == 0 ? 0 : ends[number - 1];
        }

        private RoaringBitmap rows(int number) {
            RoaringBitmap bitmap = new RoaringBitmap();
            for (int i = start(number); i < ends[number]; i++) {
                bitmap.add(grouped[i]);
            }
            bitmap.runOptimize();
            return bitmap;
        }

        /** Stores the rows of a value: a single one in the offset itself, more of them as a bitmap. */
        private int place(int number) {
            if (count(number) == 1) {
                return -1 - grouped[start(number)];
            }
            RoaringBitmap bitmap = rows(number);
            int offset = bitmaps.size();
            ByteBuffer bytes = ByteBuffer.allocate(bitmap.serializedSizeInBytes());
            bitmap.serialize(bytes);
            bitmaps.bytes(bytes.array(), 0, bytes.capacity());
            return offset;
        }
    }
}
