package org.lsmtable.format.parquet;

import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.DataType;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * How the values of a file's column are found in pages and made values of a type. Immutable.
 *
 * @param type the type read
 * @param layout how the file holds a value
 * @param width the bytes of a value, for {@link Layout#FIXED}
 * @param conversion what makes the type's values of the file's
 */
record ValueMapping(DataType type, Layout layout, int width, Conversion conversion) {
    /** What the file's physical types are to a decoder. */
    enum Layout {
        /** BOOLEAN. */
        BIT,
        /** INT32 and FLOAT. */
        INT,
        /** INT64 and DOUBLE. */
        LONG,
        /** BYTE_ARRAY. */
        BINARY,
        /** FIXED_LEN_BYTE_ARRAY and INT96. */
        FIXED
    }

    /** The fewest bytes that a value takes in encoding PLAIN, 1 if it may take less. */
    int leastPlainBytes() {
        return switch (layout) {
            case BIT -> 1;
            case INT, BINARY -> Integer.BYTES;
            case LONG -> Long.BYTES;
            case FIXED -> width;
        };
    }

    /** Values in encoding PLAIN. */
    PageValues plain(PageBytes in) {
        PageValues raw = switch (layout) {
            case BIT -> new PlainValues.Bits(in);
            case INT -> new PlainValues.Ints(in);
            case LONG -> new PlainValues.Longs(in);
            case BINARY -> new PlainValues.Binary(in);
            case FIXED -> new PlainValues.Fixed(in, width);
        };
        return conversion.apply(raw, in.place());
    }

    /** One value without a length before it, as statistics hold it. */
    PageValues single(PageBytes in) {
        return layout == Layout.BINARY
                ? conversion.apply(new PlainValues.Fixed(in, in.remaining()), in.place())
                : plain(in);
    }

    /**
     * Values in any encoding.
     *
     * @param dictionary the dictionary of the column chunk, null if it has none
     * @throws UnsupportedFeatureException naming an encoding that is not read
     */
    PageValues open(Encoding encoding, PageBytes in, @Nullable PageDictionary dictionary) throws DamagedFileException {
        return switch (encoding) {
            case PLAIN -> plain(in);
            case PLAIN_DICTIONARY, RLE_DICTIONARY -> {
                if (dictionary == null) {
                    throw in.damaged(
                            "dictionary of the column chunk", "one before the first page that needs it", "none");
                }
                yield new DictionaryValues(in, dictionary);
            }
            case RLE -> {
                require(layout == Layout.BIT, encoding, in);
                PageBytes levels = in.takePart(Integer.toUnsignedLong(in.takeInt()));
                yield conversion.apply(new HybridBits(levels), in.place());
            }
            case DELTA_BINARY_PACKED -> {
                require(layout == Layout.INT || layout == Layout.LONG, encoding, in);
                yield conversion.apply(new DeltaValues.Numbers(in), in.place());
            }
            case DELTA_LENGTH_BYTE_ARRAY -> {
                require(layout == Layout.BINARY, encoding, in);
                yield conversion.apply(new DeltaValues.LengthBytes(in), in.place());
            }
            case DELTA_BYTE_ARRAY -> {
                require(layout == Layout.BINARY || layout == Layout.FIXED, encoding, in);
                yield conversion.apply(
                        new DeltaValues.PrefixedBytes(in, layout == Layout.FIXED ? width : -1), in.place());
            }
            case BYTE_STREAM_SPLIT -> {
                require(layout != Layout.BIT && layout != Layout.BINARY, encoding, in);
                yield conversion.apply(new DeltaValues.SplitStreams(in, leastPlainBytes()), in.place());
            }
            default ->
                throw new UnsupportedFeatureException(in.place().text() + ": encoding " + encoding + " is not read");
        };
    }

    private void require(boolean possible, Encoding encoding, PageBytes in) throws DamagedFileException {
        if (!possible) {
            throw in.damaged("encoding of values of layout " + layout, "one that it can have", encoding);
        }
    }

    /** BOOLEAN in encoding RLE. */
    private static final class HybridBits extends PageValues {
        private final HybridReader bits;

        HybridBits(PageBytes in) throws DamagedFileException {
            this.bits = new HybridReader(in, 1);
        }

        @Override
        void readInts(int[] target, int at, int count) throws DamagedFileException {
            bits.read(target, at, count);
        }

        @Override
        void skip(int count) throws DamagedFileException {
            bits.skip(count);
        }
    }
}
