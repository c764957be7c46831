package org.lsmtable.types;

/** Pieces of the text form that several types share. */
final class TypeText {
    private TypeText() {}

    static String withNullability(String text, boolean nullable) {
        return nullable ? text : text + " NOT NULL";
    }
}
