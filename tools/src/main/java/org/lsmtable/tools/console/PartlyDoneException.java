package org.lsmtable.tools.console;

/** A failure after something was done that stays; it is told as its cause is, and then what was done. */
public final class PartlyDoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Throwable failure;

    /**
     * A failure after something was done.
     *
     * @param done what was done, as a clause
     */
    public PartlyDoneException(String done, Throwable failure) {
        super(done, failure);
        this.failure = failure;
    }

    /** What went wrong, which says how the process ends. */
    public Throwable failure() {
        return failure;
    }
}
