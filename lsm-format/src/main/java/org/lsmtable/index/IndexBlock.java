package org.lsmtable.index;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.lsmtable.fs.DamagedFileException;

/**
 * A stretch of the bytes of an index, read as it is needed: some bytes at a place, or numbers one after another from a place on.
 *
 * @param what names it in messages: {@code bitmap index of column 'a'}
 */
record IndexBlock(IndexBytes bytes, String what, long start, int length) {
    private static final int BUFFER_BYTES = 4096;

    /** One byte. */
    int byteAt(int position) throws IOException {
        byte[] one = new byte[1];
        read(position, one);
        return one[0] & 255;
    }

    /** Fills an array from a place. */
    void read(long position, byte[] target) throws IOException {
        if (position < 0 || position + target.length > length) {
            throw damaged("place", "within " + length + " bytes", target.length + " bytes at " + position);
        }
        bytes.read(start + position, target, 0, target.length);
    }

    DamagedFileException damaged(String part, String expected, String found) {
        return bytes.damaged(what + ": " + part, expected, found);
    }

    /** Numbers from a place on. */
    Cursor from(long position) {
        return new Cursor(this, position);
    }

    /** Reads big-endian numbers one after another through a small buffer. */
    static final class Cursor {
        private final IndexBlock block;
        private byte[] buffer = new byte[0];
        private long bufferStart;
        private int at;

        private Cursor(IndexBlock block, long position) {
            this.block = block;
            this.bufferStart = position;
        }

        /** The place of the next byte in the block. */
        long position() {
            return bufferStart + at;
        }

        /** The bytes from here on. */
        InputStream asStream() {
            return new InputStream() {
                @Override
                public int read() throws IOException {
                    return u8();
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    byte[] read = bytes(length);
                    System.arraycopy(read, 0, target, offset, length);
                    return length;
                }
            };
        }

        int u8() throws IOException {
            if (at == buffer.length) {
                bufferStart += at;
                at = 0;
                buffer = new byte[(int) Math.max(1, Math.min(BUFFER_BYTES, block.length - bufferStart))];
                block.read(bufferStart, buffer);
            }
            return buffer[at++] & 255;
        }

        int i32() throws IOException {
            return u8() << 24 | u8() << 16 | u8() << 8 | u8();
        }

        long i64() throws IOException {
            return (long) i32() << 32 | (i32() & 0xffff_ffffL);
        }

        /** A count or length, not more than fits into the block. */
        int count(String part) throws IOException {
            int count = i32();
            if (count < 0 || count > block.length) {
                throw block.damaged(part, "0 to " + block.length, String.valueOf(count));
            }
            return count;
        }

        byte[] bytes(int count) throws IOException {
            if (count <= buffer.length - at) {
                at += count;
                return Arrays.copyOfRange(buffer, at - count, at);
            }
            byte[] read = new byte[count];
            block.read(position(), read);
            bufferStart += at + count;
            at = 0;
            buffer = new byte[0];
            return read;
        }
    }
}
