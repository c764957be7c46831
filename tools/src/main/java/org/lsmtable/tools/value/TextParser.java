package org.lsmtable.tools.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.Physical;

/**
 * Reads the text form of the values of one type: what {@link ColumnPrinter} writes, and a little more (a blank instead of the {@code T}
 * of a timestamp, offsets instead of {@code Z}, numbers with exponents); nested values are read from JSON. A value that the type cannot
 * hold exactly is refused.
 */
public abstract class TextParser {
    private final DataType type;

    TextParser(DataType type) {
        this.type = type;
    }

    /**
     * The parser of a type.
     *
     * @throws UnsupportedFeatureException naming the type, if it has no text form yet
     */
    public static TextParser of(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> new Bools(type);
            case TINYINT -> new Ints(type, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> new Ints(type, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> new Ints(type, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> new Longs(type);
            case FLOAT -> new Floats(type);
            case DOUBLE -> new Doubles(type);
            case DECIMAL -> new Decimals((DecimalType) type);
            case CHAR, VARCHAR -> new Texts((LengthType) type);
            case BINARY, VARBINARY -> new Binaries((LengthType) type);
            case DATE -> new Dates(type);
            case TIME -> new Times((TemporalType) type);
            case TIMESTAMP, TIMESTAMP_LTZ -> new Timestamps((TemporalType) type);
            case ARRAY, MULTISET, MAP, ROW -> NestedParser.of(type);
            case VARIANT, BLOB, VECTOR ->
                throw new UnsupportedFeatureException(
                        "values of type " + type.asText() + " cannot be read from text yet");
        };
    }

    /** The type. */
    public final DataType type() {
        return type;
    }

    /** Appends the value of a text to a vector of the type. */
    public abstract void append(String text, ColumnVector target) throws BadValueException;

    /** The value of a text as rows hold it. */
    public final Object parse(String text) throws BadValueException {
        ColumnVector one = ColumnVector.of(type, 1);
        append(text, one);
        Object value = Values.get(one, 0);
        if (value == null) {
            throw new IllegalStateException("a text gave null for " + type.asText());
        }
        return value;
    }

    final BadValueException bad(String found) {
        return new BadValueException(type.nullable().asText(), found);
    }

    final BadValueException bad(String found, String why) {
        return new BadValueException(type.nullable().asText() + " (" + why + ")", found);
    }

    private static final class Bools extends TextParser {
        Bools(DataType type) {
            super(type);
        }

        @Override
        public void append(String text, ColumnVector target) throws BadValueException {
            boolean isTrue = text.equalsIgnoreCase("true");
            if (!isTrue && !text.equalsIgnoreCase("false")) {
                throw bad(text, "true or false");
            }
            ((IntVector) target).append(isTrue ? 1 : 0);
        }
    }

    private static final class Ints extends TextParser {
        private final int least;
        private final int greatest;

        Ints(DataType type, int least, int greatest) {
            super(type);
            this.least = least;
            this.greatest = greatest;
        }

        @Override
        public void append(String text, ColumnVector target) throws BadValueException {
            int value;
            try {
                value = Integer.parseInt(text);
            } catch (NumberFormatException e) {
                throw bad(text);
            }
            if (value < least || value > greatest) {
                throw bad(text, least + " to " + greatest);
            }
            ((IntVector) target).append(value);
        }
    }

    private static final class Longs extends TextParser {
        Longs(DataType type) {
            super(type);
        }

        @Override
        public void append(String text, ColumnVector target) throws BadValueException {
            long value;
            try {
                value = Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw bad(text);
            }
            ((LongVector) target).append(value);
        }
    }

    private static final class Floats extends TextParser {
        Floats(DataType type) {
            super(type);
        }

        @Override
        public void append(String text, ColumnVector target) throws BadValueException {
            if (!isFloating(text)) {
                throw bad(text);
            }
            float value = Float.parseFloat(text);
            if (Float.isInfinite(value) && Character.isDigit(text.charAt(text.length() - 1))) {
                throw bad(text, "too large");
            }
            ((IntVector) target).append(Float.floatToRawIntBits(value));
        }
    }

    private static final class Doubles extends TextParser {
        Doubles(DataType type) {
            super(type);
        }

        @Override
        public void append(String text, ColumnVector target) throws BadValueException {
            if (!isFloating(text)) {
                throw bad(text);
            }
            double value = Double.parseDouble(text);
            if (Double.isInfinite(value) && Character.isDigit(text.charAt(text.length() - 1))) {
                throw bad(text, "too large");
            }
            ((LongVector) target).append(Double.doubleToRawLongBits(value));
        }
    }

    /** Digits with sign, point and exponent, or the three names; not the suffixes, hexadecimals and blanks that Java also takes. */
    private static boolean isFloating(String text) {
        return switch (text) {
            case "NaN", "Infinity", "-Infinity" -> true;
            default -> DecimalText.isNumber(text);
        };
    }

    private static final class Decimals extends TextParser {
        private final DecimalType type;

        Decimals(DecimalType type) {
            super(type);
            this.type = type;
        }

        @Override
        public void append(String text, ColumnVector target) throws BadValueException {
            BigDecimal value = DecimalText.parse(text);
            if (value == null) {
                throw bad(text);
            }
            BigDecimal exact = DecimalText.exactly(value, type.scale());
            if (exact == null) {
                throw bad(text, "more than " + type.scale() + " fraction digits");
            }
            if (exact.precision() > type.precision()) {
                throw bad(text, "more than " + type.precision() + " digits");
            }
            if (type.isCompact()) {
                ((LongVector) target).append(exact.unscaledValue().longValueExact());
            } else {
                ((BytesVector) target).append(wide(exact.unscaledValue()));
            }
        }

        private static byte[] wide(BigInteger unscaled) {
            byte[] minimal = unscaled.toByteArray();
            byte[] full = new byte[Physical.WIDE_DECIMAL_BYTES];
            Arrays.fill(full, 0, full.length - minimal.length, (byte) (unscaled.signum() < 0 ? -1 : 0));
            System.arraycopy(minimal, 0, full, full.length - minimal.length, minimal.length);
            return full;
        }
    }

    private static final class Texts extends TextParser {
        private final int length;

        Texts(LengthType type) {
            super(type);
            this.length = type.length();
        }

        @Override
        public void append(String text, ColumnVector target) throws BadValueException {
            if (text.length() > length && text.codePointCount(0, text.length()) > length) {
                throw bad(text, "at most " + length + " characters");
            }
            if (hasHalfPair(text)) {
                throw bad(text, "whole characters");
            }
            ((BytesVector) target).append(text.getBytes(StandardCharsets.UTF_8));
        }

        /** Whether half of a surrogate pair stands alone, which UTF-8 cannot write. */
        private static boolean hasHalfPair(String text) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1))) {
                    i++;
                } else if (Character.isSurrogate(c)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final class Binaries extends TextParser {
        private final int length;

        Binaries(LengthType type) {
            super(type);
            this.length = type.length();
        }

        @Override
        public void append(String text, ColumnVector target) throws BadValueException {
            byte[] value;
            try {
                value = Base64.getDecoder().decode(text);
            } catch (IllegalArgumentException e) {
                throw bad(text, "base64");
            }
            if (value.length > length) {
                throw bad(text, "at most " + length + " bytes");
            }
            ((BytesVector) target).append(value);
        }
    }

    private static final class Dates extends TextParser {
        Dates(DataType type) {
            super(type);
        }

        @Override
        public void append(String text, ColumnVector target) throws BadValueException {
            long day = TemporalParser.epochDay(text);
            if (day == TemporalParser.NONE || day != (int) day) {
                throw bad(text, "like 2026-01-31");
            }
            ((IntVector) target).append((int) day);
        }
    }

    private static final class Times extends TextParser {
        Times(TemporalType type) {
            super(type);
        }

        @Override
        public void append(String text, ColumnVector target) throws BadValueException {
            long nanos = TemporalParser.nanoOfDay(text);
            if (nanos == TemporalParser.NONE) {
                throw bad(text, "like 10:00:00.123");
            }
            if (nanos % 1_000_000 != 0) {
                throw bad(text, "at most 3 fraction digits");
            }
            ((IntVector) target).append((int) (nanos / 1_000_000));
        }
    }

    private static final class Timestamps extends TextParser {
        private final TemporalType type;
        private final boolean utc;

        Timestamps(TemporalType type) {
            super(type);
            this.type = type;
            this.utc = type.root() == TypeRoot.TIMESTAMP_LTZ;
        }

        @Override
        public void append(String text, ColumnVector target) throws BadValueException {
            TemporalParser.Moment moment = TemporalParser.moment(text);
            if (moment == null || moment.zoned() != utc) {
                throw bad(text, utc ? "like 2026-01-31T10:00:00.123Z" : "like 2026-01-31T10:00:00.123");
            }
            if (moment.nanos() % TemporalParser.nanosPerUnit(type.precision()) != 0) {
                throw bad(text, String.format(Locale.ROOT, "at most %d fraction digits", type.precision()));
            }
            try {
                append(moment, target);
            } catch (ArithmeticException e) {
                throw bad(text, "out of range");
            }
        }

        private void append(TemporalParser.Moment moment, ColumnVector target) {
            if (type.isMillis()) {
                ((LongVector) target)
                        .append(Math.addExact(
                                Math.multiplyExact(moment.epochSecond(), 1_000L), moment.nanos() / 1_000_000));
            } else if (type.isCompact()) {
                ((LongVector) target)
                        .append(Math.addExact(
                                Math.multiplyExact(moment.epochSecond(), 1_000_000L), moment.nanos() / 1_000));
            } else {
                ByteBuffer bytes = ByteBuffer.allocate(Physical.WIDE_TIMESTAMP_BYTES);
                bytes.putLong(
                        Math.addExact(Math.multiplyExact(moment.epochSecond(), 1_000L), moment.nanos() / 1_000_000));
                bytes.putInt(moment.nanos() % 1_000_000);
                ((BytesVector) target).append(bytes.array());
            }
        }
    }
}
