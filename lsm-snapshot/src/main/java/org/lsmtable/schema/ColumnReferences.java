package org.lsmtable.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.lsmtable.options.Options;

/**
 * Where options name columns: as values (one column or a list), as the part between {@code fields.} and the last points of a key, and in
 * the keys of file indexes.
 */
final class ColumnReferences {
    private static final String FIELDS = "fields.";
    private static final String FILE_INDEX = "file-index.";
    private static final String SEQUENCE_GROUP = ".sequence-group";
    private static final Set<String> VALUE_KEYS = Set.of(
            "bucket-key",
            "sequence.field",
            "rowkind.field",
            "record-level.time-field",
            "partial-update.remove-record-on-sequence-group",
            "clustering.columns",
            "upsert-key");
    private static final Pattern INDEX_COLUMNS = Pattern.compile("file-index\\.[^.]+\\.columns");
    private static final String SEPARATOR = ",";

    private final Options options;

    ColumnReferences(Options options) {
        this.options = options;
    }

    /** The keys of the options that name a column. */
    List<String> to(String column) {
        List<String> keys = new ArrayList<>();
        options.asMap().forEach((key, value) -> {
            boolean inValue = namesColumns(key) && list(value).contains(column);
            if (inValue || !renamedKey(key, column, column + ".").equals(key)) {
                keys.add(key);
            }
        });
        return keys;
    }

    /** The options with another name for a column wherever they name it. */
    Options renamed(String from, String to) {
        Map<String, String> renamed = new LinkedHashMap<>();
        options.asMap().forEach((key, value) -> {
            boolean inValue = namesColumns(key) && list(value).contains(from);
            renamed.put(renamedKey(key, from, to), inValue ? renamedList(value, from, to) : value);
        });
        return new Options(renamed);
    }

    private static boolean namesColumns(String key) {
        return VALUE_KEYS.contains(key)
                || INDEX_COLUMNS.matcher(key).matches()
                || (key.startsWith(FIELDS) && key.endsWith(SEQUENCE_GROUP));
    }

    /** {@code fields.a,b.what} and {@code file-index.kind.a.what}. What stands for names may itself hold points. */
    private static String renamedKey(String key, String from, String to) {
        if (key.startsWith(FIELDS)) {
            int dot = key.lastIndexOf('.');
            if (dot < FIELDS.length()) {
                return key; // fields.default-aggregate-function
            }
            return FIELDS + renamedList(key.substring(FIELDS.length(), dot), from, to) + key.substring(dot);
        }
        if (key.startsWith(FILE_INDEX) && !INDEX_COLUMNS.matcher(key).matches()) {
            int kind = key.indexOf('.', FILE_INDEX.length());
            int dot = key.lastIndexOf('.');
            if (kind > 0 && dot > kind && key.substring(kind + 1, dot).equals(from)) {
                return key.substring(0, kind + 1) + to + key.substring(dot);
            }
        }
        return key;
    }

    private static List<String> list(String text) {
        return Arrays.stream(text.split(SEPARATOR, -1)).map(String::strip).toList();
    }

    private static String renamedList(String text, String from, String to) {
        return String.join(
                SEPARATOR,
                list(text).stream().map(name -> name.equals(from) ? to : name).toList());
    }
}
