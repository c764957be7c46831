package org.lsmtable.tools.query;

import java.time.Duration;
import java.util.function.Function;
import org.lsmtable.options.Option;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes and lengths of time on the command line, in the forms that table options take. */
public final class QuantityConverters {
    private static final Option<Duration> DURATION = Option.ofDuration("time", null, "");

    private QuantityConverters() {}

    /** {@code 64mb}, {@code 1 gb}, or a number of bytes. */
    public static final class Bytes implements ITypeConverter<Long> {
        private static final Option<Long> SIZE = Option.ofSize("size", null, "");

        @Override
        public Long convert(String text) {
            return parse(SIZE.parser(), text, "bytes, as 64mb or 1048576");
        }
    }

    /** {@code 30s}, {@code 5 min}: a number with a unit, for milliseconds are what nobody means who gives none. */
    public static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return parse(QuantityConverters::duration, text, "a length of time, as 30s or 5min");
        }
    }

    /**
     * A length of time with its unit.
     *
     * @throws IllegalArgumentException if it is none, also if it is a number alone
     */
    public static Duration duration(String text) {
        if (text.chars().noneMatch(Character::isLetter)) {
            throw new IllegalArgumentException("expected a length of time with its unit, found '" + text + "'");
        }
        return DURATION.parser().apply(text);
    }

    private static <T> T parse(Function<String, T> parser, String text, String expected) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("expected " + expected + ", found '" + text + "'");
        }
    }
}
