package org.lsmtable.format.parquet;

import java.util.Arrays;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.vector.BytesVector;

/** Encodings PLAIN_DICTIONARY and RLE_DICTIONARY: numbers into the dictionary of the column chunk. */
final class DictionaryValues extends PageValues {
    private final PageBytes in;
    private final HybridReader codes;
    private final PageDictionary dictionary;
    private int[] scratch = new int[0];

    DictionaryValues(PageBytes in, PageDictionary dictionary) throws DamagedFileException {
        this.in = in;
        this.dictionary = dictionary;
        // a page of nulls only may have no bytes at all
        this.codes = new HybridReader(in, in.remaining() == 0 ? 1 : in.takeByte());
    }

    /** The dictionary that {@link #readCodes} counts into. */
    PageDictionary dictionary() {
        return dictionary;
    }

    /** Writes dictionary numbers, all of them valid, to {@code target[at ..]}. */
    void readCodes(int[] target, int at, int count) throws DamagedFileException {
        codes.read(target, at, count);
        int last = dictionary.size() - 1;
        if (count > 0 && (codes.width() == 32 || (1L << codes.width()) - 1 > last)) {
            int outside = 0;
            for (int i = at; i < at + count; i++) {
                outside |= target[i] | (last - target[i]);
            }
            if (outside < 0) {
                throw outside(target, at, count);
            }
        }
    }

    private DamagedFileException outside(int[] target, int at, int count) {
        int size = dictionary.size();
        int found = Arrays.stream(target, at, at + count)
                .filter(code -> Integer.compareUnsigned(code, size) >= 0)
                .findFirst()
                .orElse(-1);
        return in.damaged("dictionary number", "0 to " + (size - 1), Integer.toUnsignedString(found));
    }

    @Override
    void readInts(int[] target, int at, int count) throws DamagedFileException {
        readCodes(target, at, count);
        int[] values = dictionary.ints();
        for (int i = at; i < at + count; i++) {
            target[i] = values[target[i]];
        }
    }

    @Override
    void readLongs(long[] target, int at, int count) throws DamagedFileException {
        int[] numbers = numbers(count);
        long[] values = dictionary.longs();
        for (int i = 0; i < count; i++) {
            target[at + i] = values[numbers[i]];
        }
    }

    @Override
    void readBytes(BytesVector target, int at, int count) throws DamagedFileException {
        gather(dictionary.bytes(), numbers(count), 0, target, at, count);
    }

    /** Writes the values of dictionary numbers as the rows {@code at} and following of a vector that has room for them. */
    static void gather(BytesVector values, int[] numbers, int from, BytesVector target, int at, int count) {
        int[] starts = values.offsets();
        int[] offsets = target.offsets();
        long end = offsets[at];
        for (int i = 0; i < count; i++) {
            int number = numbers[from + i];
            end += starts[number + 1] - starts[number];
        }
        target.ensureBytes(end);
        int position = offsets[at];
        for (int i = 0; i < count; i++) {
            int start = starts[numbers[from + i]];
            int length = starts[numbers[from + i] + 1] - start;
            System.arraycopy(values.bytes(), start, target.bytes(), position, length);
            position += length;
            offsets[at + i + 1] = position;
        }
    }

    @Override
    void skip(int count) throws DamagedFileException {
        codes.skip(count);
    }

    private int[] numbers(int count) throws DamagedFileException {
        if (scratch.length < count) {
            scratch = new int[count];
        }
        readCodes(scratch, 0, count);
        return scratch;
    }
}
