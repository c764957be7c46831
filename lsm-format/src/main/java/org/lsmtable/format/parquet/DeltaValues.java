package org.lsmtable.format.parquet;

import java.util.Arrays;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.vector.BytesVector;

/** The three encodings built on {@link DeltaNumbers}, and BYTE_STREAM_SPLIT. Rare in tables, decoded value by value. */
final class DeltaValues {
    private DeltaValues() {}

    /** DELTA_BINARY_PACKED for INT32, whose differences wrap at 32 bits, and INT64. */
    static final class Numbers extends PageValues {
        private final DeltaNumbers numbers;

        Numbers(PageBytes in) throws DamagedFileException {
            this.numbers = new DeltaNumbers(in);
        }

        @Override
        void readInts(int[] target, int at, int count) throws DamagedFileException {
            for (int i = at; i < at + count; i++) {
                target[i] = (int) numbers.next();
            }
        }

        @Override
        void readLongs(long[] target, int at, int count) throws DamagedFileException {
            for (int i = at; i < at + count; i++) {
                target[i] = numbers.next();
            }
        }

        @Override
        void skip(int count) throws DamagedFileException {
            for (int i = 0; i < count; i++) {
                numbers.next();
            }
        }
    }

    /** DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes. */
    static final class LengthBytes extends PageValues {
        private final PageBytes in;
        private final DeltaNumbers lengths;

        LengthBytes(PageBytes in) throws DamagedFileException {
            this.in = in;
            this.lengths = new DeltaNumbers(in.duplicate());
            new DeltaNumbers(in).skipAll();
        }

        @Override
        void readBytes(BytesVector target, int at, int count) throws DamagedFileException {
            int[] offsets = target.offsets();
            int begin = offsets[at];
            long total = 0;
            for (int i = at + 1; i <= at + count; i++) {
                total += nextLength(total);
                offsets[i] = begin + (int) total;
            }
            target.ensureBytes(begin + total);
            System.arraycopy(in.array(), in.take(total), target.bytes(), begin, (int) total);
        }

        @Override
        void skip(int count) throws DamagedFileException {
            for (int i = 0; i < count; i++) {
                in.take(nextLength(0));
            }
        }

        private long nextLength(long used) throws DamagedFileException {
            long length = lengths.next();
            if (length < 0 || length > in.remaining() - used) {
                throw in.damaged("length of a value", "0 to " + (in.remaining() - used), length);
            }
            return length;
        }
    }

    /** DELTA_BYTE_ARRAY: each value is a stretch of the one before and a suffix. */
    static final class PrefixedBytes extends PageValues {
        private final PageBytes in;
        private final DeltaNumbers prefixes;
        private final DeltaNumbers suffixes;
        private final int width;
        private byte[] value = new byte[64];
        private int length;

        /**
         * Opens the page.
         *
         * @param width the length that every value must have, -1 if it may have any
         */
        PrefixedBytes(PageBytes in, int width) throws DamagedFileException {
            this.in = in;
            this.width = width;
            this.prefixes = new DeltaNumbers(in.duplicate());
            new DeltaNumbers(in).skipAll();
            this.suffixes = new DeltaNumbers(in.duplicate());
            new DeltaNumbers(in).skipAll();
        }

        @Override
        void readBytes(BytesVector target, int at, int count) throws DamagedFileException {
            int[] offsets = target.offsets();
            for (int i = at; i < at + count; i++) {
                next();
                target.ensureBytes((long) offsets[i] + length);
                System.arraycopy(value, 0, target.bytes(), offsets[i], length);
                offsets[i + 1] = offsets[i] + length;
            }
        }

        @Override
        void skip(int count) throws DamagedFileException {
            for (int i = 0; i < count; i++) {
                next();
            }
        }

        private void next() throws DamagedFileException {
            long prefix = prefixes.next();
            long suffix = suffixes.next();
            if (prefix < 0 || prefix > length) {
                throw in.damaged("prefix of a value", "0 to " + length, prefix);
            }
            int from = in.take(suffix);
            length = (int) (prefix + suffix);
            if (width >= 0 && length != width) {
                throw in.damaged("length of a value", width, length);
            }
            if (value.length < length) {
                value = Arrays.copyOf(value, length + (length >> 1));
            }
            System.arraycopy(in.array(), from, value, (int) prefix, (int) suffix);
        }
    }

    /** BYTE_STREAM_SPLIT: the first bytes of all values, then the second bytes, and so on. */
    static final class SplitStreams extends PageValues {
        private final PageBytes in;
        private final int width;
        private final int total;
        private int next;

        SplitStreams(PageBytes in, int width) throws DamagedFileException {
            this.in = in;
            this.width = width;
            this.total = in.remaining() / width;
            if (in.remaining() % width != 0) {
                throw in.damaged("bytes of values " + width + " wide", "a multiple", in.remaining());
            }
        }

        @Override
        void readInts(int[] target, int at, int count) throws DamagedFileException {
            int from = advance(count);
            for (int i = 0; i < count; i++) {
                target[at + i] = (int) word(from + i);
            }
        }

        @Override
        void readLongs(long[] target, int at, int count) throws DamagedFileException {
            int from = advance(count);
            for (int i = 0; i < count; i++) {
                target[at + i] = word(from + i);
            }
        }

        @Override
        void readBytes(BytesVector target, int at, int count) throws DamagedFileException {
            int from = advance(count);
            int[] offsets = target.offsets();
            int end = offsets[at];
            target.ensureBytes(end + (long) count * width);
            for (int i = 0; i < count; i++) {
                for (int k = 0; k < width; k++) {
                    target.bytes()[end + k] = in.array()[in.position() + k * total + from + i];
                }
                end += width;
                offsets[at + i + 1] = end;
            }
        }

        @Override
        void skip(int count) throws DamagedFileException {
            advance(count);
        }

        private int advance(int count) throws DamagedFileException {
            if (count > total - next) {
                throw in.damaged("values of the page", count + " more", (total - next) + " left");
            }
            next += count;
            return next - count;
        }

        private long word(int index) {
            long word = 0;
            for (int k = 0; k < width; k++) {
                word |= (in.array()[in.position() + k * total + index] & 0xffL) << (8 * k);
            }
            return word;
        }
    }
}
