package org.lsmtable.types;

/** Reads the text form of types: the atomic texts of schema files, and nested types in brackets as SQL writes them. */
public final class TypeParser {
    private TypeParser() {}

    /**
     * Parses one type.
     *
     * @throws IllegalArgumentException saying what was expected at which character
     */
    public static DataType parse(String text) {
        throw new UnsupportedOperationException(text);
    }
}
