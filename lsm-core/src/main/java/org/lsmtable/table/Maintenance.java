package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.lsmtable.maintenance.OrphanFiles;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.schema.TablePaths;

/**
 * Maintenance of a table: what deletes files, and what undoes (spec: commit and maintenance). Every operation makes a plan first, which
 * changes nothing; executing the plan is a call of its own.
 *
 * <p>Safe for use by several threads. Throws {@link TableException}.
 */
public final class Maintenance {
    private static final Duration ORPHAN_AGE = Duration.ofDays(1);

    private final TableContext context;

    Maintenance(TableContext context) {
        this.context = context;
    }

    /** The files of the table and of all its branches that nothing refers to, and that are older than a day. */
    public OrphanFiles orphanFiles() {
        return orphanFiles(context.environment().clock().instant().minus(ORPHAN_AGE));
    }

    /**
     * The same for another age. Whoever takes longer than that from writing a file to committing it loses the file.
     *
     * @param olderThan files last changed at this time or later are spared; not in the future
     * @throws TableException DAMAGED if metadata that may protect files cannot be read
     */
    public OrphanFiles orphanFiles(Instant olderThan) {
        return call(() -> {
            Instant now = context.environment().clock().instant();
            if (olderThan.isAfter(now)) {
                throw TableErrors.invalid(
                        table() + ": orphan files: expected a time that is not in the future, found " + olderThan);
            }
            TableContext main = context.paths().isMain() ? context : context.onBranch(TablePaths.MAIN);
            return OrphanFiles.find(main.stores(), main.schema(), olderThan);
        });
    }

    /**
     * Deletes them.
     *
     * @return what was deleted
     */
    public List<Removal> execute(OrphanFiles files) {
        return call(files::execute);
    }

    /** The table this maintains, for messages. */
    String table() {
        return context.paths().name();
    }
}
