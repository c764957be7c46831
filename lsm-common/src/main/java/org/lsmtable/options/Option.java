package org.lsmtable.options;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One option: its key, how its text is read, its default and its meaning.
 *
 * @param key the key in the options map
 * @param fallbackKeys older spellings, used in order when the key is absent
 * @param type what the text holds, for messages and the generated page: int, size, duration, …, with its bounds
 * @param parser reads the text; throws {@link IllegalArgumentException} without naming the key
 * @param defaultValue the value when the key is absent, null if there is none
 * @param doc one sentence
 */
public record Option<T>(
        String key,
        List<String> fallbackKeys,
        String type,
        Function<String, T> parser,
        @Nullable T defaultValue,
        String doc) {
    public Option {
        fallbackKeys = List.copyOf(fallbackKeys);
    }

    /** An option of any type, without fallback keys. */
    public static <T> Option<T> of(
            String key, String type, Function<String, T> parser, @Nullable T defaultValue, String doc) {
        return new Option<>(key, List.of(), type, parser, defaultValue, doc);
    }

    /** A 32-bit number. */
    public static Option<Integer> ofInt(String key, @Nullable Integer defaultValue, String doc) {
        return of(key, "int", text -> parseNumber(text, Integer::valueOf), defaultValue, doc);
    }

    /** A 64-bit number. */
    public static Option<Long> ofLong(String key, @Nullable Long defaultValue, String doc) {
        return of(key, "long", text -> parseNumber(text, Long::valueOf), defaultValue, doc);
    }

    /** A number with a fraction. */
    public static Option<Double> ofDouble(String key, @Nullable Double defaultValue, String doc) {
        return of(key, "double", text -> parseNumber(text, Double::valueOf), defaultValue, doc);
    }

    private static <T> T parseNumber(String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not such a number", e);
        }
    }

    /** {@code true} or {@code false}. */
    public static Option<Boolean> ofBoolean(String key, @Nullable Boolean defaultValue, String doc) {
        return of(key, "boolean", OptionTexts::bool, defaultValue, doc);
    }

    /** A number of bytes, {@code 128 mb}. */
    public static Option<Long> ofSize(String key, @Nullable Long defaultBytes, String doc) {
        return of(key, "size", OptionTexts::bytes, defaultBytes, doc);
    }

    /** A length of time, {@code 1 h}. */
    public static Option<Duration> ofDuration(String key, @Nullable Duration defaultValue, String doc) {
        return of(key, "duration", OptionTexts::duration, defaultValue, doc);
    }

    /** Any text. */
    public static Option<String> ofText(String key, @Nullable String defaultValue, String doc) {
        return of(key, "text", text -> text, defaultValue, doc);
    }

    /** Names between commas; blanks around them do not count. Without default: empty. */
    public static Option<List<String>> ofList(String key, String doc) {
        return of(key, "list", OptionTexts::list, List.of(), doc);
    }

    /** {@code LEVEL:VALUE,…}. Without default: empty. */
    public static Option<Map<Integer, String>> ofLevels(String key, String doc) {
        return of(key, "map by level", OptionTexts::perLevel, Map.of(), doc);
    }

    /** The hyphenated name of a constant, in any case. */
    public static <E extends Enum<E>> Option<E> ofEnum(String key, E defaultValue, String doc) {
        E[] constants = defaultValue.getDeclaringClass().getEnumConstants();
        return of(key, "enum", text -> OptionTexts.constant(text, constants), defaultValue, doc);
    }

    /** One of a few words, in any case; the value is spelled as here. The first is the default. */
    public static Option<String> ofChoice(String key, List<String> choices, String doc) {
        String type = "text, one of " + String.join(", ", choices);
        return of(key, type, text -> choice(text, choices), choices.get(0), doc);
    }

    private static String choice(String text, List<String> choices) {
        for (String choice : choices) {
            if (choice.equalsIgnoreCase(text)) {
                return choice;
            }
        }
        throw new IllegalArgumentException();
    }

    /** The same option with older spellings. */
    public Option<T> orElse(String... keys) {
        return new Option<>(key, List.of(keys), type, parser, defaultValue, doc);
    }

    /**
     * The same option with a condition on its values.
     *
     * @param bound the condition in words, {@code at least 1}
     */
    public Option<T> where(String bound, Predicate<T> holds) {
        Function<String, T> checked = text -> {
            T value = parser.apply(text);
            if (!holds.test(value)) {
                throw new IllegalArgumentException();
            }
            return value;
        };
        return new Option<>(key, fallbackKeys, type + ", " + bound, checked, defaultValue, doc);
    }

    /** The key. */
    @Override
    public String toString() {
        return key;
    }
}
