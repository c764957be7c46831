package org.lsmtable.format.parquet;

import java.math.BigInteger;
import java.util.Arrays;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.DecimalType;
import org.lsmtable.vector.Physical;

/**
 * Unscaled decimals of a file brought to the scale and shape of a table's type. A greater scale multiplies; a smaller one would
 * lose digits and is not offered.
 */
final class DecimalConversions {
    private final DecimalType type;
    private final int shift;
    private final boolean mayOverflow;

    /**
     * Prepares for one column.
     *
     * @param fileDigits the digits that the file declares, or can hold if it declares none
     * @param fileScale at most the scale of the type
     */
    DecimalConversions(DecimalType type, int fileDigits, int fileScale) {
        this.type = type;
        this.shift = type.scale() - fileScale;
        this.mayOverflow = fileDigits + shift > type.precision();
    }

    /** For INT64, and for INT32 once widened. */
    Conversion ofLongs() {
        if (type.isCompact()) {
            if (shift == 0 && !mayOverflow) {
                return Conversion.NONE;
            }
            long factor = pow10(shift).longValueExact();
            long most = (pow10(type.precision()).longValueExact() - 1) / factor;
            return ConvertedValues.multipliedLongs(factor, most);
        }
        if (shift == 0) {
            return ConvertedValues.longsToBytes(
                    Physical.WIDE_DECIMAL_BYTES, (value, target, at, place) -> putWide(value, target, at));
        }
        BigInteger factor = pow10(shift);
        return ConvertedValues.longsToBytes(
                Physical.WIDE_DECIMAL_BYTES,
                (value, target, at, place) ->
                        putChecked(BigInteger.valueOf(value).multiply(factor), target, at, place));
    }

    /**
     * For big-endian bytes.
     *
     * @param width the bytes of every value, 0 if they differ
     */
    Conversion ofBytes(int width) {
        if (type.isCompact()) {
            Conversion toLongs = ConvertedValues.bytesToLongs(DecimalConversions::longOf);
            return toLongs.then(ofLongs());
        }
        if (shift == 0 && !mayOverflow) {
            return width == Physical.WIDE_DECIMAL_BYTES
                    ? Conversion.NONE
                    : ConvertedValues.bytesToBytes(Physical.WIDE_DECIMAL_BYTES, DecimalConversions::widen);
        }
        BigInteger factor = pow10(shift);
        return ConvertedValues.bytesToBytes(Physical.WIDE_DECIMAL_BYTES, (source, from, length, target, at, place) -> {
            checkNotEmpty(length, place);
            putChecked(new BigInteger(source, from, length).multiply(factor), target, at, place);
        });
    }

    private void putChecked(BigInteger value, byte[] target, int at, PagePlace place) throws DamagedFileException {
        if (value.abs().compareTo(pow10(type.precision())) >= 0) {
            throw tooLarge(value, place);
        }
        byte[] bytes = value.toByteArray();
        widen(bytes, 0, bytes.length, target, at, place);
    }

    private DamagedFileException tooLarge(Object unscaled, PagePlace place) {
        return place.damaged("unscaled decimal", "at most " + type.precision() + " digits", unscaled);
    }

    private static void putWide(long value, byte[] target, int at) {
        Arrays.fill(target, at, at + 8, (byte) (value >> 63));
        for (int i = 0; i < 8; i++) {
            target[at + 8 + i] = (byte) (value >>> (56 - 8 * i));
        }
    }

    private static void widen(byte[] source, int from, int length, byte[] target, int at, PagePlace place)
            throws DamagedFileException {
        int skipped = checkSignExtended(source, from, length, Physical.WIDE_DECIMAL_BYTES, place);
        int used = length - skipped;
        int pad = Physical.WIDE_DECIMAL_BYTES - used;
        Arrays.fill(target, at, at + pad, (byte) (source[from] >> 7));
        System.arraycopy(source, from + skipped, target, at + pad, used);
    }

    private static long longOf(byte[] source, int from, int length, PagePlace place) throws DamagedFileException {
        int skipped = checkSignExtended(source, from, length, Long.BYTES, place);
        long value = source[from + skipped];
        for (int i = from + skipped + 1; i < from + length; i++) {
            value = value << 8 | (source[i] & 0xff);
        }
        return value;
    }

    /** The number of leading bytes that say nothing but the sign, so that at most {@code most} are left. */
    private static int checkSignExtended(byte[] source, int from, int length, int most, PagePlace place)
            throws DamagedFileException {
        checkNotEmpty(length, place);
        int skipped = Math.max(0, length - most);
        int sign = source[from + skipped] >> 7;
        for (int i = from; i < from + skipped; i++) {
            if (source[i] != sign) {
                throw place.damaged(
                        "unscaled decimal", "at most " + most + " bytes", new BigInteger(source, from, length));
            }
        }
        return skipped;
    }

    private static void checkNotEmpty(int length, PagePlace place) throws DamagedFileException {
        if (length == 0) {
            throw place.damaged("unscaled decimal", "1 byte or more", "none");
        }
    }

    private static BigInteger pow10(int exponent) {
        return BigInteger.TEN.pow(exponent);
    }
}
