package org.lsmtable.tools.query;

import java.time.Duration;
import org.lsmtable.options.Option;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes and lengths of time on the command line, in the forms that table options take. */
public final class QuantityConverters {
    private QuantityConverters() {}

    /** {@code 64mb}, {@code 1 gb}, or a number of bytes. */
    public static final class Bytes implements ITypeConverter<Long> {
        private static final Option<Long> SIZE = Option.ofSize("size", null, "");

        @Override
        public Long convert(String text) {
            return parse(SIZE, text, "bytes, as 64mb or 1048576");
        }
    }

    /** {@code 30s}, {@code 5 min}, or a number of milliseconds. */
    public static final class Time implements ITypeConverter<Duration> {
        private static final Option<Duration> DURATION = Option.ofDuration("time", null, "");

        @Override
        public Duration convert(String text) {
            return parse(DURATION, text, "a length of time, as 30s or 5min");
        }
    }

    private static <T> T parse(Option<T> option, String text, String expected) {
        try {
            return option.parser().apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("expected " + expected + ", found '" + text + "'");
        }
    }
}
