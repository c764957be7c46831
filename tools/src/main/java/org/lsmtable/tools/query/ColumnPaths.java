package org.lsmtable.tools.query;

import java.util.ArrayList;
import java.util.List;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.types.RowType;

/**
 * A column as {@code alter} names it: {@code outer.inner} for a field of a ROW, {@code a.element} and {@code m.value} for what an ARRAY or a
 * MAP holds. Names with points of their own stand in double quotes or backticks, unless the table has a column of exactly that name.
 */
public final class ColumnPaths {
    private ColumnPaths() {}

    /** The path that a text means in a table. */
    public static ColumnPath parse(String text, RowType table) {
        if (table.indexOf(text) >= 0) {
            return ColumnPath.of(text);
        }
        List<String> names = new ArrayList<>();
        int at = 0;
        do {
            StringBuilder name = new StringBuilder();
            at = name(text, at, name);
            if (name.isEmpty()) {
                throw CliException.usage("expected a column name, found '" + text + "'");
            }
            names.add(name.toString());
        } while (at++ < text.length());
        return new ColumnPath(names);
    }

    /** Reads one name; returns the place of the point behind it, or the end. */
    private static int name(String text, int start, StringBuilder name) {
        char quote = start < text.length() ? text.charAt(start) : '.';
        if (quote != '"' && quote != '`') {
            int point = text.indexOf('.', start);
            int end = point < 0 ? text.length() : point;
            name.append(text, start, end);
            return end;
        }
        for (int at = start + 1; at < text.length(); at++) {
            char c = text.charAt(at);
            boolean last = at + 1 == text.length();
            if (c != quote) {
                name.append(c);
            } else if (!last && text.charAt(at + 1) == quote) {
                name.append(c);
                at++;
            } else if (last || text.charAt(at + 1) == '.') {
                return at + 1;
            } else {
                break;
            }
        }
        throw CliException.usage("expected a closing quote at the end of a name, found '" + text + "'");
    }
}
