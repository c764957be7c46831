package org.lsmtable.table;

import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.lsmtable.fs.Storage;
import org.lsmtable.merge.Workers;

/**
 * What a table needs of the world, passed in.
 *
 * @param storage where the files are
 * @param clock tells commit and creation times; its zone is the one in which file creation times are stored and by which
 *     local and zoned time become each other where a column has changed from one to the other
 * @param uuids draws unique file names and commit users
 * @param executor runs columns side by side, and compactions in the background
 * @param scratchFolder a folder on a local disk for temporary files
 * @param threads how many threads one read or write may use, its own included; at least 1
 */
public record TableEnvironment(
        Storage storage, Clock clock, Supplier<String> uuids, Executor executor, String scratchFolder, int threads) {
    /** How long an idle thread stays: environments come and go, and nobody closes them. */
    private static final long IDLE_SECONDS = 5;

    /**
     * The given storage, the system clock, random names, as many threads as there are processors. The threads are the environment's own: a
     * compaction keeps one of them busy and needs the others, which the common pool may not have.
     */
    public static TableEnvironment of(Storage storage) {
        int threads = Runtime.getRuntime().availableProcessors();
        return new TableEnvironment(
                storage,
                Clock.systemDefaultZone(),
                () -> UUID.randomUUID().toString(),
                pool(threads),
                System.getProperty("java.io.tmpdir"),
                threads);
    }

    /** Daemon threads that serve tasks in the order they come and end when they are idle. */
    private static Executor pool(int threads) {
        return new ForkJoinPool(
                threads,
                ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                null,
                true,
                threads,
                threads,
                0,
                null,
                IDLE_SECONDS,
                TimeUnit.SECONDS);
    }

    /** The threads of one read or write. */
    Workers workers() {
        return threads == 1 ? Workers.single() : Workers.of(executor, threads);
    }
}
