package org.lsmtable.tools.query;

/**
 * A literal of a condition as it was written.
 *
 * @param text without quotes and keyword
 * @param at the place of its first character in the condition
 */
record Literal(Kind kind, String text, int at) {
    /** What it says it is. */
    enum Kind {
        NUMBER("a number"),
        TEXT("a text"),
        TRUTH("a truth value"),
        BYTES("bytes"),
        DATE("a DATE"),
        TIME("a TIME"),
        TIMESTAMP("a TIMESTAMP");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }
}
