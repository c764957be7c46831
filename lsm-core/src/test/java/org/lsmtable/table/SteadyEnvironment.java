package org.lsmtable.table;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;
import org.lsmtable.fs.Storage;

/** An environment in which the same calls do the same on storage: time stands still, and everything runs in the calling thread. */
final class SteadyEnvironment {
    private SteadyEnvironment() {}

    /** Such an environment on a storage; the names it draws are of no other one. */
    static TableEnvironment of(Storage storage) {
        AtomicInteger names = new AtomicInteger();
        return new TableEnvironment(
                storage,
                Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC),
                () -> "name-" + System.identityHashCode(names) + "-" + names.getAndIncrement(),
                Runnable::run,
                System.getProperty("java.io.tmpdir"),
                1);
    }
}
