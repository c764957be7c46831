package org.lsmtable.tools.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.compact.Decision;
import org.lsmtable.tools.CliRunner;

class LabsTest {
    @TempDir
    Path folder;

    static List<String> names() {
        return Labs.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyStepIsAsExpected(String name) throws IOException {
        Path bench = Files.createDirectory(folder.resolve("bench"));
        List<LabStep> steps = new ArrayList<>();
        try (LabBench used = new LabBench(bench)) {
            Labs.play(name, used, steps::add);
        }
        assertThat(steps)
                .isNotEmpty()
                .allSatisfy(step -> assertThat(step.found()).isEqualTo(step.expected()));
        assertThat(bench).doesNotExist();
    }

    /** The arithmetic of the original experiments, with their sizes. */
    @Test
    void theArithmeticIsShown() {
        CliRunner lsm = new CliRunner(folder).onTerminal();
        assertThat(lsm.ok("lab", "uc").out())
                .contains("4394 x 100 > 200 x 8744? no")
                .contains(
                        "1099 -> 1109.99 >= 1099 absorb; 2198 -> 2219.98 >= 1099 absorb; 3297 -> 3329.97 >= 1097 absorb;"
                                + " 4394 -> 4437.94 < 8744 and level 5 > 1: stop; 4 runs, output level 5 - 1 = 4")
                .contains("3297 -> 3329.97 >= 1230 absorb; 4527 -> 4572.27 < 8744");
        assertThat(lsm.ok("lab", "uc_num").out())
                .contains("7545 x 100 > 200 x 8744? no")
                .contains("1555 -> 1570.55 < 1581 and nothing absorbed yet: stop")
                .contains("6 - 5 + 1 = 2 runs (2978)")
                .contains("8968 -> 9057.68 >= 8744 absorb; all 6 runs, output level 5");
        assertThat(lsm.ok("lab", "uc_amp").out()).contains("4395 x 100 > 200 x 1118? yes");
        assertThat(lsm.ok("lab").err()).contains("steps as expected");
    }

    @Test
    void aStepThatDiffersIsAFinding() {
        LabStep step = new LabStep("uc", "table", "commit 1", null, "no compaction", "SIZE_RATIO: 2 runs to L4");
        assertThat(step.isAsExpected()).isFalse();
        assertThat(new LabStep("uc", "table", "commit 1", (Decision) null, "a", "a").isAsExpected())
                .isTrue();
    }

    @Test
    void theDemoLeavesASoundTable() {
        CliRunner lsm = new CliRunner(folder);
        String tour = lsm.ok("demo", "--dir", "d").out();
        assertThat(tour)
                .contains("size ratio: ")
                .contains("L4 1 file")
                .contains("lookup: ")
                .contains("Read back: 1200 orders; the checker found nothing");
        assertThat(lsm.ok("verify", "d", "--deep").out()).isEmpty();
        assertThat(lsm.ok("count", "d").out()).isEqualTo("{\"count\":1200}\n");
        assertThat(tour.lines()
                        .toList()
                        .subList(
                                tour.lines().toList().size() - 6,
                                tour.lines().toList().size()))
                .allSatisfy(line -> assertThat(line).startsWith("   lsm ").contains("$T"));
        assertThat(lsm.run("demo", "--dir", "d").error())
                .contains("found one with a table, perhaps of an earlier demo");
    }

    @Test
    void theDemoWantsAFolderOfItsOwn() throws IOException {
        CliRunner lsm = new CliRunner(folder);
        Files.createDirectories(folder.resolve("mine"));
        Files.writeString(folder.resolve("mine/letter"), "x");
        CliRunner.Result result = lsm.run("demo", "--dir", "mine");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.error())
                .isEqualTo("lsm: " + folder.resolve("mine")
                        + ": expected a new or an empty folder, found one with 'letter' in it");
        assertThat(lsm.run("demo", "--dir", "mine/letter").error()).endsWith("found a file");
        try (Stream<Path> files = Files.list(folder.resolve("mine"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void theDemoHasOneForm() {
        CliRunner lsm = new CliRunner(folder);
        for (String[] line : new String[][] {{"demo", "-o", "json"}, {"-o", "json", "demo"}}) {
            CliRunner.Result result = lsm.run(line);
            assertThat(result.code()).isEqualTo(2);
            assertThat(result.error()).isEqualTo("lsm: -o json: the demo is a text, which has no other form");
            assertThat(result.out()).isEmpty();
        }
    }
}
