package org.lsmtable.simulate;

import java.time.Duration;

/** When flushes come and how long compactions take. */
public sealed interface Pacing {
    /** Time between two flushes while nothing waits, at least 0. */
    Duration flushInterval();

    /** The name in texts: {@code sync} or {@code async}. */
    String text();

    /** Each commit waits for the compaction it has set off: nothing runs beside it. */
    record Sync(Duration flushInterval) implements Pacing {
        public Sync {
            requireNotNegative(flushInterval);
        }

        @Override
        public String text() {
            return "sync";
        }
    }

    /**
     * Compactions run beside the writer, one at a time, and flushes pile up on level 0 meanwhile; with more runs than the stop trigger the
     * writer waits, as the engine's does.
     *
     * @param bytesPerSecond bytes of the files to rewrite that a compaction gets through in a second, above 0; may be infinite
     */
    record Async(Duration flushInterval, double bytesPerSecond) implements Pacing {
        public Async {
            requireNotNegative(flushInterval);
            if (!(bytesPerSecond > 0)) {
                throw new IllegalArgumentException(
                        "compaction throughput: expected above 0 bytes a second, found " + bytesPerSecond);
            }
        }

        @Override
        public String text() {
            return "async";
        }
    }

    private static void requireNotNegative(Duration interval) {
        if (interval.isNegative()) {
            throw new IllegalArgumentException("flush interval: expected at least 0, found " + interval);
        }
    }
}
