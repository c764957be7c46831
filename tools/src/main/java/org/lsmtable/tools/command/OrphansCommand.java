package org.lsmtable.tools.command;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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
    /** Few writers take longer from writing a file to committing it. */
    private static final Duration SHORTEST_SAFE_AGE = Duration.ofHours(1);

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
            OrphanFiles files = time == null ? maintenance.orphanFiles() : maintenance.orphanFiles(moment(time));
            List<Removal> removals = files.removals();
            if (removals.isEmpty()) {
                sumUp("nothing to delete");
            }
            if (execute) {
                Removals.show(this, table.location(), removals, maintenance.execute(files));
            } else {
                Removals.show(this, removals, false);
            }
        }
        return ExitCode.DONE;
    }

    private Instant moment(String time) {
        Clock clock = environment().clock();
        Instant moment = Moments.parse("--older-than", time, clock);
        if (execute && moment.isAfter(clock.instant().minus(SHORTEST_SAFE_AGE))) {
            session.say("lsm: warning: --older-than " + time
                    + ": files of writes that are in progress may go too, and what they commit is damaged then");
        }
        return moment;
    }
}
