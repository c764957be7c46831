package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lsmtable.tools.console.ExitCode;

/** {@code docs/command-line.md} lists what there is. */
class CommandLinePageTest {
    private static final Path ROOT = Path.of(Files.exists(Path.of("docs")) ? "" : "..");

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/command-line.md"));
    }

    @Test
    void everyExitCode() throws IOException {
        List<Integer> listed = page().lines()
                .filter(line -> line.matches("\\| [0-9]+ \\|.*"))
                .map(line -> Integer.valueOf(line.split(" ", 3)[1]))
                .toList();
        assertThat(listed)
                .isEqualTo(Arrays.stream(ExitCode.values()).map(ExitCode::code).toList());
    }

    @Test
    void everyVariableOfTheLauncher() throws IOException {
        String launcher = Files.readString(ROOT.resolve("tools/lsm"));
        for (String variable : List.of("JAVA_HOME", "LSM_JAVA_OPTS")) {
            assertThat(launcher).contains(variable);
            assertThat(page()).contains("| `" + variable + "` |");
        }
    }
}
