package org.lsmtable.commit;

import java.time.Clock;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Time and chance, as a commit needs them.
 *
 * @param clock tells the time of snapshots
 * @param uuids draws the ids of snapshots
 * @param sleeper waits between attempts
 * @param random spreads the waits of writers that compete
 */
public record CommitEnvironment(Clock clock, Supplier<String> uuids, Sleeper sleeper, RandomGenerator random) {
    /** Waits. */
    public interface Sleeper {
        /** Returns after about so many milliseconds. */
        void sleep(long millis) throws InterruptedException;
    }

    /** A clock and names of one's own; waits for real, by chances that the first name seeds. */
    public static CommitEnvironment of(Clock clock, Supplier<String> uuids) {
        return new CommitEnvironment(
                clock, uuids, Thread::sleep, new SplittableRandom(uuids.get().hashCode()));
    }
}
