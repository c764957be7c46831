package org.lsmtable.tools.command;

import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import picocli.CommandLine.Command;

/** {@code lsm} without a command: shows what there is. */
@Command(
        name = "lsm",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Creates, loads, reads, inspects and compacts primary-key tables, which are Apache Paimon tables on disk.",
            "",
            "TABLE is a folder. TABLE@7 is its snapshot 7, TABLE@NAME a tag, TABLE@2026-01-31T10:00:00Z the last snapshot"
                    + " not later than that; TABLE$files is a system table."
        },
        footer = {"", "lsm help COMMAND shows a command with an example; lsm --version the version."})
final class RootCommand extends LsmCommand {
    RootCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() {
        session.say("lsm: expected a command (see: lsm help)");
        return ExitCode.USAGE;
    }
}
