package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every example of {@code docs/filters.md}, run. */
class FiltersPageTest {
    private static final Path PAGE =
            Path.of(Files.exists(Path.of("docs")) ? "" : "..").resolve("docs/filters.md");

    /** A line of a table whose first cell is a condition. */
    private static final Pattern EXAMPLE =
            Pattern.compile("\\| (?:`` (.+?) ``|`(.+?)`) \\| (.*?) ?\\|(?: .*\\|| \\|)?");

    @TempDir
    Path folder;

    private static String block(String page, String language) {
        String start = "```" + language + "\n";
        int from = page.indexOf(start) + start.length();
        return page.substring(from, page.indexOf("```", from));
    }

    private static List<String> lines(String section) {
        return section.lines().filter(line -> line.startsWith("| `")).toList();
    }

    private static Matcher example(String line) {
        Matcher example = EXAMPLE.matcher(line);
        assertThat(example.matches()).as(line).isTrue();
        return example;
    }

    private static String condition(Matcher example) {
        return example.group(1) == null ? example.group(2) : example.group(1);
    }

    @Test
    void examples() throws IOException {
        String page = Files.readString(PAGE);
        CliRunner lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", block(page, "sql"));
        lsm.withInput(block(page, "csv")).ok("load", "t", "-", "--format", "csv");

        int refusals = page.indexOf("## What is not there");
        List<String> wrong = new ArrayList<>();
        List<String> found = lines(page.substring(0, refusals));
        assertThat(found).hasSizeGreaterThan(35);
        for (String line : found) {
            Matcher example = example(line);
            CliRunner.Result result =
                    lsm.run("scan", "t", "--select", "id", "--where", condition(example), "-o", "csv");
            String rows = String.join(" ", result.lines().stream().skip(1).toList());
            if (result.code() != 0 || !rows.equals(example.group(3))) {
                wrong.add(line + " gives " + rows + result.err());
            }
        }
        List<String> refused = lines(page.substring(refusals));
        assertThat(refused).hasSizeGreaterThan(10);
        for (String line : refused) {
            Matcher example = example(line);
            CliRunner.Result result = lsm.run("count", "t", "--where", condition(example));
            if (result.code() != 2 || !result.err().contains(": " + example.group(3))) {
                wrong.add(line + " gives " + result.code() + ": " + result.err());
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void helpTellsTheShortForm() {
        CliRunner lsm = new CliRunner(folder);
        String help = lsm.ok("help", "scan").out();
        assertThat(help)
                .contains("[NOT] LIKE")
                .contains("IS [NOT] NULL")
                .contains("X'00ff'")
                .contains("docs/filters.md");
        assertThat(lsm.ok("help", "count").out()).contains("lsm help scan");
        assertThat(lsm.ok("help", "changelog").out()).contains("lsm help scan");
        assertThat(help.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        int paragraph = help.indexOf("--explain reads the rows");
        List<String> wrapped = help.substring(paragraph).lines().toList();
        assertThat(wrapped.subList(0, wrapped.size() - 1))
                .allSatisfy(line -> assertThat(line.length()).as(line).isGreaterThan(60));
    }
}
