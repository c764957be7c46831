package org.lsmtable.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.lsmtable.fs.DamagedFileException;

/** Reads Avro's binary encoding from memory. Every length is checked against what is left before anything is made for it. */
final class AvroInput {
    private final String file;
    private final byte[] bytes;
    private final int end;
    private int position;

    /** The bytes from (included) to (excluded). */
    AvroInput(String file, byte[] bytes, int from, int to) {
        this.file = file;
        this.bytes = bytes;
        this.position = from;
        this.end = to;
    }

    String file() {
        return file;
    }

    int position() {
        return position;
    }

    int remaining() {
        return end - position;
    }

    /** A number of up to 64 bits: seven bits a byte, lowest first, signs folded in. */
    long readLong() throws DamagedFileException {
        long folded = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (position == end) {
                throw damaged("a number", "the end of the data");
            }
            byte b = bytes[position++];
            folded |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return folded >>> 1 ^ -(folded & 1);
            }
        }
        throw damaged("a number of at most 10 bytes", "more");
    }

    int readInt() throws DamagedFileException {
        long value = readLong();
        if (value != (int) value) {
            throw damaged("a 32-bit number", String.valueOf(value));
        }
        return (int) value;
    }

    /** A count or length, of things that take at least one byte each. */
    int readCount() throws DamagedFileException {
        long count = readLong();
        if (count < 0 || count > remaining()) {
            throw damaged("a length of at most the " + remaining() + " bytes left", String.valueOf(count));
        }
        return (int) count;
    }

    byte[] readBytes() throws DamagedFileException {
        int length = readCount();
        position += length;
        return Arrays.copyOfRange(bytes, position - length, position);
    }

    String readString() throws DamagedFileException {
        int length = readCount();
        position += length;
        return new String(bytes, position - length, length, UTF_8);
    }

    /** Passes over bytes. */
    void skip(long count) throws DamagedFileException {
        if (count < 0 || count > remaining()) {
            throw damaged(count + " bytes", remaining() + " bytes before the end of the data");
        }
        position += (int) count;
    }

    /**
     * The number of items in the next block of a list, 0 at its end. Items that take no byte at all are not believed in numbers
     * above that of the bytes left.
     */
    int readBlockCount() throws DamagedFileException {
        long count = readLong();
        if (count < 0) {
            readLong(); // the size of the block, of use only for passing over it
            count = -count;
        }
        if (count < 0 || count > remaining()) {
            throw damaged("at most " + remaining() + " items", String.valueOf(count));
        }
        return (int) count;
    }

    DamagedFileException damaged(String expected, String found) {
        return new DamagedFileException(file, "Avro data at byte " + position + " of its block", expected, found);
    }
}
