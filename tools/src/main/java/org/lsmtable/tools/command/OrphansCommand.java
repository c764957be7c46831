package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.maintenance.OrphanFiles;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.table.Maintenance;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Deletes files that nothing refers to. */
@Command(
        name = "orphans",
        header = "Deletes files that no snapshot, tag, changelog or branch refers to.",
        description = {
            "What writers left that died, and what rollbacks, deleted branches and interrupted expirations",
            "left. Shows what would go, unless --execute is given. All branches are looked at, whichever is",
            "named. Files changed within the last day are spared: somebody may be about to commit them.",
            "Where metadata cannot be read nothing is deleted."
        },
        footer = {"", "Example:", "  lsm orphans /data/orders", "  lsm orphans /data/orders --older-than 7d --execute"})
final class OrphansCommand extends TableCommand {
    @Option(
            names = "--older-than",
            paramLabel = "AGE|TIME",
            description = "Spare files changed since: an age such as 7d or 12h, or a time such as 2026-01-31T10:00:00Z;"
                    + " one day unless given.")
    private @Nullable String olderThan;

    @Option(names = "--execute", description = "Delete, do not only show what would go.")
    private boolean execute;

    OrphansCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        try (Table table = open(plainAddress())) {
            Maintenance maintenance = table.maintenance();
            String time = olderThan;
            OrphanFiles files = time == null
                    ? maintenance.orphanFiles()
                    : maintenance.orphanFiles(
                            Moments.parse("--older-than", time, environment().clock()));
            List<Removal> removals = execute ? maintenance.execute(files) : files.removals();
            Removals.show(this, removals, execute);
        }
        return ExitCode.DONE;
    }
}
