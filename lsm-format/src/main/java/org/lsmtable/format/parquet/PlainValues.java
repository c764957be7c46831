package org.lsmtable.format.parquet;

import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.vector.BytesVector;

/** Encoding PLAIN: values one behind the other. */
abstract class PlainValues extends PageValues {
    final PageBytes in;

    private PlainValues(PageBytes in) {
        this.in = in;
    }

    @Override
    void checkEnd() throws DamagedFileException {
        if (in.remaining() > 0) {
            throw in.damaged("bytes behind the last value", 0, in.remaining());
        }
    }

    /** INT32 and FLOAT. */
    static final class Ints extends PlainValues {
        Ints(PageBytes in) {
            super(in);
        }

        @Override
        void readInts(int[] target, int at, int count) throws DamagedFileException {
            int from = in.take((long) count * Integer.BYTES);
            LittleEndian.copyInts(in.array(), from, target, at, count);
        }

        @Override
        void skip(int count) throws DamagedFileException {
            in.take((long) count * Integer.BYTES);
        }
    }

    /** INT64 and DOUBLE. */
    static final class Longs extends PlainValues {
        Longs(PageBytes in) {
            super(in);
        }

        @Override
        void readLongs(long[] target, int at, int count) throws DamagedFileException {
            int from = in.take((long) count * Long.BYTES);
            LittleEndian.copyLongs(in.array(), from, target, at, count);
        }

        @Override
        void skip(int count) throws DamagedFileException {
            in.take((long) count * Long.BYTES);
        }
    }

    /** FIXED_LEN_BYTE_ARRAY and INT96. */
    static final class Fixed extends PlainValues {
        private final int width;

        Fixed(PageBytes in, int width) {
            super(in);
            this.width = width;
        }

        @Override
        void readBytes(BytesVector target, int at, int count) throws DamagedFileException {
            int from = in.take((long) count * width);
            int[] offsets = target.offsets();
            int end = offsets[at];
            target.ensureBytes(end + (long) count * width);
            System.arraycopy(in.array(), from, target.bytes(), end, count * width);
            for (int i = 0; i < count; i++) {
                offsets[at + 1 + i] = end + (i + 1) * width;
            }
        }

        @Override
        void skip(int count) throws DamagedFileException {
            in.take((long) count * width);
        }
    }

    /** BYTE_ARRAY: each value behind its length. */
    static final class Binary extends PlainValues {
        Binary(PageBytes in) {
            super(in);
        }

        /**
         * Two passes: the lengths, each telling where the next is, and then the bytes, whose copies do not wait for each other.
         * Short values are copied eight bytes at a time, over their end, into room that the next value or nobody uses.
         */
        @Override
        void readBytes(BytesVector target, int at, int count) throws DamagedFileException {
            int from = in.position();
            readOffsets(target.offsets(), at, count);
            int[] offsets = target.offsets();
            target.ensureBytes((long) offsets[at + count] + PageBytes.SLACK);
            byte[] source = in.array();
            byte[] bytes = target.bytes();
            int start = offsets[at];
            for (int i = at; i < at + count; i++) {
                int end = offsets[i + 1];
                from += Integer.BYTES;
                int length = end - start;
                if (length <= 32) {
                    for (int k = 0; k < length; k += 8) {
                        LittleEndian.putLong(bytes, start + k, LittleEndian.longAt(source, from + k));
                    }
                } else {
                    System.arraycopy(source, from, bytes, start, length);
                }
                from += length;
                start = end;
            }
        }

        private void readOffsets(int[] offsets, int at, int count) throws DamagedFileException {
            byte[] source = in.array();
            int limit = in.limit();
            int position = in.position();
            int end = offsets[at];
            if (end > Integer.MAX_VALUE - 2 * PageBytes.SLACK - in.remaining()) {
                throw new IllegalStateException(
                        "a column vector holds at most 2 GiB, needed more than " + end + " bytes");
            }
            for (int i = at + 1; i <= at + count; i++) {
                if (limit - position < Integer.BYTES) {
                    throw in.damaged("bytes of the page", "a value's length", (limit - position) + " bytes");
                }
                int length = LittleEndian.intAt(source, position);
                position += Integer.BYTES;
                if (length < 0 || length > limit - position) {
                    throw in.damaged("length of a value", "0 to " + (limit - position), length);
                }
                position += length;
                end += length;
                offsets[i] = end;
            }
            in.position(position);
        }

        @Override
        void skip(int count) throws DamagedFileException {
            for (int i = 0; i < count; i++) {
                in.take(in.takeInt());
            }
        }
    }

    /** BOOLEAN: a bit each, lowest first. */
    static final class Bits extends PlainValues {
        private int bit;

        Bits(PageBytes in) {
            super(in);
        }

        @Override
        void readInts(int[] target, int at, int count) throws DamagedFileException {
            int base = in.position();
            int first = bit;
            skip(count);
            byte[] source = in.array();
            for (int i = 0; i < count; i++) {
                int k = first + i;
                target[at + i] = (source[base + (k >>> 3)] >>> (k & 7)) & 1;
            }
        }

        /** Whole bytes are taken when their last bit has been, the bits of the byte begun are remembered. */
        @Override
        void skip(int count) throws DamagedFileException {
            long end = (long) bit + count;
            if ((end + 7) >>> 3 > in.remaining()) {
                throw in.damaged("bits of the page", "at least " + end, (long) in.remaining() * 8);
            }
            in.position(in.position() + (int) (end >>> 3));
            bit = (int) (end & 7);
        }

        @Override
        void checkEnd() throws DamagedFileException {
            int used = bit > 0 ? 1 : 0;
            if (in.remaining() > used) {
                throw in.damaged("bytes behind the last value", 0, in.remaining() - used);
            }
        }
    }
}
