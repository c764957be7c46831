package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.Optional;
import org.lsmtable.maintenance.Rollback;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a table again what it was. */
@Command(
        name = "rollback",
        header = "Makes a table, or a branch of it, again what it was at a snapshot or tag.",
        description = {
            "Shows which snapshots, change records and tags are later, and deletes them with --execute. Their",
            "data files stay until 'lsm orphans' finds them; schemas stay. Stop all writers and expirations",
            "before: what is committed meanwhile builds on what is taken back, and an expiration may delete the",
            "snapshot to go back to, which ends the command with 5."
        },
        footer = {
            "",
            "Example:",
            "  lsm rollback /data/orders 41",
            "  lsm rollback /data/orders before-migration --execute"
        })
final class RollbackCommand extends TableCommand {
    @Parameters(
            index = "1",
            paramLabel = "STATE",
            description = "A snapshot's number, a tag, or a time such as 2026-01-31T10:00:00Z.")
    private String state = "";

    @Option(names = "--execute", description = "Do it, do not only show what would go.")
    private boolean execute;

    RollbackCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        SnapshotRef ref = state(state);
        try (Table table = open(plainAddress())) {
            if (state.matches("-[0-9]+") && table.stores().tags().find(state).isEmpty()) {
                throw CliException.usage(
                        "expected a snapshot's number, a tag or a time, found '" + state + "'; numbers begin with 1");
            }
            Rollback plan = table.maintenance().rollback(ref);
            Optional<Snapshot> intruder = execute ? table.maintenance().execute(plan) : Optional.empty();
            if (plan.removals().isEmpty()) {
                Optional<Snapshot> latest = table.snapshot(SnapshotRef.latest());
                sumUp("at snapshot " + latest.map(Snapshot::id).orElse(0L) + " already");
            }
            Removals.show(this, plan.removals(), execute);
            plan.warnings().forEach(warning -> session.say("lsm: warning: " + warning));
            if (intruder.isPresent()) {
                throw new CliException(
                        ExitCode.CONFLICT,
                        table.location() + ": snapshot " + intruder.get().id() + " of user '"
                                + intruder.get().commitUser()
                                + "' was committed meanwhile, upon what was taken back, and is the latest; stop the"
                                + " writers and go back again",
                        null);
            }
        }
        return ExitCode.DONE;
    }
}
