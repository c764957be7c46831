package org.lsmtable.tools.command;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.Terminal.Ability;
import org.lsmtable.tools.console.TextOutput;
import org.lsmtable.tools.query.Spelling;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Parameters;

/** Shows what a command does. */
@Command(
        name = "help",
        header = "Shows all commands, or one with its options and an example.",
        footer = {"", "Example:", "  lsm help load"})
final class HelpCommand extends LsmCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "COMMAND", description = "The command to show.")
    private @Nullable String command;

    HelpCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        CommandLine line = Commands.full(session);
        if (command != null) {
            line = line.getSubcommands().get(command);
            if (line == null) {
                String hint = Spelling.nearest(command, Commands.NAMES)
                        .map(name -> "; did you mean " + name + "?")
                        .orElse("");
                throw CliException.usage("no command '" + command + "'" + hint + " (see: lsm help)");
            }
        }
        Ansi ansi = session.terminal().has(Ability.COLOR) ? Ansi.ON : Ansi.OFF;
        new TextOutput(session).line(line.getUsageMessage(ansi).stripTrailing());
        return ExitCode.DONE;
    }
}
