package org.lsmtable.format.orc;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.lsmtable.types.DataField;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/** CHAR in ORC: it is filled up with blanks, which readers cannot tell from those that a value had at its end. */
final class OrcChars {
    private OrcChars() {}

    /** The values as readers will find them; bounds must be of those. */
    static ColumnVector withoutBlanks(ColumnVector vector) {
        if (vector.type().root() != TypeRoot.CHAR) {
            return vector;
        }
        BytesVector plain = plain(vector);
        BytesVector trimmed = new BytesVector(vector.type(), vector.size());
        for (int i = 0; i < plain.size(); i++) {
            if (plain.isNull(i)) {
                trimmed.appendNulls(1);
            } else {
                trimmed.append(plain.bytes(), plain.start(i), end(plain, i) - plain.start(i));
            }
        }
        return trimmed;
    }

    /**
     * Refuses values with a blank at their end.
     *
     * @throws IllegalArgumentException naming the column and the value
     */
    static void requireNoBlanks(DataField column, ColumnVector vector) {
        if (column.type().root() != TypeRoot.CHAR) {
            return;
        }
        BytesVector plain = plain(vector);
        for (int i = 0; i < plain.size(); i++) {
            int length = plain.length(i);
            if (end(plain, i) - plain.start(i) < length) {
                throw new IllegalArgumentException("column '" + column.name() + "': a key of type "
                        + column.type().asText()
                        + " in an ORC file loses the blanks at its end and may become another key;"
                        + " found '" + new String(plain.bytes(), plain.start(i), length, UTF_8) + "'");
            }
        }
    }

    private static BytesVector plain(ColumnVector vector) {
        return vector instanceof DictionaryVector coded ? coded.decode() : (BytesVector) vector;
    }

    /** Where a value ends without its blanks. */
    private static int end(BytesVector values, int row) {
        int end = values.start(row) + values.length(row);
        while (end > values.start(row) && values.bytes()[end - 1] == ' ') {
            end--;
        }
        return end;
    }
}
