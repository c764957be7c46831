package org.lsmtable.tools.command;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Threads for simulations. */
final class Simulations {
    private Simulations() {}

    /** Does something with an executor of as many threads as there are processors, which end when it is done. */
    static <T> T onThreads(Function<Executor, T> work) {
        ExecutorService executor =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), task -> {
                    Thread thread = new Thread(task, "simulation");
                    thread.setDaemon(true);
                    return thread;
                });
        try {
            return work.apply(executor);
        } finally {
            executor.shutdownNow();
        }
    }
}
