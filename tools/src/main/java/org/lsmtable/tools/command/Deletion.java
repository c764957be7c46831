package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.List;
import org.lsmtable.maintenance.DeletionPlan;
import org.lsmtable.maintenance.Outcome;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableException;

/** Carries a plan of deletions out, or only shows it. */
final class Deletion {
    private Deletion() {}

    /**
     * Shows every file that goes, why and its bytes, and deletes them if asked to.
     *
     * @throws TableException IO if some could not be deleted, when all are shown
     */
    static void show(LsmCommand command, Table table, DeletionPlan plan, boolean execute) throws IOException {
        List<Removal> removals = plan.removals();
        plan.warnings().forEach(warning -> command.session.say("files stay that may not be needed: " + warning));
        Outcome outcome = execute ? table.maintenance().execute(plan) : new Outcome(0, List.of());
        Removals.show(command, removals, execute && outcome.failures().isEmpty());
        if (!outcome.failures().isEmpty()) {
            throw new TableException(
                    TableException.Reason.IO,
                    table.location() + ": " + outcome.deleted() + " files of " + removals.size() + " were deleted: "
                            + outcome.failures().get(0),
                    null);
        }
    }
}
