package org.lsmtable.table;

/**
 * Maintenance of a table: what deletes files, and what undoes (spec: commit and maintenance). Every operation makes a plan first, which
 * changes nothing; executing the plan is a call of its own.
 *
 * <p>Safe for use by several threads. Throws {@link TableException}.
 */
public final class Maintenance {
    private final TableContext context;

    Maintenance(TableContext context) {
        this.context = context;
    }

    /** The table this maintains, for messages. */
    String table() {
        return context.paths().name();
    }
}
