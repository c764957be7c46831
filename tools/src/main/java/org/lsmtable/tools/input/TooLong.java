package org.lsmtable.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/**
 * A text or byte string that is longer than its type allows.
 *
 * @param row of the column, also if the text is within a nested value
 * @param type the text's own
 */
record TooLong(int row, String type, String text) {
    /** The first one of a column, at any depth; null if there is none. */
    static @Nullable TooLong find(ColumnVector vector, DataType type) {
        if (vector instanceof RowVector rows) {
            List<DataType> types = ((RowType) type).types();
            for (int i = 0; i < types.size(); i++) {
                TooLong found = find(rows.child(i), types.get(i));
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        if (vector instanceof ListVector lists) {
            List<DataType> types = ListVector.childTypes(type);
            for (int i = 0; i < types.size(); i++) {
                TooLong found = find(lists.child(i), types.get(i));
                if (found != null) {
                    return new TooLong(rowOf(lists, found.row()), found.type(), found.text());
                }
            }
            return null;
        }
        return type instanceof LengthType text && text.length() < Integer.MAX_VALUE ? find(vector, text) : null;
    }

    private static int rowOf(ListVector lists, int element) {
        int row = 0;
        while (lists.end(row) <= element) {
            row++;
        }
        return row;
    }

    private static @Nullable TooLong find(ColumnVector vector, LengthType type) {
        BytesVector values = vector instanceof DictionaryVector d ? d.dictionary() : (BytesVector) vector;
        int[] codes = vector instanceof DictionaryVector d ? d.codes() : null;
        for (int i = 0; i < vector.size(); i++) {
            int at = codes == null ? i : codes[i];
            if (!vector.isNull(i) && values.length(at) > type.length()) {
                String text = new String(values.bytes(), values.start(at), values.length(at), UTF_8);
                if (type.root().isBinary() || text.codePointCount(0, text.length()) > type.length()) {
                    return new TooLong(i, type.nullable().asText(), text);
                }
            }
        }
        return null;
    }
}
