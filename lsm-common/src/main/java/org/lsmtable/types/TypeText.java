package org.lsmtable.types;

/** Pieces of the text form that several types share. */
final class TypeText {
    private TypeText() {}

    static String withNullability(String text, boolean nullable) {
        return nullable ? text : text + " NOT NULL";
    }

    /** Whether a field name may hold a character without being put in backquotes. */
    static boolean isNamePart(char c) {
        return c == '_' || c == '$' || Character.isLetterOrDigit(c) || Character.isSurrogate(c);
    }

    /** A field name as the text form of a ROW has it: in backquotes if it could not be read back without. */
    static String quoted(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> isNamePart((char) c))
                ? name
                : "`" + name.replace("`", "``") + "`";
    }
}
