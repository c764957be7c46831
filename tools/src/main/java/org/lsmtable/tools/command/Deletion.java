package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.List;
import org.lsmtable.maintenance.DeletionPlan;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableException;
import org.lsmtable.tools.console.CliException;

/** Carries a plan of deletions out, or only shows it. */
final class Deletion {
    private Deletion() {}

    /**
     * Shows every file that goes, why and its bytes, and deletes them if asked to.
     *
     * @throws TableException IO if some could not be deleted, when all are shown
     * @throws CliException CONFLICT if nothing could be, because the table has changed meanwhile
     */
    static void show(LsmCommand command, Table table, DeletionPlan plan, boolean execute) throws IOException {
        List<Removal> removals = plan.removals();
        plan.warnings()
                .forEach(warning -> command.session.say("lsm: warning: files stay that may not be needed: " + warning));
        if (execute) {
            Removals.show(
                    command, table.location(), removals, table.maintenance().execute(plan));
        } else {
            Removals.show(command, removals, false);
        }
    }
}
