package org.lsmtable.table;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeParser;

/**
 * Reads a table definition: columns separated by commas, each a name, a type and perhaps {@code PRIMARY KEY} and {@code COMMENT 'text'},
 * and at most one {@code PRIMARY KEY (a, b)}. Names that are not plain words stand in backticks or double quotes. Key columns become NOT
 * NULL. Errors are {@link IllegalArgumentException}s that quote the piece.
 */
final class DefinitionParser {
    private final List<DataField> columns = new ArrayList<>();
    private List<String> primaryKeys = List.of();

    private DefinitionParser() {}

    static TableDefinition parse(String text) {
        DefinitionParser parser = new DefinitionParser();
        for (String item : items(text)) {
            parser.item(item);
        }
        return parser.definition(text);
    }

    private TableDefinition definition(String text) {
        Set<String> names = new LinkedHashSet<>();
        for (DataField column : columns) {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("column '" + column.name() + "' is defined twice in: " + text);
            }
        }
        for (String key : primaryKeys) {
            if (!names.contains(key)) {
                throw new IllegalArgumentException(
                        "PRIMARY KEY names '" + key + "', which is no column; columns are " + names);
            }
        }
        List<DataField> fields = columns.stream()
                .map(c -> primaryKeys.contains(c.name()) ? c.withType(c.type().notNull()) : c)
                .toList();
        return new TableDefinition(fields, primaryKeys, List.of(), Map.of(), null);
    }

    private void item(String item) {
        Words words = new Words(item);
        if (words.skip("PRIMARY", "KEY") && words.rest().startsWith("(")) {
            keyClause(item, words.rest());
            return;
        }
        words = new Words(item);
        String name = words.name();
        if (name == null || words.rest().isEmpty()) {
            throw new IllegalArgumentException("expected a column name and a type, found '" + item + "'");
        }
        String rest = words.rest();
        String comment = null;
        int commentAt = keyword(rest, "COMMENT");
        if (commentAt >= 0) {
            comment = quotedText(rest.substring(commentAt + "COMMENT".length()).strip(), item, "COMMENT");
            rest = rest.substring(0, commentAt).strip();
        }
        String defaultText = null;
        int defaultAt = keyword(rest, "DEFAULT");
        if (defaultAt >= 0
                && rest.substring(defaultAt + "DEFAULT".length()).strip().startsWith("'")) {
            defaultText =
                    quotedText(rest.substring(defaultAt + "DEFAULT".length()).strip(), item, "DEFAULT");
            rest = rest.substring(0, defaultAt).strip();
        }
        int keyAt = keyword(rest, "PRIMARY KEY");
        if (keyAt >= 0 && keyAt + "PRIMARY KEY".length() == rest.length()) {
            setPrimaryKeys(List.of(name), item);
            rest = rest.substring(0, keyAt).strip();
        }
        columns.add(new DataField(columns.size(), name, type(rest, name), comment, defaultText));
    }

    private void keyClause(String item, String list) {
        int close = closing(list);
        String after = close < 0 ? "" : list.substring(close + 1).strip();
        if (close < 0 || !(after.isEmpty() || after.equalsIgnoreCase("NOT ENFORCED"))) {
            throw new IllegalArgumentException("expected PRIMARY KEY (column, ...), found '" + item + "'");
        }
        List<String> keys = new ArrayList<>();
        for (String part : items(list.substring(1, close))) {
            Words words = new Words(part);
            String name = words.name();
            if (name == null || !words.rest().isEmpty()) {
                throw new IllegalArgumentException("expected a column name in '" + item + "', found '" + part + "'");
            }
            if (keys.contains(name)) {
                throw new IllegalArgumentException("column '" + name + "' stands twice in '" + item + "'");
            }
            keys.add(name);
        }
        setPrimaryKeys(keys, item);
    }

    private void setPrimaryKeys(List<String> keys, String item) {
        if (!primaryKeys.isEmpty()) {
            throw new IllegalArgumentException("a second PRIMARY KEY: '" + item + "'");
        }
        primaryKeys = List.copyOf(keys);
    }

    private static DataType type(String text, String column) {
        try {
            return TypeParser.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("column '" + column + "': " + e.getMessage(), e);
        }
    }

    private static String quotedText(String text, String item, String word) {
        if (text.length() < 2 || text.charAt(0) != '\'' || text.charAt(text.length() - 1) != '\'') {
            throw new IllegalArgumentException("expected " + word + " 'text' in '" + item + "', found '" + text + "'");
        }
        return text.substring(1, text.length() - 1).replace("''", "'");
    }

    /** The parts between the commas that stand outside brackets and quotes, stripped. */
    private static List<String> items(String text) {
        List<String> items = new ArrayList<>();
        int start = 0;
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '`' || c == '\'') {
                i = quoteEnd(text, i);
            } else if (c == '(' || c == '<') {
                depth++;
            } else if (c == ')' || c == '>') {
                depth--;
            } else if (c == ',' && depth == 0) {
                items.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        items.add(text.substring(start).strip());
        return items;
    }

    /** The place of the quote that closes the one at a place; two in a row are one of the text. */
    private static int quoteEnd(String text, int open) {
        char quote = text.charAt(open);
        for (int i = open + 1; i < text.length(); i++) {
            if (text.charAt(i) == quote) {
                if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
                    i++;
                } else {
                    return i;
                }
            }
        }
        throw new IllegalArgumentException("the quote at character " + (open + 1) + " is not closed: " + text);
    }

    /** The place of the bracket that closes the one at the beginning, -1 if none does. */
    private static int closing(String text) {
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '`') {
                i = quoteEnd(text, i);
            } else if (c == ')') {
                return i;
            }
        }
        return -1;
    }

    /** Where words stand in capitals or not, outside quotes, as whole words; -1 if nowhere. */
    private static int keyword(String text, String words) {
        String upper = text.toUpperCase(Locale.ROOT);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'' || c == '"' || c == '`') {
                i = quoteEnd(text, i);
            } else if (upper.startsWith(words, i)
                    && (i == 0 || Character.isWhitespace(text.charAt(i - 1)))
                    && (i + words.length() == text.length()
                            || !Character.isLetterOrDigit(text.charAt(i + words.length())))) {
                return i;
            }
        }
        return -1;
    }

    /** Reads words from the front of an item. */
    private static final class Words {
        private final String text;
        private int at;

        Words(String text) {
            this.text = text;
        }

        /** The next name, without its quotes; null if there is none. */
        @Nullable
        String name() {
            blanks();
            if (at == text.length()) {
                return null;
            }
            char first = text.charAt(at);
            if (first == '"' || first == '`') {
                int end = quoteEnd(text, at);
                String name = text.substring(at + 1, end);
                at = end + 1;
                String quote = String.valueOf(first);
                return name.isEmpty() ? null : name.replace(quote + quote, quote);
            }
            int start = at;
            while (at < text.length()
                    && !Character.isWhitespace(text.charAt(at))
                    && "(),<>\"`'".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return at == start ? null : text.substring(start, at);
        }

        /** Whether these plain words come next; passes over them. */
        boolean skip(String... words) {
            for (String word : words) {
                blanks();
                if (!text.regionMatches(true, at, word, 0, word.length())) {
                    return false;
                }
                at += word.length();
            }
            return true;
        }

        /** What is left. */
        String rest() {
            return text.substring(at).strip();
        }

        private void blanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }
    }
}
