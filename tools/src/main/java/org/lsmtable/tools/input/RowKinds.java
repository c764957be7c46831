package org.lsmtable.tools.input;

import java.util.Locale;
import org.lsmtable.data.RowKind;
import org.lsmtable.tools.value.BadValueException;

/** The spellings of row kinds in files: {@code +I -U +U -D}, the letters {@code c r u d}, and words. */
final class RowKinds {
    /** What a kind may be, for messages. */
    static final String EXPECTED = "a row kind (+I -U +U -D, c r u d, insert update delete)";

    private RowKinds() {}

    /** The kind of a text, in any case. */
    static RowKind parse(String text) throws BadValueException {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "+i", "c", "r", "insert" -> RowKind.INSERT;
            case "-u" -> RowKind.UPDATE_BEFORE;
            case "+u", "u", "update" -> RowKind.UPDATE_AFTER;
            case "-d", "d", "delete" -> RowKind.DELETE;
            default -> throw new BadValueException(EXPECTED, text);
        };
    }
}
