package org.lsmtable.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Numbers the values of a column in the order of their first rows, as a bitmap index tells them apart (spec: indexes, file index kind bitmap):
 * timestamps by whole microseconds at most, NaNs as one, zeros as two. An open-addressing hash table of numbers. Not thread-safe.
 */
abstract class DistinctValues {
    /** The number of a null. */
    static final int NULL = -1;

    private static final int FIRST_SLOTS = 64;

    private int size;
    /** One more than the number of the value in a slot, 0 for none; at least twice as long as there are values. */
    private int[] slots = new int[FIRST_SLOTS];

    /** Values of a type that a bitmap index or a bloom filter can have. */
    static DistinctValues of(DataType type) {
        return switch (type.root()) {
            case CHAR, VARCHAR, BINARY, VARBINARY -> new Texts();
            default -> new Words(type);
        };
    }

    /** How many values there are. */
    final int size() {
        return size;
    }

    /** Numbers the first rows of a vector. */
    abstract void number(ColumnVector vector, int rows, int[] numbers, int at);

    /** The numbers in the order of the values. */
    abstract int[] sorted();

    /** The bytes that a value takes in an index. */
    abstract int storedBytes(int number);

    /** Appends a value as an index stores it. */
    abstract void store(int number, BigEndianBytes out);

    /** Whether a slot has the value that is looked for. */
    abstract boolean isWanted(int number);

    abstract int hash(int number);

    /** The number of the value that is looked for, −1 if it is new. */
    final int find(int hash) {
        int mask = slots.length - 1;
        for (int slot = hash & mask; slots[slot] != 0; slot = slot + 1 & mask) {
            if (isWanted(slots[slot] - 1)) {
                return slots[slot] - 1;
            }
        }
        return -1;
    }

    /** Gives the next number to a value that is not there. */
    final int add(int hash) {
        int number = size++;
        if (2 * size > slots.length) {
            slots = new int[2 * slots.length];
            for (int i = 0; i < number; i++) {
                put(i, hash(i));
            }
        }
        put(number, hash);
        return number;
    }

    private void put(int number, int hash) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            slot = slot + 1 & mask;
        }
        slots[slot] = number + 1;
    }

    private static int mix(long value) {
        long h = value * 0x9e37_79b9_7f4a_7c15L;
        return (int) (h >>> 32 ^ h);
    }

    /** Numbers and bits of one to eight bytes. */
    private static final class Words extends DistinctValues {
        private final TypeRoot root;
        private long[] values = new long[FIRST_SLOTS / 2];
        private long[] words = new long[0];
        private long wanted;

        Words(DataType type) {
            this.root = type.root();
        }

        @Override
        void number(ColumnVector vector, int rows, int[] numbers, int at) {
            if (words.length < rows) {
                words = new long[rows];
            }
            boolean[] nulls = vector.nulls();
            if (vector instanceof IntVector ints) {
                ofInts(ints.values(), rows);
            } else if (vector instanceof LongVector longs) {
                ofLongs(longs.values(), rows);
            } else if (vector instanceof DictionaryVector coded) {
                int[] codes = coded.codes();
                for (int i = 0; i < rows; i++) {
                    words[i] = nulls != null && nulls[i] ? 0 : ValueHash.micros(coded.dictionary(), codes[i]);
                }
            } else {
                BytesVector wide = (BytesVector) vector;
                for (int i = 0; i < rows; i++) {
                    words[i] = nulls != null && nulls[i] ? 0 : ValueHash.micros(wide, i);
                }
            }
            for (int i = 0; i < rows; i++) {
                numbers[at + i] = nulls != null && nulls[i] ? NULL : number(words[i]);
            }
        }

        private void ofInts(int[] values, int rows) {
            boolean isFloat = root == TypeRoot.FLOAT;
            for (int i = 0; i < rows; i++) {
                words[i] = isFloat ? Float.floatToIntBits(Float.intBitsToFloat(values[i])) : values[i];
            }
        }

        private void ofLongs(long[] values, int rows) {
            boolean isDouble = root == TypeRoot.DOUBLE;
            for (int i = 0; i < rows; i++) {
                words[i] = isDouble ? Double.doubleToLongBits(Double.longBitsToDouble(values[i])) : values[i];
            }
        }

        private int number(long word) {
            wanted = word;
            int hash = mix(word);
            int found = find(hash);
            if (found >= 0) {
                return found;
            }
            int number = add(hash);
            if (values.length == number) {
                values = Arrays.copyOf(values, 2 * number);
            }
            values[number] = word;
            return number;
        }

        @Override
        boolean isWanted(int number) {
            return values[number] == wanted;
        }

        @Override
        int hash(int number) {
            return mix(values[number]);
        }

        /** Bits of floating numbers as whole numbers in the same order, and back. */
        private long ordered(long word) {
            boolean isFloating = root == TypeRoot.FLOAT || root == TypeRoot.DOUBLE;
            return isFloating && word < 0 ? word ^ Long.MAX_VALUE : word;
        }

        @Override
        int[] sorted() {
            long[] order = new long[size()];
            for (int i = 0; i < order.length; i++) {
                order[i] = ordered(values[i]);
            }
            Arrays.sort(order);
            int[] sorted = new int[order.length];
            for (int i = 0; i < sorted.length; i++) {
                wanted = ordered(order[i]);
                sorted[i] = find(mix(wanted));
            }
            return sorted;
        }

        @Override
        int storedBytes(int number) {
            return switch (root) {
                case BOOLEAN, TINYINT -> Byte.BYTES;
                case SMALLINT -> Short.BYTES;
                case INT, DATE, TIME, FLOAT -> Integer.BYTES;
                default -> Long.BYTES;
            };
        }

        @Override
        void store(int number, BigEndianBytes out) {
            out.number(values[number], storedBytes(number));
        }
    }

    /** Texts, in the order of their bytes. */
    private static final class Texts extends DistinctValues {
        private byte[] bytes = new byte[FIRST_SLOTS];
        private int[] ends = new int[FIRST_SLOTS / 2];
        private byte[] wanted = new byte[0];
        private int wantedStart;
        private int wantedEnd;
        /** The dictionary seen last, and the numbers of its entries, as far as they are known. */
        private @Nullable BytesVector dictionary;

        private int[] dictionaryNumbers = new int[0];

        @Override
        void number(ColumnVector vector, int rows, int[] numbers, int at) {
            boolean[] nulls = vector.nulls();
            if (vector instanceof DictionaryVector coded) {
                numberCoded(coded, rows, numbers, at);
                return;
            }
            BytesVector texts = (BytesVector) vector;
            for (int i = 0; i < rows; i++) {
                numbers[at + i] = nulls != null && nulls[i] ? NULL : number(texts, i);
            }
        }

        private void numberCoded(DictionaryVector coded, int rows, int[] numbers, int at) {
            BytesVector values = coded.dictionary();
            if (values != dictionary || dictionaryNumbers.length < values.size()) {
                dictionary = values;
                dictionaryNumbers = new int[values.size()];
                Arrays.fill(dictionaryNumbers, NULL);
            }
            boolean[] nulls = coded.nulls();
            int[] codes = coded.codes();
            for (int i = 0; i < rows; i++) {
                if (nulls != null && nulls[i]) {
                    numbers[at + i] = NULL;
                    continue;
                }
                if (dictionaryNumbers[codes[i]] == NULL) {
                    dictionaryNumbers[codes[i]] = number(values, codes[i]);
                }
                numbers[at + i] = dictionaryNumbers[codes[i]];
            }
        }

        private int number(BytesVector texts, int row) {
            wanted = texts.bytes();
            wantedStart = texts.start(row);
            wantedEnd = wantedStart + texts.length(row);
            int hash = hash(wanted, wantedStart, wantedEnd);
            int found = find(hash);
            if (found >= 0) {
                return found;
            }
            int number = add(hash);
            int start = start(number);
            int end = Math.addExact(start, wantedEnd - wantedStart);
            if (end > bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(end, 2L * bytes.length)));
            }
            System.arraycopy(wanted, wantedStart, bytes, start, wantedEnd - wantedStart);
            if (ends.length == number) {
                ends = Arrays.copyOf(ends, 2 * number);
            }
            ends[number] = end;
            return number;
        }

        private int start(int number) {
            return number == 0 ? 0 : ends[number - 1];
        }

        private static int hash(byte[] bytes, int start, int end) {
            int hash = 1;
            for (int i = start; i < end; i++) {
                hash = 31 * hash + bytes[i];
            }
            return mix(hash);
        }

        @Override
        boolean isWanted(int number) {
            return Arrays.equals(wanted, wantedStart, wantedEnd, bytes, start(number), ends[number]);
        }

        @Override
        int hash(int number) {
            return hash(bytes, start(number), ends[number]);
        }

        @Override
        int[] sorted() {
            int[] sorted = new int[size()];
            Arrays.setAll(sorted, i -> i);
            sort(sorted, new int[sorted.length], 0, sorted.length);
            return sorted;
        }

        private void sort(int[] numbers, int[] spare, int from, int to) {
            if (to - from < 2) {
                return;
            }
            int middle = from + to >>> 1;
            sort(numbers, spare, from, middle);
            sort(numbers, spare, middle, to);
            System.arraycopy(numbers, from, spare, from, middle - from);
            int left = from;
            int right = middle;
            for (int i = from; left < middle; i++) {
                boolean takeRight = right < to && compare(numbers[right], spare[left]) < 0;
                numbers[i] = takeRight ? numbers[right++] : spare[left++];
            }
        }

        private int compare(int left, int right) {
            return Arrays.compareUnsigned(bytes, start(left), ends[left], bytes, start(right), ends[right]);
        }

        @Override
        int storedBytes(int number) {
            return Integer.BYTES + ends[number] - start(number);
        }

        @Override
        void store(int number, BigEndianBytes out) {
            out.i32(ends[number] - start(number));
            out.bytes(bytes, start(number), ends[number]);
        }
    }
}
