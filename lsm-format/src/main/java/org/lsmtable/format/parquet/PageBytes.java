package org.lsmtable.format.parquet;

import org.lsmtable.fs.DamagedFileException;

/**
 * A stretch of an array that decoders consume front to back. Behind the limit the array has at least {@link #SLACK} more bytes
 * of any content, so that eight bytes may be loaded wherever one may.
 */
final class PageBytes {
    static final int SLACK = 8;

    private final PagePlace place;
    private byte[] array;
    private int position;
    private int limit;

    /** The bytes from (included) to (excluded) of an array. */
    PageBytes(PagePlace place, byte[] array, int from, int to) {
        if (from < 0 || from > to || to > array.length - SLACK) {
            throw new IllegalArgumentException("bytes " + from + " to " + to + " of " + array.length);
        }
        this.place = place;
        this.array = array;
        this.position = from;
        this.limit = to;
    }

    byte[] array() {
        return array;
    }

    int position() {
        return position;
    }

    int limit() {
        return limit;
    }

    int remaining() {
        return limit - position;
    }

    PagePlace place() {
        return place;
    }

    /** Moves behind bytes of which there must be so many. Returns where they begin. */
    int take(long length) throws DamagedFileException {
        if (length < 0 || length > limit - position) {
            throw shortOf(length);
        }
        int start = position;
        position += (int) length;
        return start;
    }

    /** Moves to a position up to the limit that the caller has checked. */
    void position(int newPosition) {
        position = newPosition;
    }

    /** The next bytes as a stretch of their own. */
    PageBytes takePart(long length) throws DamagedFileException {
        int start = take(length);
        return new PageBytes(place, array, start, position);
    }

    /** The same bytes again, from the same position. */
    PageBytes duplicate() {
        return new PageBytes(place, array, position, limit);
    }

    int takeByte() throws DamagedFileException {
        return array[take(1)] & 0xff;
    }

    int takeInt() throws DamagedFileException {
        return LittleEndian.intAt(array, take(4));
    }

    /** An unsigned LEB128 number of up to 32 bits. */
    long takeVarint() throws DamagedFileException {
        long value = takeLongVarint();
        if (value >>> 32 != 0) {
            throw damaged("variable-length number", "at most 32 bits", Long.toUnsignedString(value));
        }
        return value;
    }

    /** An unsigned LEB128 number of up to 64 bits. */
    long takeLongVarint() throws DamagedFileException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = takeByte();
            value |= (next & 0x7fL) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw damaged("variable-length number", "at most 10 bytes", "more");
    }

    /** A LEB128 number in zigzag form. */
    long takeZigzag() throws DamagedFileException {
        long value = takeLongVarint();
        return (value >>> 1) ^ -(value & 1);
    }

    DamagedFileException damaged(String what, Object expected, Object found) {
        return place.damaged(what, expected, found);
    }

    private DamagedFileException shortOf(long length) {
        return damaged("bytes of the page", "at least " + length + " more", remaining() + " left");
    }
}
