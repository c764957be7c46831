package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lsmtable.fs.Durability;
import org.lsmtable.maintenance.Outcome;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.table.TableException;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.DataOutput;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Interruption;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.Terminal;

/** What is told of a plan that was carried out in part, or not at all. */
class RemovalsTest {
    private static final List<Removal> TWO = List.of(new Removal("/t/a", "old", 5), new Removal("/t/b", "old", 6));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final LsmCommand command = new OrphansCommand(new Session(
            new ByteArrayInputStream(new byte[0]),
            new DataOutput(out),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            Terminal.none(),
            Path.of("."),
            Durability.PROCESS,
            new Interruption(),
            System::nanoTime));

    @Test
    void nothingIsDeletedOfAPlanThatIsOutdated() {
        Outcome outcome = new Outcome(List.of(), List.of());
        CliException thrown =
                catchThrowableOfType(CliException.class, () -> Removals.show(command, "/t", TWO, outcome));
        assertThat(thrown.code()).isEqualTo(ExitCode.CONFLICT);
        assertThat(thrown).hasMessageContaining("nothing was deleted", "run it again");
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .allMatch(line -> line.endsWith("\"deleted\":false}"));
    }

    @Test
    void whatWasDeletedIsShownBeforeAFailure() {
        Outcome outcome = new Outcome(List.of("/t/b"), List.of("/t/a: no permission"));
        TableException thrown =
                catchThrowableOfType(TableException.class, () -> Removals.show(command, "/t", TWO, outcome));
        assertThat(thrown).hasMessage("/t: 1 of 2 files deleted: /t/a: no permission");
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "{\"path\":\"/t/a\",\"why\":\"old\",\"bytes\":5,\"deleted\":false}",
                        "{\"path\":\"/t/b\",\"why\":\"old\",\"bytes\":6,\"deleted\":true}");
    }
}
