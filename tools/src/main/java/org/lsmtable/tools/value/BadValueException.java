package org.lsmtable.tools.value;

import org.jspecify.annotations.Nullable;

/** A text that is no value of the type; what was expected and what was found, without the place, which the reader of the file knows. */
public final class BadValueException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 60;

    /** A text that does not fit; null for a null where there must be none. */
    public BadValueException(String expected, @Nullable String found) {
        super("expected " + expected + ", found " + (found == null ? "null" : quoted(found)));
    }

    private BadValueException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The same, within something larger. */
    public BadValueException within(String part) {
        return new BadValueException(part + ": " + getMessage(), this);
    }

    /** A text in quotes, on one line and cut when it is long. */
    public static String quoted(String text) {
        String line = text.replace("\n", "\\n").replace("\r", "\\r");
        return line.length() <= SHOWN
                ? "'" + line + "'"
                : "'" + line.substring(0, SHOWN) + "…' (" + text.length() + " characters)";
    }
}
