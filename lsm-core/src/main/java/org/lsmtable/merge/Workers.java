package org.lsmtable.merge;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Some threads that work on one thing together. The calling thread always takes part, so that work goes on even when the executor
 * is busy, and nested use cannot lock up. Safe for use by several threads.
 */
public final class Workers {
    private final Executor executor;
    private final int threads;

    private Workers(Executor executor, int threads) {
        this.executor = executor;
        this.threads = threads;
    }

    /** The calling thread alone. */
    public static Workers single() {
        return new Workers(Runnable::run, 1);
    }

    /**
     * The calling thread and threads of an executor.
     *
     * @param threads how many in all, at least 1
     */
    public static Workers of(Executor executor, int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, found " + threads);
        }
        return new Workers(executor, threads);
    }

    /** How many threads take part. */
    public int threads() {
        return threads;
    }

    /** One piece of work. */
    @FunctionalInterface
    public interface Task {
        /** Does piece {@code index}. */
        void run(int index) throws IOException;
    }

    /** Does the pieces 0 to {@code count - 1}, in no order, and returns when all are done; the first failure is thrown then. */
    public void forEach(int count, Task task) throws IOException {
        if (threads == 1 || count <= 1) {
            for (int i = 0; i < count; i++) {
                task.run(i);
            }
            return;
        }
        Round round = new Round(count, task);
        for (int i = 1; i < Math.min(threads, count); i++) {
            try {
                executor.execute(round);
            } catch (RejectedExecutionException e) {
                break; // the calling thread does it all
            }
        }
        round.run();
        round.await();
    }

    /** Starts work that the caller wants later, if there is another thread; otherwise it is done when asked for. */
    public <T> Pending<T> start(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        if (threads > 1) {
            try {
                executor.execute(task);
            } catch (RejectedExecutionException e) {
                return new Pending<>(task); // done when asked for
            }
        }
        return new Pending<>(task);
    }

    /** The outcome of work that may be under way. */
    public static final class Pending<T> {
        private final FutureTask<T> task;

        private Pending(FutureTask<T> task) {
            this.task = task;
        }

        /** The outcome; the calling thread does the work if no other has begun. */
        public T get() throws IOException {
            task.run();
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        return task.get();
                    } catch (InterruptedException e) {
                        interrupted = true; // the work uses memory of the caller: it must end first
                    }
                }
            } catch (ExecutionException e) {
                throw rethrown(e.getCause());
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private static IOException rethrown(@Nullable Throwable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        throw new IOException(failure);
    }

    /** Throws if the thread has been asked to stop. */
    public static void checkInterrupt(String what) throws InterruptedIOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException(what + " was interrupted");
        }
    }

    private static final class Round implements Runnable {
        private final int count;
        private final Task task;
        private final AtomicInteger next = new AtomicInteger();
        private final CountDownLatch open;
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

        Round(int count, Task task) {
            this.count = count;
            this.task = task;
            this.open = new CountDownLatch(count);
        }

        @Override
        public void run() {
            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                try {
                    if (failure.get() == null) {
                        task.run(i);
                    }
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                } finally {
                    open.countDown();
                }
            }
        }

        void await() throws IOException {
            boolean interrupted = false;
            while (true) {
                try {
                    open.await();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true; // the others use memory of the caller: they must end first
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            Throwable found = failure.get();
            if (found != null) {
                throw rethrown(found);
            }
        }
    }
}
