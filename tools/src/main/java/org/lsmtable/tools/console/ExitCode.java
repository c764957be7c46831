package org.lsmtable.tools.console;

/** How a command ended, as the process tells it. */
public enum ExitCode {
    DONE(0),
    /** Something that was looked for was found: a checker's finding, a lab that differs, a compaction that is due. */
    FINDING(1),
    /** Wrong usage, and input data that do not fit the table. */
    USAGE(2),
    /** No such table, snapshot, tag, file or key. */
    NOT_FOUND(3),
    /** Damaged or unreadable data. */
    DAMAGED(4),
    /** A commit lost against another, or the schema changed meanwhile; safe to retry. */
    CONFLICT(5),
    /** It cannot be told whether a commit happened; nothing was deleted. */
    UNKNOWN(6),
    /** Refused: something this engine lacks, named. */
    REFUSED(7),
    /** A defect of this program. */
    INTERNAL(70),
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    /** The number. */
    public int code() {
        return code;
    }
}
