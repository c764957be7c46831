package org.lsmtable.commit;

import org.jspecify.annotations.Nullable;
import org.lsmtable.options.Options;

/**
 * How long a commit waits before it tries again, and when it gives up (spec: commit, retry and unknown outcome): the shortest wait
 * doubled at each retry up to the longest, and up to a fifth more by chance.
 *
 * @param timeoutMillis null for none
 */
record Backoff(int maxRetries, @Nullable Long timeoutMillis, long minWaitMillis, long maxWaitMillis) {
    static Backoff of(Options options) {
        return new Backoff(
                options.get(CommitOptions.MAX_RETRIES),
                options.find(CommitOptions.TIMEOUT).orElse(null),
                options.get(CommitOptions.MIN_WAIT),
                options.get(CommitOptions.MAX_WAIT));
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
