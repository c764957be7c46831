package org.lsmtable.index;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;

/**
 * The settings of an index as a table's options have them: {@code file-index.KIND.COLUMN.SETTING}.
 *
 * @param columns the names under which a setting may stand, the most telling first: a key of a map, then the map
 */
record IndexSettings(Map<String, String> options, String kind, List<String> columns) {
    /** The option that lists the columns. */
    static String columnsOption(String kind) {
        return "file-index." + kind + ".columns";
    }

    /** The key of the option that says a setting, null if none does. */
    @Nullable
    String keyOf(String setting) {
        for (String column : columns) {
            String key = "file-index." + kind + "." + column + "." + setting;
            if (options.containsKey(key)) {
                return key;
            }
        }
        return null;
    }

    /**
     * A setting.
     *
     * @param parser throws {@link IllegalArgumentException} for what it cannot take
     * @param expected what it takes, for the message
     * @throws IllegalArgumentException naming the option, if the parser cannot take its text
     */
    <T> T get(String setting, Function<String, T> parser, String expected, T otherwise) {
        String key = keyOf(setting);
        if (key == null) {
            return otherwise;
        }
        String text = String.valueOf(options.get(key));
        try {
            return parser.apply(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "option '" + key + "': expected " + expected + ", found '" + text + "'", e);
        }
    }

    /** A setting that is a number of bytes, with or without a unit. */
    long bytes(String setting, long otherwise) {
        String key = keyOf(setting);
        return key == null ? otherwise : new Options(options).get(Option.ofSize(key, otherwise, "A size."));
    }

    /** Names the options of this index in messages. */
    String prefix() {
        return "file-index." + kind + "." + columns.get(0);
    }
}
