package org.lsmtable.tools;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Interruption;

/**
 * The end of the process. When the user interrupts, the command has a moment to remove what it has not committed; then the process ends with
 * 130, whatever the command did, and a line tells what is true. Safe for use by several threads.
 */
final class Ending {
    private final Interruption interruption;
    private final Duration grace;
    private final PrintStream err;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int code = ExitCode.INTERNAL.code();

    Ending(Interruption interruption, Duration grace, PrintStream err) {
        this.interruption = interruption;
        this.grace = grace;
        this.err = err;
    }

    /** The command is over; if it failed, it has told so. */
    void commandEnded(int exitCode) {
        code = exitCode;
        ended.countDown();
    }

    /** The process is about to end: because the command is over, or because somebody wants it to. */
    void processEnds() {
        if (ended.getCount() == 0) {
            return;
        }
        interruption.request();
        if (!commandEndsInTime()) {
            String note = interruption.whenCutOff();
            say("lsm: interrupted" + (note.isEmpty() ? "" : "; " + note));
        } else if (code == ExitCode.DONE.code()) {
            say("lsm: interrupted, but the command has done all its work");
        }
    }

    private boolean commandEndsInTime() {
        try {
            return ended.await(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void say(String line) {
        err.println(line);
        err.flush();
    }
}
