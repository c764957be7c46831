package org.lsmtable.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A text file of cases: comments, commands, a line {@code ----}, the output expected of them; a blank line ends a case. With
 * {@code -Dtraces.rewrite=true} the expected outputs are written anew instead of compared: the diff is the review.
 */
public final class TraceFile {
    private static final Path FOLDER = Path.of("src", "test", "resources", "traces");
    private static final String LINE = "----";

    private final Path path;

    /** A file below {@code src/test/resources/traces}. */
    public TraceFile(String name) {
        this.path = FOLDER.resolve(name);
    }

    /** Runs every case: its commands in, the text they print out. Checks all before it fails. */
    public void run(Function<List<String>, String> interpreter) throws IOException {
        List<Case> cases = parse(Files.readString(path).split("\n", -1));
        assertThat(cases).as("cases in " + path).isNotEmpty();
        StringBuilder actual = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (Case one : cases) {
            one.appendTo(expected, one.output());
            one.appendTo(actual, interpreter.apply(one.commands()).strip());
        }
        if (Boolean.getBoolean("traces.rewrite")) {
            Files.writeString(path, actual);
        } else {
            assertThat(actual.toString())
                    .as("%s; if the new text is right, run with -Dtraces.rewrite=true and review the diff", path)
                    .isEqualTo(expected.toString());
        }
    }

    private record Case(List<String> head, String output) {
        List<String> commands() {
            return head.stream().filter(line -> !line.startsWith("#")).toList();
        }

        void appendTo(StringBuilder text, String out) {
            text.append(text.isEmpty() ? "" : "\n");
            head.forEach(line -> text.append(line).append('\n'));
            text.append(LINE).append('\n').append(out).append(out.isEmpty() ? "" : "\n");
        }
    }

    private static List<Case> parse(String[] lines) {
        List<Case> cases = new ArrayList<>();
        int at = 0;
        while (at < lines.length) {
            if (lines[at].isBlank()) {
                at++;
                continue;
            }
            List<String> head = new ArrayList<>();
            while (at < lines.length && !lines[at].equals(LINE)) {
                head.add(lines[at++]);
            }
            List<String> output = new ArrayList<>();
            for (at++; at < lines.length && !lines[at].isBlank(); at++) {
                output.add(lines[at]);
            }
            cases.add(new Case(head, String.join("\n", output)));
        }
        return cases;
    }
}
