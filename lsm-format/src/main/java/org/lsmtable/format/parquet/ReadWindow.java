package org.lsmtable.format.parquet;

import java.io.IOException;
import org.lsmtable.fs.StorageInput;

/** A stretch of a file in memory, which moves forward as bytes are asked for and grows to the longest stretch asked for at once. */
final class ReadWindow {
    private final StorageInput input;
    private final int readAheadBytes;
    private byte[] array = new byte[0];
    private long start;
    private int length;

    /** An empty window that reads at least so many bytes at a time, if there are as many. */
    ReadWindow(StorageInput input, int readAheadBytes) {
        this.input = input;
        this.readAheadBytes = readAheadBytes;
    }

    /** The bytes, {@link PageBytes#SLACK} more than asked for; another array after each call of {@link #at}. */
    byte[] array() {
        return array;
    }

    /** The index behind the last byte that is there. */
    int limit() {
        return length;
    }

    /**
     * Makes bytes of the file available. What the array held is no longer there.
     *
     * @param end the byte of the file up to which the window may read ahead, at least {@code position + wanted}
     * @return the index of the byte at {@code position} in the array
     */
    int at(long position, int wanted, long end) throws IOException {
        if (!holds(position, wanted)) {
            fill(position, (int) Math.min(Math.max(wanted, readAheadBytes), end - position));
        }
        return (int) (position - start);
    }

    /** Makes bytes available without reading ahead. */
    void exactly(long position, int wanted) throws IOException {
        if (!holds(position, wanted)) {
            fill(position, wanted);
        }
    }

    private boolean holds(long position, int wanted) {
        return position >= start && position + wanted <= start + length;
    }

    private void fill(long position, int wanted) throws IOException {
        int kept = position >= start && position < start + length ? (int) (start + length - position) : 0;
        byte[] target = array.length < wanted + PageBytes.SLACK ? new byte[wanted + PageBytes.SLACK] : array;
        System.arraycopy(array, length - kept, target, 0, kept);
        array = target;
        start = position;
        length = kept;
        input.readFully(position + kept, array, kept, wanted - kept);
        length = wanted;
    }
}
