package org.lsmtable.tools.query;

import java.util.ArrayList;
import java.util.List;
import org.lsmtable.tools.console.CliException;

/** A list of column names as {@code --select} takes it: between commas, each plain or, as in conditions, in double quotes or backticks. */
public final class ColumnNames {
    private ColumnNames() {}

    /** The names of a text; blanks around a name do not count, and a quote inside quotes is written twice. */
    public static List<String> parse(String text) {
        List<String> names = new ArrayList<>();
        int at = 0;
        do {
            StringBuilder name = new StringBuilder();
            at = name(text, blanks(text, at), name);
            if (!name.isEmpty() && names.contains(name.toString())) {
                throw CliException.usage("--select: column '" + name + "' is named twice");
            }
            names.add(name.toString());
        } while (at++ < text.length());
        return names;
    }

    /** Reads one name; returns the place of the comma behind it, or the end. */
    private static int name(String text, int start, StringBuilder name) {
        char quote = start < text.length() ? text.charAt(start) : ',';
        if (quote == '"' || quote == '`') {
            return quoted(text, start, name);
        }
        int comma = text.indexOf(',', start);
        int end = comma < 0 ? text.length() : comma;
        name.append(text.substring(start, end).strip());
        return end;
    }

    private static int quoted(String text, int start, StringBuilder name) {
        char quote = text.charAt(start);
        for (int at = start + 1; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c != quote) {
                name.append(c);
            } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
                name.append(c);
                at++;
            } else {
                return comma(text, blanks(text, at + 1));
            }
        }
        throw CliException.usage("--select: a quoted name does not end: " + text.substring(start));
    }

    private static int comma(String text, int at) {
        if (at < text.length() && text.charAt(at) != ',') {
            throw CliException.usage(
                    "--select: expected a comma behind " + text.substring(0, at).strip());
        }
        return at;
    }

    private static int blanks(String text, int start) {
        int at = start;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
