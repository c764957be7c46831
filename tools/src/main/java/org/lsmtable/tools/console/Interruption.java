package org.lsmtable.tools.console;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether the user wants the command to end. Safe for use by several threads. */
public final class Interruption {
    private final CountDownLatch requested = new CountDownLatch(1);

    private volatile String whenCutOff = "";

    /** Sets what is true if the process ends before the command does; empty for nothing. */
    public void whenCutOff(String what) {
        whenCutOff = what;
    }

    /** What is true if the process ends now, in the middle of the command; empty for nothing. */
    public String whenCutOff() {
        return whenCutOff;
    }

    /** Asks for the end. */
    public void request() {
        requested.countDown();
    }

    /** Waits, but not longer than until the end is asked for. */
    public void await(Duration duration) {
        try {
            requested.await(duration.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            request();
        }
    }

    /**
     * Goes on, unless the end was asked for. Long work calls this where it can be given up cleanly.
     *
     * @throws CliException that ends the process as interrupted
     */
    public void check() {
        if (requested.getCount() == 0) {
            throw new CliException(ExitCode.INTERRUPTED, "interrupted");
        }
    }
}
