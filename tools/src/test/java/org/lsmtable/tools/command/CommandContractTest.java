package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.fs.Durability;
import org.lsmtable.tools.CliRunner;
import org.lsmtable.tools.console.DataOutput;
import org.lsmtable.tools.console.Interruption;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The commands, flags and arguments that outside scripts rely on. What is listed here may grow, not change. */
class CommandContractTest {
    private static final Map<String, String> CONTRACT = new TreeMap<>(Map.ofEntries(
            Map.entry("demo", "--dir"),
            Map.entry("lab", "LAB"),
            Map.entry("create", "TABLE --schema --partition-by -O --comment"),
            Map.entry("branch", "TABLE ACTION NAME --tag --execute -O"),
            Map.entry("tag", "TABLE ACTION NAME --snapshot --retain --execute -O"),
            Map.entry("alter", "TABLE CHANGE ARGUMENT --first --last --after --before --comment -O"),
            Map.entry(
                    "load",
                    "TABLE FILE --format --commit-every --kind-column --null --no-compaction --full-compaction -O"),
            Map.entry("scan", "TABLE --select --where --limit --kinds -O"),
            Map.entry("count", "TABLE --where -O"),
            Map.entry("get", "TABLE KEY --explain -O"),
            Map.entry("changelog", "TABLE --from --to --select --where --snapshots -O"),
            Map.entry("diff", "TABLE A B --rows -O"),
            Map.entry("key", "TABLE KEY -O"),
            Map.entry("snapshots", "TABLE -O"),
            Map.entry("files", "TABLE -O"),
            Map.entry("manifests", "TABLE -O"),
            Map.entry("schemas", "TABLE -O"),
            Map.entry("options", "TABLE -O"),
            Map.entry("tags", "TABLE -O"),
            Map.entry("branches", "TABLE -O"),
            Map.entry("partitions", "TABLE -O"),
            Map.entry("buckets", "TABLE -O"),
            Map.entry("consumers", "TABLE -O"),
            Map.entry("statistics", "TABLE -O"),
            Map.entry("levels", "TABLE --partition --bucket -O"),
            Map.entry("explain", "TABLE --partition --bucket --rule-set --flush-bytes --check --watch -O"),
            Map.entry("amp", "TABLE --last --total --partition --bucket -O"),
            Map.entry(
                    "simulate",
                    "TABLE --commits --flush-bytes --table-bytes --updates --file-overhead-bytes --mode --compare"
                            + " --html -O"),
            Map.entry("advise", "TABLE --last --mode --throughput --all --partition --bucket -O"),
            Map.entry("compact", "TABLE --full --partition --bucket -O"),
            Map.entry("drop-partition", "TABLE PARTITION --expired --execute -O"),
            Map.entry("rollback", "TABLE STATE --execute -O"),
            Map.entry("expire", "TABLE --retain-min --retain-max --older-than --max-deletes --execute -O"),
            Map.entry("orphans", "TABLE --older-than --execute -O"),
            Map.entry("verify", "TABLE --deep -O"),
            Map.entry("report", "TABLE --html --last --no-advice -O"),
            Map.entry("help", "COMMAND"),
            Map.entry("completion", "bash|zsh")));

    private static final List<String> EVERYWHERE = List.of("-o", "--output", "--quiet", "--debug", "--help");

    @TempDir
    Path folder;

    private CommandLine all() {
        return Commands.full(new Session(
                new ByteArrayInputStream(new byte[0]),
                new DataOutput(OutputStream.nullOutputStream()),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                Terminal.none(),
                folder,
                Durability.PROCESS,
                new Interruption(),
                System::nanoTime));
    }

    @Test
    void everyCommandWithItsFlagsAndArguments() {
        Map<String, CommandLine> commands = all().getSubcommands();
        assertThat(commands.keySet()).containsExactlyInAnyOrderElementsOf(CONTRACT.keySet());
        CONTRACT.forEach((name, words) -> {
            CommandLine command = Objects.requireNonNull(commands.get(name));
            List<String> arguments = command.getCommandSpec().positionalParameters().stream()
                    .map(PositionalParamSpec::paramLabel)
                    .toList();
            List<String> expected = Arrays.stream(words.split(" ", -1))
                    .filter(word -> !word.startsWith("-"))
                    .toList();
            assertThat(arguments).as(name).isEqualTo(expected);
            for (String word : words.split(" ", -1)) {
                if (word.startsWith("-")) {
                    assertThat(command.getCommandSpec().findOption(word))
                            .as(name + " " + word)
                            .isNotNull();
                }
            }
            for (String option : EVERYWHERE) {
                assertThat(command.getCommandSpec().findOption(option))
                        .as(name + " " + option)
                        .isNotNull();
            }
        });
    }

    /** Descriptions are format texts: of a bare percent sign the parser complains on every help, past the session's own streams. */
    @Test
    void helpComplainsOfNothing() {
        PrintStream before = System.err;
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        System.setErr(new PrintStream(complaints, true, StandardCharsets.UTF_8));
        try {
            CONTRACT.keySet().forEach(name -> new CliRunner(folder).ok("help", name));
        } finally {
            System.setErr(before);
        }
        assertThat(complaints.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void everyCommandHasAHeadlineAndAnExample() {
        CliRunner runner = new CliRunner(folder);
        for (String name : CONTRACT.keySet()) {
            String help = runner.ok("help", name).out();
            assertThat(help).contains("Usage: lsm " + name);
            assertThat(help.substring(help.indexOf("Example:"))).contains("lsm " + name);
            assertThat(runner.ok(name, "--help").out().strip()).isEqualTo(help.strip());
        }
        assertThat(runner.ok("help").out()).contains(CONTRACT.keySet());
    }

    @Test
    void everyArgumentIsDescribed() {
        all().getSubcommands().forEach((name, command) -> {
            for (ArgSpec argument : command.getCommandSpec().args()) {
                assertThat(argument.description())
                        .as(name + " " + argument.paramLabel())
                        .isNotEmpty();
            }
        });
    }

    @Test
    void completionScriptsAreSoundShell() throws Exception {
        CliRunner runner = new CliRunner(folder);
        Path script = folder.resolve("completion.sh");
        Files.writeString(script, runner.ok("completion", "bash").out());
        assertThat(Files.readString(script)).contains("--commit-every").contains("complete -F");
        Process bash = new ProcessBuilder("bash", "-n", script.toString())
                .redirectErrorStream(true)
                .start();
        String complaints = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(complaints).isZero();
        assertThat(runner.ok("completion", "zsh").out()).contains("compinit").contains("--commit-every");
        assertThat(runner.run("completion", "fish").code()).isEqualTo(2);
    }

    @Test
    void namesAreListedOnce() {
        assertThat(Commands.NAMES).doesNotHaveDuplicates();
        assertThat(Commands.NAMES.stream().sorted().collect(Collectors.toList()))
                .isEqualTo(List.copyOf(CONTRACT.keySet()));
    }
}
