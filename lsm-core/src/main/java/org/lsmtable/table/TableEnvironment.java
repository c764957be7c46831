package org.lsmtable.table;

import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.lsmtable.fs.Storage;

/**
 * What a table needs of the world, passed in.
 *
 * @param storage where the files are
 * @param clock tells commit and creation times; its zone is the one in which file creation times are stored
 * @param uuids draws unique file names and commit users
 * @param executor runs encoding of columns side by side, and compactions in the background
 */
public record TableEnvironment(Storage storage, Clock clock, Supplier<String> uuids, Executor executor) {
    /** The given storage, the system clock, random names, the common pool. */
    public static TableEnvironment of(Storage storage) {
        return new TableEnvironment(
                storage, Clock.systemDefaultZone(), () -> UUID.randomUUID().toString(), ForkJoinPool.commonPool());
    }
}
