package org.lsmtable.simulate;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Time that passes when told to, from 1970 on for 292 years, and one task at a time that ends at a moment of it. More time is refused with an
 * {@link IllegalArgumentException}, as it is what somebody has asked for.
 */
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

    private long after(long durationNanos) {
        if (durationNanos > Long.MAX_VALUE - nanos) {
            throw new IllegalArgumentException("simulated time: expected at most 292 years, found more; a higher"
                    + " compaction throughput, a shorter flush interval or fewer commits keep within");
        }
        return nanos + durationNanos;
    }

    /** Says how long the task that was taken last runs from now on. */
    void endTaskAfter(long durationNanos) {
        taskEnd = after(durationNanos);
        endDueTask();
    }

    /** Lets time pass. */
    void pass(long durationNanos) {
        nanos = after(durationNanos);
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
