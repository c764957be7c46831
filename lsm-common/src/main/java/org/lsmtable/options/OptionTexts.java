package org.lsmtable.options;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the texts of options exactly as the table format does (spec: options, parsing). All methods throw {@link
 * IllegalArgumentException} without naming the key.
 */
final class OptionTexts {
    private OptionTexts() {}

    /** {@code true} or {@code false} in any case. */
    static Boolean bool(String text) {
        if (text.equalsIgnoreCase("true")) {
            return true;
        }
        if (text.equalsIgnoreCase("false")) {
            return false;
        }
        throw new IllegalArgumentException("true or false");
    }

    /** Digits and an optional binary unit; bytes without one. */
    static Long bytes(String text) {
        Quantity quantity = Quantity.of(text);
        int shift = switch (quantity.unit) {
            case "", "b", "bytes" -> 0;
            case "k", "kb", "kibibytes" -> 10;
            case "m", "mb", "mebibytes" -> 20;
            case "g", "gb", "gibibytes" -> 30;
            case "t", "tb", "tebibytes" -> 40;
            default ->
                throw new IllegalArgumentException("unit '" + quantity.unit + "' is none of bytes, kb, mb, gb, tb");
        };
        if (quantity.number > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException("more than 64 bits");
        }
        return quantity.number << shift;
    }

    /** Digits and one unit; milliseconds without one. */
    static Duration duration(String text) {
        Quantity quantity = Quantity.of(text);
        ChronoUnit unit = switch (quantity.unit) {
            case "d", "day", "days" -> ChronoUnit.DAYS;
            case "h", "hour", "hours" -> ChronoUnit.HOURS;
            case "m", "min", "minute", "minutes" -> ChronoUnit.MINUTES;
            case "s", "sec", "secs", "second", "seconds" -> ChronoUnit.SECONDS;
            case "", "ms", "milli", "millis", "millisecond", "milliseconds" -> ChronoUnit.MILLIS;
            case "µs", "micro", "micros", "microsecond", "microseconds" -> ChronoUnit.MICROS;
            case "ns", "nano", "nanos", "nanosecond", "nanoseconds" -> ChronoUnit.NANOS;
            default ->
                throw new IllegalArgumentException("unit '" + quantity.unit + "' is none of d, h, min, s, ms, µs, ns");
        };
        try {
            return Duration.of(quantity.number, unit);
        } catch (ArithmeticException | DateTimeException e) {
            throw new IllegalArgumentException("too long", e);
        }
    }

    /** A number and what stands behind it, in lower case. */
    private record Quantity(long number, String unit) {
        static Quantity of(String text) {
            String trimmed = text.strip();
            int digits = 0;
            while (digits < trimmed.length() && trimmed.charAt(digits) >= '0' && trimmed.charAt(digits) <= '9') {
                digits++;
            }
            if (digits == 0) {
                throw new IllegalArgumentException("it does not begin with a digit");
            }
            try {
                return new Quantity(
                        Long.parseLong(trimmed.substring(0, digits)),
                        trimmed.substring(digits).strip().toLowerCase(Locale.ROOT));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("more than 64 bits", e);
            }
        }
    }

    /** The text by which an enum constant is chosen: its name in lower case with hyphens. */
    static String hyphenated(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant of a hyphenated name in any case. */
    static <E extends Enum<E>> E constant(String text, E[] constants) {
        List<String> names = new ArrayList<>();
        for (E constant : constants) {
            names.add(hyphenated(constant));
            if (hyphenated(constant).equalsIgnoreCase(text)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("one of " + String.join(", ", names));
    }

    /** Names between commas, blanks around them and empty ones left out. */
    static List<String> list(String text) {
        List<String> names = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (!part.isBlank()) {
                names.add(part.strip());
            }
        }
        return List.copyOf(names);
    }

    /** {@code LEVEL:VALUE,LEVEL:VALUE}, blanks around the parts left out. */
    static Map<Integer, String> perLevel(String text) {
        Map<Integer, String> values = new HashMap<>();
        for (String entry : list(text)) {
            String[] parts = entry.split(":", -1);
            Integer level = parts.length == 2 ? level(parts[0].strip()) : null;
            if (level == null || parts[1].isBlank()) {
                throw new IllegalArgumentException("'" + entry + "' is not LEVEL:VALUE");
            }
            values.put(level, parts[1].strip());
        }
        return Map.copyOf(values);
    }

    private static @Nullable Integer level(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
