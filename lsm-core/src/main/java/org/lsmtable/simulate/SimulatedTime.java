package org.lsmtable.simulate;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Time that passes when told to, from 1970 on, and one task at a time that ends at a moment of it. */
final class SimulatedTime implements Executor {
    private long nanos;
    private @Nullable Runnable task;
    private long taskEnd = Long.MAX_VALUE;

    /** Nanoseconds since the start. */
    long nanos() {
        return nanos;
    }

    /** Takes a task, which ends when {@link #endTaskAfter} says. Precondition: none is taken. */
    @Override
    public void execute(Runnable command) {
        if (task != null) {
            throw new IllegalStateException("a task runs already");
        }
        task = command;
    }

    /** Says how long the task that was taken last runs from now on. */
    void endTaskAfter(long durationNanos) {
        taskEnd = Math.addExact(nanos, durationNanos);
        endDueTask();
    }

    /** Lets time pass. */
    void pass(long durationNanos) {
        nanos = Math.addExact(nanos, durationNanos);
        endDueTask();
    }

    /**
     * Lets time pass until the task has ended.
     *
     * @return how long that was
     */
    long passUntilTaskEnds() {
        long before = nanos;
        if (task != null) {
            pass(Math.max(0, taskEnd - nanos));
        }
        return nanos - before;
    }

    private void endDueTask() {
        Runnable due = task;
        if (due != null && taskEnd <= nanos) {
            task = null;
            due.run();
        }
    }

    /** This time as a clock, in UTC. */
    Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return Clock.fixed(instant(), zone);
            }

            @Override
            public Instant instant() {
                return Instant.ofEpochSecond(0, nanos);
            }
        };
    }
}
