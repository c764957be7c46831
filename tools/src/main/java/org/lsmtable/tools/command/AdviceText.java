package org.lsmtable.tools.command;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.lsmtable.tools.console.ShellWord;

/** The lines that bring a setting into force. */
final class AdviceText {
    private AdviceText() {}

    /** For Flink SQL. */
    static String flink(String location, Map<String, String> changes) {
        return "ALTER TABLE " + name(location) + " SET (" + pairs(changes) + ")";
    }

    /** For Spark SQL. */
    static String spark(String location, Map<String, String> changes) {
        return "ALTER TABLE " + name(location) + " SET TBLPROPERTIES (" + pairs(changes) + ")";
    }

    /** What this program has for it: a command, or else where options are given. */
    static String own(String location) {
        return Commands.NAMES.contains("alter")
                ? "With lsm, for each option: lsm alter " + ShellWord.of(location) + " set KEY=VALUE"
                : "With lsm, for one call: -O KEY=VALUE";
    }

    /** The options, shortly. */
    static String changes(Map<String, String> changes) {
        return new TreeMap<>(changes)
                .entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(" "));
    }

    private static String pairs(Map<String, String> changes) {
        return new TreeMap<>(changes)
                .entrySet().stream()
                        .map(e -> "'" + e.getKey() + "' = '" + e.getValue() + "'")
                        .collect(Collectors.joining(", "));
    }

    /** A table's name as its folder tells it: {@code …/shop.db/orders} is orders of shop. */
    static String name(String location) {
        String[] parts = location.split("/", -1);
        String table = quoted(parts[parts.length - 1]);
        String folder = parts.length > 1 ? parts[parts.length - 2] : "";
        return folder.endsWith(".db") ? quoted(folder.substring(0, folder.length() - 3)) + "." + table : table;
    }

    /** A name in SQL, whatever is in it. */
    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
