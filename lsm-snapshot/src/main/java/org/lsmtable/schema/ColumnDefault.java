package org.lsmtable.schema;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.lsmtable.cast.Cast;
import org.lsmtable.cast.CastException;
import org.lsmtable.cast.CastRules;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;
import org.lsmtable.vector.ColumnVector;

/**
 * The default of a column: a text, perhaps in single quotes, which is cast to the column's type. It stands in for null in rows that are
 * written; rows that are there already do not change.
 */
public final class ColumnDefault {
    private ColumnDefault() {}

    /** Whether this engine can make values of a column's default; true if it has none. */
    static boolean isSupported(DataField column) {
        return column.defaultValue() == null || CastRules.isSupported(Types.STRING, column.type());
    }

    /**
     * The default of a column.
     *
     * @param zone by which a default of a column with time zone is read
     * @return null if it has none
     * @throws IllegalArgumentException naming the column, if the text is no value of its type
     */
    public static @Nullable Object value(DataField column, ZoneId zone) {
        String text = column.defaultValue();
        if (text == null) {
            return null;
        }
        boolean isQuoted = text.length() > 1 && text.startsWith("'") && text.endsWith("'");
        ColumnVector source = ColumnVector.of(Types.STRING, 1);
        Values.append(isQuoted ? text.substring(1, text.length() - 1) : text, source);
        try {
            return Values.get(Cast.of(Types.STRING, column.type(), zone).apply(source), 0);
        } catch (CastException e) {
            throw new IllegalArgumentException("column '" + column.name() + "': default " + e.getMessage(), e);
        }
    }
}
