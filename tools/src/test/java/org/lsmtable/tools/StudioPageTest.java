package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Walks through docs/studio.md: every command of the page runs, in order, and prints what stands below it, where {@code …} stands for
 * anything. After a wanted change {@code -Dpages.rewrite=true} puts what is printed into the page; the diff is the review.
 */
class StudioPageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("user.dir")).resolveSibling("docs").resolve("studio.md");
    private static final String FENCE = "```";
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    /** What no two runs have in common. */
    private static final Pattern SECONDS = Pattern.compile("(\\| +)[0-9.]+( +\\|)$");

    @TempDir
    Path folder;

    /** One command and what it printed. */
    private record Command(String line, String output) {}

    @Test
    void everyCommandPrintsWhatThePageSays() throws Exception {
        List<String> lines = Files.readAllLines(PAGE);
        boolean rewrites = Boolean.getBoolean("pages.rewrite");
        List<String> rewritten = new ArrayList<>();
        int commands = 0;
        for (int i = 0; i < lines.size(); i++) {
            rewritten.add(lines.get(i));
            if (!lines.get(i).equals(FENCE + "console")) {
                continue;
            }
            int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf(FENCE);
            for (Command command : commands(lines.subList(i + 1, end))) {
                String printed = run(command.line());
                rewritten.add("$ " + command.line());
                printed.lines().forEach(rewritten::add);
                if (!rewrites) {
                    assertThat(printed).as(command.line()).matches(pattern(command.output()));
                }
                commands++;
            }
            i = end - 1;
        }
        assertThat(commands).isGreaterThan(10);
        if (rewrites) {
            Files.write(PAGE, rewritten);
        }
    }

    private static List<Command> commands(List<String> block) {
        List<Command> commands = new ArrayList<>();
        for (String line : block) {
            if (line.startsWith("$ ")) {
                commands.add(new Command(line.substring(2), ""));
            } else {
                Command last = commands.remove(commands.size() - 1);
                commands.add(new Command(last.line(), last.output() + line + "\n"));
            }
        }
        return commands;
    }

    private static Pattern pattern(String output) {
        String quoted = output.lines()
                .map(line -> Pattern.compile("…")
                        .splitAsStream(line + "\n")
                        .map(Pattern::quote)
                        .collect(Collectors.joining("[^\\n]*")))
                .collect(Collectors.joining());
        return Pattern.compile(quoted);
    }

    private String run(String line) throws IOException, InterruptedException {
        if (!line.startsWith("tools/lsm ")) {
            Process shell = new ProcessBuilder("sh", "-c", line)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shell.waitFor()).as(line + "\n" + printed).isZero();
            return printed;
        }
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(line.substring("tools/lsm ".length()));
        while (matcher.find()) {
            words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
        }
        words.addAll(List.of("-o", "table", "--quiet"));
        CliRunner.Result result = new CliRunner(folder).ok(words.toArray(new String[0]));
        // a terminal shows both streams; what is said comes when the table is there
        return steady(result.out() + result.err());
    }

    /** The same text for every run: no folder, nothing that is as wide as its name, no time, no length of a page with times in it. */
    private String steady(String printed) {
        boolean hasFolder = printed.contains(folder.toString());
        return printed.lines()
                .map(line ->
                        SECONDS.matcher(line.replace(folder.toString(), "…")).replaceAll("| … |"))
                .map(line -> hasFolder ? narrow(line) : line)
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** A line of a table whose first column is as wide as a folder's name, and whose second is a length. */
    private static String narrow(String line) {
        return line.replaceAll("^\\+-{40,}\\+-.*", "+…+")
                .replaceAll("^\\| file +\\|", "| file … |")
                .replaceAll("^(\\| [^|]*orders\\.html) *\\| +[0-9]+ \\|", "$1 | … |");
    }
}
