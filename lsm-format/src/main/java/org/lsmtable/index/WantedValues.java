package org.lsmtable.index;

import java.io.IOException;
import java.util.Arrays;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** Values that are looked for among those of an index, which are read one after another (spec: indexes, file index kind bitmap). */
abstract class WantedValues {
    /** Reads a value; whether it is a wanted one. */
    abstract boolean reads(IndexBlock.Cursor in) throws IOException;

    /** How many there are. */
    abstract int count();

    /** Reads a value; how many of the wanted ones are before it in the order of an index. Only if {@link #isOrdered}. */
    abstract int before(IndexBlock.Cursor in) throws IOException;

    /** Whether they are kept in the order of an index. */
    abstract boolean isOrdered();

    /**
     * Wanted values.
     *
     * @param stored the type of the values in the index
     * @param values of that type, or of one that keeps its values
     */
    static WantedValues of(DataType stored, ColumnVector values) {
        return stored.root().isCharacter()
                ? new Texts((BytesVector) values)
                : new Words(stored.root(), words(stored.root(), values));
    }

    private static long[] words(TypeRoot root, ColumnVector values) {
        long[] words = new long[values.size()];
        for (int i = 0; i < words.length; i++) {
            if (values instanceof IntVector ints) {
                words[i] = root == TypeRoot.FLOAT ? floatBits(ints.get(i)) : ints.get(i);
            } else if (values instanceof LongVector longs) {
                words[i] = root == TypeRoot.DOUBLE ? doubleBits(longs.get(i)) : longs.get(i);
            } else {
                words[i] = ValueHash.micros((BytesVector) values, i);
            }
        }
        return words;
    }

    /** One pattern for all NaNs, and one for the zeros, which a writer may have taken for one. */
    private static int floatBits(int bits) {
        float value = Float.intBitsToFloat(bits);
        return value == 0 ? 0 : Float.floatToIntBits(value);
    }

    private static long doubleBits(long bits) {
        double value = Double.longBitsToDouble(bits);
        return value == 0 ? 0 : Double.doubleToLongBits(value);
    }

    /** Numbers and bits of one to eight bytes. */
    private static final class Words extends WantedValues {
        private final TypeRoot root;
        private final long[] sorted;

        Words(TypeRoot root, long[] words) {
            this.root = root;
            this.sorted = words.clone();
            Arrays.sort(sorted);
        }

        @Override
        int count() {
            return sorted.length;
        }

        /** Bits of floating numbers are in another order than these numbers. */
        @Override
        boolean isOrdered() {
            return root != TypeRoot.FLOAT && root != TypeRoot.DOUBLE;
        }

        @Override
        int before(IndexBlock.Cursor in) throws IOException {
            long word = word(in);
            int before = 0;
            int end = sorted.length;
            while (before < end) {
                int middle = before + end >>> 1;
                if (sorted[middle] < word) {
                    before = middle + 1;
                } else {
                    end = middle;
                }
            }
            return before;
        }

        @Override
        boolean reads(IndexBlock.Cursor in) throws IOException {
            return Arrays.binarySearch(sorted, word(in)) >= 0;
        }

        private long word(IndexBlock.Cursor in) throws IOException {
            return switch (root) {
                case BOOLEAN, TINYINT -> (byte) in.u8();
                case SMALLINT -> (short) (in.u8() << 8 | in.u8());
                case FLOAT -> floatBits(in.i32());
                case DOUBLE -> doubleBits(in.i64());
                case INT, DATE, TIME -> in.i32();
                default -> in.i64();
            };
        }
    }

    private static final class Texts extends WantedValues {
        private final byte[][] sorted;

        Texts(BytesVector values) {
            this.sorted = new byte[values.size()][];
            for (int i = 0; i < sorted.length; i++) {
                sorted[i] = values.copyOf(i);
            }
            Arrays.sort(sorted, Arrays::compareUnsigned);
        }

        @Override
        int count() {
            return sorted.length;
        }

        @Override
        boolean isOrdered() {
            return true;
        }

        @Override
        int before(IndexBlock.Cursor in) throws IOException {
            byte[] text = in.bytes(in.count("bytes of a value"));
            int before = 0;
            int end = sorted.length;
            while (before < end) {
                int middle = before + end >>> 1;
                if (Arrays.compareUnsigned(sorted[middle], text) < 0) {
                    before = middle + 1;
                } else {
                    end = middle;
                }
            }
            return before;
        }

        @Override
        boolean reads(IndexBlock.Cursor in) throws IOException {
            byte[] text = in.bytes(in.count("bytes of a value"));
            return Arrays.binarySearch(sorted, text, Arrays::compareUnsigned) >= 0;
        }
    }
}
