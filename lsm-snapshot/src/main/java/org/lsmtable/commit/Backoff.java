package org.lsmtable.commit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.Options;
import org.lsmtable.options.SnapshotOptions;

/**
 * How long a commit waits before it tries again, and when it gives up (spec: commit, retry and unknown outcome): the shortest wait
 * doubled at each retry up to the longest, and up to a fifth more by chance.
 *
 * @param timeoutMillis null for none
 */
record Backoff(int maxRetries, @Nullable Long timeoutMillis, long minWaitMillis, long maxWaitMillis) {
    static Backoff of(Options options) {
        return new Backoff(
                options.get(SnapshotOptions.COMMIT_MAX_RETRIES),
                options.find(SnapshotOptions.COMMIT_TIMEOUT)
                        .map(Duration::toMillis)
                        .orElse(null),
                options.get(SnapshotOptions.COMMIT_MIN_RETRY_WAIT).toMillis(),
                options.get(SnapshotOptions.COMMIT_MAX_RETRY_WAIT).toMillis());
    }

    /** Whether another attempt may follow. */
    boolean allows(int retry, long elapsedMillis) {
        return retry < maxRetries && (timeoutMillis == null || elapsedMillis <= timeoutMillis);
    }

    /**
     * The wait before a retry.
     *
     * @param retry 0 for the first
     * @param chance from 0 to 1
     */
    long waitMillis(int retry, double chance) {
        double wait = Math.min((double) maxWaitMillis, minWaitMillis * Math.pow(2, retry));
        return (long) (wait * (1 + 0.2 * chance));
    }
}
