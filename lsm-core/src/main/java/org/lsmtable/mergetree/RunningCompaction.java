package org.lsmtable.mergetree;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A compaction that was handed to an executor: runs once in some thread, while the writer may look, wait or cancel. Whatever happens,
 * the outcome of a task that has run is kept, so that no file it has written is forgotten.
 */
final class RunningCompaction implements Runnable {
    private final CompactTask task;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** The thread that runs the task, guarded by this. */
    private @Nullable Thread runner;

    /** Guarded by this. */
    private boolean cancelled;

    /** Written before the latch opens. */
    private @Nullable CompactResult result;

    /** Written before the latch opens. */
    private @Nullable Throwable failure;

    RunningCompaction(CompactTask task) {
        this.task = task;
    }

    @Override
    public void run() {
        synchronized (this) {
            if (cancelled) {
                return;
            }
            runner = Thread.currentThread();
        }
        try {
            result = task.run();
        } catch (Throwable t) {
            failure = t;
        }
        synchronized (this) {
            runner = null;
            if (cancelled) {
                // The interrupt was meant for this task, not for the next one of the thread.
                Thread.interrupted();
            }
        }
        ended.countDown();
    }

    /** Asks a running task to give up and keeps a waiting one from starting. Does not wait. */
    synchronized void cancel() {
        if (cancelled) {
            return;
        }
        cancelled = true;
        if (runner != null) {
            runner.interrupt();
        } else {
            ended.countDown();
        }
    }

    /** Whether it has ended, one way or another. */
    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** Waits for the end. */
    void await() throws InterruptedIOException {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a compaction");
        }
    }

    /** Waits for the end whatever happens; an interrupt is passed on afterwards. */
    void awaitUninterruptibly() {
        boolean interrupted = false;
        while (true) {
            try {
                ended.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the task has done, null if it has failed or never ran. Precondition: it has ended. */
    @Nullable
    CompactResult result() {
        return result;
    }

    /** The error it ended with, for the caller to throw. Precondition: it has ended without a result. */
    IOException failure(String bucket) {
        String why = failure == null ? "it was cancelled" : String.valueOf(failure.getMessage());
        return new IOException("compaction of " + bucket + " failed: " + why, failure);
    }
}
