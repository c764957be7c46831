package org.lsmtable.tools.console;

/** Whether the user wants the command to end. Safe for use by several threads. */
public final class Interruption {
    private volatile boolean requested;

    /** Asks for the end. */
    public void request() {
        requested = true;
    }

    /**
     * Goes on, unless the end was asked for. Long work calls this where it can be given up cleanly.
     *
     * @throws CliException that ends the process as interrupted
     */
    public void check() {
        if (requested) {
            throw new CliException(ExitCode.INTERRUPTED, "interrupted");
        }
    }
}
