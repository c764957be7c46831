package org.lsmtable.schema;

import java.util.OptionalLong;

/** Names that are a prefix and a number without leading zeros: {@code schema-3}, {@code snapshot-17}. */
public final class NumberedFiles {
    private static final int MOST_DIGITS = 18;

    private NumberedFiles() {}

    /** The number of a name, empty if the name is not of that form; temporary and foreign files are passed over that way. */
    public static OptionalLong idOf(String name, String prefix) {
        if (!name.startsWith(prefix)) {
            return OptionalLong.empty();
        }
        return parse(name.substring(prefix.length()));
    }

    /** A number of at most 18 digits without sign and leading zeros, empty if the text is anything else. */
    public static OptionalLong parse(String digits) {
        if (digits.isEmpty() || digits.length() > MOST_DIGITS || digits.length() > 1 && digits.charAt(0) == '0') {
            return OptionalLong.empty();
        }
        long id = 0;
        for (int i = 0; i < digits.length(); i++) {
            char digit = digits.charAt(i);
            if (digit < '0' || digit > '9') {
                return OptionalLong.empty();
            }
            id = id * 10 + (digit - '0');
        }
        return OptionalLong.of(id);
    }
}
