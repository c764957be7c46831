package org.lsmtable.options;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One option: its key, how its text is read, its default and its meaning.
 *
 * @param key the key in the options map
 * @param fallbackKeys older spellings, used in order when the key is absent
 * @param type what the text holds, for the generated page: int, long, boolean, size, duration, text, …
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

    /** The same option with older spellings. */
    public Option<T> orElse(String... keys) {
        return new Option<>(key, List.of(keys), type, parser, defaultValue, doc);
    }
}
