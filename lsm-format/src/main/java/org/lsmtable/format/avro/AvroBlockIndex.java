package org.lsmtable.format.avro;

import java.io.IOException;
import java.util.Arrays;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageInput;

/** Where the blocks of a file lie, and which rows they hold. Immutable once read. */
final class AvroBlockIndex {
    /** The longest count and size in front of a block. */
    private static final int FRAME_BYTES = 20;

    private long[] starts = new long[16];
    private int[] sizes = new int[16];
    /** One more than there are blocks. */
    private long[] firstRows = new long[17];

    private int count;

    private AvroBlockIndex() {}

    /** Goes through a file from block to block; every block is whole and ends with the marker. */
    static AvroBlockIndex read(StorageInput input, AvroHeader header) throws IOException {
        AvroBlockIndex index = new AvroBlockIndex();
        String path = input.path();
        long length = input.length();
        byte[] bytes = new byte[AvroHeader.SYNC_BYTES + FRAME_BYTES];
        long at = header.length();
        while (at < length) {
            // the marker before a block is read again with what is in front of the block: one read for both
            int have = (int) Math.min(bytes.length, length - at + AvroHeader.SYNC_BYTES);
            input.readFully(at - AvroHeader.SYNC_BYTES, bytes, 0, have);
            header.checkSync(path, bytes, 0, index.lastStart());
            AvroInput frame = new AvroInput(path, bytes, AvroHeader.SYNC_BYTES, have);
            long rows = frame.readLong();
            long size = frame.readLong();
            long start = at + frame.position() - AvroHeader.SYNC_BYTES;
            if (rows < 0 || rows > Integer.MAX_VALUE || size < 0 || size > Integer.MAX_VALUE - 8) {
                throw new DamagedFileException(
                        path, "Avro block at byte " + at, "a count and a size", rows + " rows in " + size + " bytes");
            }
            if (size + AvroHeader.SYNC_BYTES > length - start) {
                throw new DamagedFileException(
                        path,
                        "Avro block at byte " + at,
                        size + " bytes and a sync marker",
                        "the end of the file after " + (length - start) + " bytes");
            }
            index.add(start, (int) size, (int) rows);
            at = start + size + AvroHeader.SYNC_BYTES;
        }
        if (at > header.length()) {
            input.readFully(length - AvroHeader.SYNC_BYTES, bytes, 0, AvroHeader.SYNC_BYTES);
            header.checkSync(path, bytes, 0, index.lastStart());
        }
        return index;
    }

    private long lastStart() {
        return count == 0 ? 0 : starts[count - 1];
    }

    private void add(long start, int size, int rows) {
        if (rows == 0) {
            return;
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            sizes = Arrays.copyOf(sizes, count * 2);
            firstRows = Arrays.copyOf(firstRows, count * 2 + 1);
        }
        starts[count] = start;
        sizes[count] = size;
        firstRows[count + 1] = firstRows[count] + rows;
        count++;
    }

    /** The number of rows of the file. */
    long rowCount() {
        return firstRows[count];
    }

    /** The block that holds a row, one of {@link #rowCount()}. */
    int blockOf(long row) {
        int found = Arrays.binarySearch(firstRows, 0, count, row);
        return found >= 0 ? found : -found - 2;
    }

    /** The first row of a block. */
    long firstRow(int block) {
        return firstRows[block];
    }

    /** The number of rows of a block. */
    int rows(int block) {
        return (int) (firstRows[block + 1] - firstRows[block]);
    }

    /** The byte at which the data of a block begin. */
    long start(int block) {
        return starts[block];
    }

    /** The bytes of a block as they are stored. */
    int size(int block) {
        return sizes[block];
    }
}
