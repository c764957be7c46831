package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.lsmtable.maintenance.Outcome;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.table.TableException;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.output.Column;

/** Shows what a destructive command deletes, or would: each path, why, and the bytes. */
final class Removals {
    private Removals() {}

    /**
     * Shows them, an object each, and sums them up.
     *
     * @param deleted whether they are all gone, or this was a dry run
     */
    static void show(LsmCommand command, List<Removal> removals, boolean deleted) throws IOException {
        show(command, removals, "deleted", removal -> deleted);
        if (!removals.isEmpty()) {
            command.sumUp(
                    deleted
                            ? total(removals) + " deleted"
                            : "dry run: " + total(removals) + " would go; --execute does it");
        }
    }

    /** How many there are, and their bytes. */
    static String total(List<Removal> removals) {
        long bytes = removals.stream().mapToLong(Removal::bytes).sum();
        return files(removals.size()) + ", " + (bytes == 1 ? "1 byte" : bytes + " bytes");
    }

    /** {@code 1 file}, {@code 2 files}. */
    static String files(int count) {
        return count == 1 ? "1 file" : count + " files";
    }

    /**
     * Shows what has become of each.
     *
     * @param table its name, for messages
     * @throws CliException CONFLICT if nothing was deleted, for the table has changed since the plan was made
     * @throws TableException IO if some could not be deleted
     */
    static void show(LsmCommand command, String table, List<Removal> removals, Outcome outcome) throws IOException {
        Set<String> gone = new HashSet<>(outcome.paths());
        show(command, removals, "deleted", removal -> gone.contains(removal.path()));
        if (!outcome.failures().isEmpty()) {
            throw new TableException(
                    TableException.Reason.IO,
                    table + ": " + gone.size() + " of " + files(removals.size()) + " deleted: "
                            + outcome.failures().get(0),
                    null);
        }
        long left = removals.stream()
                .filter(removal -> !gone.contains(removal.path()))
                .count();
        if (gone.isEmpty() && left > 0) {
            throw new CliException(
                    ExitCode.CONFLICT,
                    table + ": nothing was deleted: the table has changed since this command looked at it, by another"
                            + " expiration, a rollback or a tag; run it again");
        }
        if (left > 0) {
            command.session.say("lsm: warning: " + left + " of " + removals.size()
                    + " paths were not deleted by this command: they are needed now, or others have deleted them");
        }
        if (!removals.isEmpty()) {
            command.sumUp(total(removals.stream()
                            .filter(removal -> gone.contains(removal.path()))
                            .toList())
                    + " deleted");
        }
    }

    /**
     * Shows them, an object each.
     *
     * @param done the name of the column that tells whether it has been done
     */
    static void show(LsmCommand command, List<Removal> removals, String done, Predicate<Removal> isDone)
            throws IOException {
        List<Map<String, ?>> records = new ArrayList<>();
        for (Removal removal : removals) {
            Map<String, Object> record = new LinkedHashMap<>();
            record.put("path", removal.path());
            record.put("why", removal.why());
            record.put("bytes", removal.bytes());
            record.put(done, isDone.test(removal));
            records.add(record);
        }
        command.show(
                List.of(
                        new Column("path", Column.Align.LEFT),
                        new Column("why", Column.Align.LEFT),
                        new Column("bytes", Column.Align.RIGHT),
                        new Column(done, Column.Align.LEFT)),
                records);
    }
}
