package org.lsmtable.options;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The options of a table as stored, text by key, read through {@link Option}. Immutable. */
public final class Options {
    private final Map<String, String> values;

    public Options(Map<String, String> values) {
        this.values = new LinkedHashMap<>(values);
    }

    /** The stored texts, in stored order. */
    public Map<String, String> asMap() {
        return Collections.unmodifiableMap(values);
    }

    /** These options with others on top. */
    public Options with(Map<String, String> overrides) {
        Map<String, String> merged = new LinkedHashMap<>(values);
        merged.putAll(overrides);
        return new Options(merged);
    }

    /** Whether the option, or an older spelling of it, is set. */
    public boolean isSet(Option<?> option) {
        return text(option) != null;
    }

    /**
     * The value of an option that has a default.
     *
     * @throws IllegalArgumentException naming the key, the text found and what was expected
     */
    public <T> T get(Option<T> option) {
        return find(option).orElseThrow(() -> new IllegalArgumentException("option '" + option.key() + "' is not set"));
    }

    /** The value of an option, empty if it is neither set nor has a default. */
    public <T> Optional<T> find(Option<T> option) {
        String text = text(option);
        if (text == null) {
            return Optional.ofNullable(option.defaultValue());
        }
        try {
            return Optional.of(option.parser().apply(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "option '" + option.key() + "': expected " + option.type() + ", found '" + text + "'"
                            + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")"),
                    e);
        }
    }

    private @Nullable String text(Option<?> option) {
        String text = values.get(option.key());
        if (text != null) {
            return text;
        }
        for (String key : option.fallbackKeys()) {
            text = values.get(key);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Options options && options.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
