package org.lsmtable.format.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.lsmtable.fs.DamagedFileException;

/**
 * Reads Avro's binary encoding from memory. Every length is checked against what is left before anything is made for it. Not
 * thread-safe. All methods that read throw {@link DamagedFileException} where the bytes are not what is asked for.
 */
public final class AvroInput {
    private final String file;
    private final byte[] bytes;
    private final int end;
    private int position;

    /**
     * The bytes from (included) to (excluded).
     *
     * @param file for messages
     */
    public AvroInput(String file, byte[] bytes, int from, int to) {
        this.file = file;
        this.bytes = bytes;
        this.position = from;
        this.end = to;
    }

    /** The path, for messages. */
    public String file() {
        return file;
    }

    /** The byte that is read next. */
    public int position() {
        return position;
    }

    /** The number of bytes left. */
    public int remaining() {
        return end - position;
    }

    /** Goes to a position at which this or another input over the same bytes has stood. */
    void moveTo(int place) {
        position = place;
    }

    byte[] array() {
        return bytes;
    }

    /** A number of up to 64 bits: seven bits a byte, lowest first, signs folded in. */
    public long readLong() throws DamagedFileException {
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

    /** A number of up to 32 bits. */
    public int readInt() throws DamagedFileException {
        long value = readLong();
        if (value != (int) value) {
            throw damaged("a 32-bit number", String.valueOf(value));
        }
        return (int) value;
    }

    /** A count or length, of things that take at least one byte each. */
    public int readCount() throws DamagedFileException {
        long count = readLong();
        if (count < 0 || count > remaining()) {
            throw damaged("a length of at most the " + remaining() + " bytes left", String.valueOf(count));
        }
        return (int) count;
    }

    /** A length and so many bytes. */
    public byte[] readBytes() throws DamagedFileException {
        int length = readCount();
        position += length;
        return Arrays.copyOfRange(bytes, position - length, position);
    }

    /** A length and so many bytes of text. */
    public String readString() throws DamagedFileException {
        int length = readCount();
        position += length;
        return new String(bytes, position - length, length, UTF_8);
    }

    /** Passes over bytes. */
    public void skip(long count) throws DamagedFileException {
        if (count < 0 || count > remaining()) {
            throw damaged(count + " bytes", remaining() + " bytes before the end of the data");
        }
        position += (int) count;
    }

    /** Passes over a number. */
    void skipLong() throws DamagedFileException {
        while (position < end) {
            if (bytes[position++] >= 0) {
                return;
            }
        }
        throw damaged("a number", "the end of the data");
    }

    /**
     * The number of items in the next block of a list, 0 at its end. Items that take no byte at all are not believed in numbers
     * above that of the bytes left.
     */
    public int readBlockCount() throws DamagedFileException {
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

    /** An error at this position. */
    public DamagedFileException damaged(String expected, String found) {
        return new DamagedFileException(file, "Avro data at byte " + position + " of its block", expected, found);
    }
}
