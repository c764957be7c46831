package org.lsmtable.json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of JSON fields in docs/format.md, and what to hold against them. */
public final class FormatPage {
    private static final Path PAGE =
            Path.of(System.getProperty("user.dir")).resolveSibling("docs").resolve("format.md");

    private static final Pattern OUTER_KEY = Pattern.compile("^  \"(\\w+)\" :", Pattern.MULTILINE);

    private FormatPage() {}

    /** The names in the table whose first column has this head, in their order. */
    public static List<String> names(String head) throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int row = lines.indexOf("| " + head + " | JSON type | since | write | absent |");
        if (row < 0) {
            throw new AssertionError(PAGE + ": no table of the " + head);
        }
        List<String> names = new ArrayList<>();
        for (row += 2; row < lines.size() && lines.get(row).startsWith("|"); row++) {
            names.add(lines.get(row).split(" *\\| *", -1)[1].replace("`", ""));
        }
        return names;
    }

    /** The outermost keys of a file as it is printed, in their order. */
    public static List<String> keys(String json) {
        List<String> keys = new ArrayList<>();
        Matcher matcher = OUTER_KEY.matcher(json);
        while (matcher.find()) {
            keys.add(matcher.group(1));
        }
        return keys;
    }
}
