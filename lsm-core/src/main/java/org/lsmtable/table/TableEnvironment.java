package org.lsmtable.table;

import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.lsmtable.fs.Storage;
import org.lsmtable.merge.Workers;

/**
 * What a table needs of the world, passed in.
 *
 * @param storage where the files are
 * @param clock tells commit and creation times; its zone is the one in which file creation times are stored
 * @param uuids draws unique file names and commit users
 * @param executor runs columns side by side, and compactions in the background
 * @param scratchFolder a folder on a local disk for temporary files
 * @param threads how many threads one read or write may use, its own included; at least 1
 */
public record TableEnvironment(
        Storage storage, Clock clock, Supplier<String> uuids, Executor executor, String scratchFolder, int threads) {
    /** The given storage, the system clock, random names, the common pool, as many threads as there are processors. */
    public static TableEnvironment of(Storage storage) {
        return new TableEnvironment(
                storage,
                Clock.systemDefaultZone(),
                () -> UUID.randomUUID().toString(),
                ForkJoinPool.commonPool(),
                System.getProperty("java.io.tmpdir"),
                Runtime.getRuntime().availableProcessors());
    }

    /** The threads of one read or write. */
    Workers workers() {
        return threads == 1 ? Workers.single() : Workers.of(executor, threads);
    }
}
