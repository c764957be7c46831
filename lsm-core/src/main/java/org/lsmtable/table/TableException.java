package org.lsmtable.table;

import org.jspecify.annotations.Nullable;

/** What the embedding API throws: one line that names the file or column, what was expected and what was found. */
public class TableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why, classified by what can be done about it. */
    public enum Reason {
        /** No such table, snapshot, tag or file. */
        NOT_FOUND,
        /** There is one already. */
        EXISTS,
        /** What was given does not fit: a value, a name, an option. */
        INVALID,
        /** A file is not what it should be. */
        DAMAGED,
        /** The table uses something this engine lacks; named in the message. */
        UNSUPPORTED,
        /** The schema has changed since the table was opened, in a way that matters; open it again. */
        SCHEMA_CHANGED,
        /** Somebody else has changed the table meanwhile, so that what was planned cannot be done. */
        CONFLICT,
        /** Storage failed. */
        IO
    }

    private final Reason reason;

    public TableException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }
}
