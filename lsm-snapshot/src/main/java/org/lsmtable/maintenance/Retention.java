package org.lsmtable.maintenance;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import org.lsmtable.options.Options;
import org.lsmtable.options.SnapshotOptions;

/**
 * Which snapshots are to stay (spec: commit, snapshot expiration). Of what is older than those that always stay, a snapshot goes when there are more
 * than may stay, or when the one after it is older than the time; so the state at any moment within that time can be read.
 *
 * @param min how many of the newest always stay; at least 1
 * @param max how many may stay at most, whatever their age; at least {@code min}
 * @param time the age from which they may go, not negative
 * @param limit how many go at once at most; at least 1
 */
public record Retention(int min, int max, Duration time, int limit) {
    public Retention {
        if (min < 1) {
            throw new IllegalArgumentException("snapshots that stay: expected at least 1, found " + min);
        }
        if (max < min) {
            throw new IllegalArgumentException(
                    "snapshots that stay: expected at most as many as may stay, " + max + ", found " + min);
        }
        if (time.isNegative()) {
            throw new IllegalArgumentException("age of snapshots: expected not less than zero, found " + time);
        }
        if (limit < 1) {
            throw new IllegalArgumentException("snapshots that go at once: expected at least 1, found " + limit);
        }
    }

    /** What a table's options say. */
    public static Retention of(Options options) {
        return new Retention(
                options.get(SnapshotOptions.RETAINED_MIN),
                options.get(SnapshotOptions.RETAINED_MAX),
                options.get(SnapshotOptions.TIME_RETAINED),
                options.get(SnapshotOptions.EXPIRE_LIMIT));
    }

    /** The same with another number of snapshots that always stay. */
    public Retention withMin(int snapshots) {
        return new Retention(snapshots, max, time, limit);
    }

    /** The same with another number of snapshots that may stay. */
    public Retention withMax(int snapshots) {
        return new Retention(min, snapshots, time, limit);
    }

    /** The same with another age from which snapshots may go. */
    public Retention withTime(Duration age) {
        return new Retention(min, max, age, limit);
    }

    /** The same with another number of snapshots that go at once. */
    public Retention withLimit(int snapshots) {
        return new Retention(min, max, time, snapshots);
    }

    /** The times of snapshots. */
    interface Times {
        /** Epoch milliseconds of a snapshot, empty if there is none of that id. */
        OptionalLong of(long id) throws IOException;
    }

    /**
     * The first snapshot that stays; those before it go. The earliest if none goes.
     *
     * @param nextRead the smallest snapshot that a consumer is going to read, if there are consumers
     * @param nowMillis the present, epoch milliseconds
     */
    long firstKept(long earliest, long latest, OptionalLong nextRead, long nowMillis, Times times) throws IOException {
        long first = Math.max(latest - max + 1, earliest);
        long end = Math.min(latest - min + 1, nextRead.orElse(Long.MAX_VALUE));
        end = Math.min(end, earliest + limit);
        long youngest = nowMillis - time.toMillis();
        for (long id = first; id < end; id++) {
            OptionalLong next = times.of(id + 1);
            if (next.isPresent() && next.getAsLong() >= youngest) {
                end = id;
            }
        }
        return Math.max(end, earliest);
    }
}
