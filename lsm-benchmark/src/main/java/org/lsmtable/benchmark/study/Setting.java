package org.lsmtable.benchmark.study;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One point of a study: a workload and the options of the table under it.
 *
 * @param arrivals which keys come
 * @param tableRows rows that are there at the start, if rows are updated
 * @param flushRows rows a flush
 * @param commits how many, of one flush each
 * @param throughput how much compaction gets through while one flush comes in, in flushes; 0 if each commit waits for its compaction
 */
record Setting(
        Strategy strategy,
        Rules rules,
        Arrivals arrivals,
        int tableRows,
        int flushRows,
        int commits,
        double throughput) {
    /**
     * The numbers of the strategy.
     *
     * @param levels 0 for one more than the trigger, the default
     */
    record Rules(int trigger, int sizeRatio, int sizeAmplification, int levels) {}

    Setting {
        if (flushRows < 1 || commits < 1 || arrivals.hasUpdates() && tableRows < 10) {
            throw new IllegalArgumentException("expected at least 1 row a flush, 1 commit and 10 rows to update, found "
                    + flushRows + ", " + commits + " and " + tableRows);
        }
    }

    /** Rows at the start. */
    int startRows() {
        return arrivals.hasUpdates() ? tableRows : 0;
    }

    /** Whether each commit waits for its compaction. */
    boolean isSync() {
        return throughput == 0;
    }

    /** The options of the table: one bucket, and no snapshot is ever expired, so that they tell everything. */
    Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("bucket", "1");
        options.put("snapshot.num-retained.min", "1000000");
        options.put("snapshot.num-retained.max", "1000000");
        options.put("compaction.strategy", strategy.name());
        options.put("num-sorted-run.compaction-trigger", Integer.toString(rules.trigger()));
        options.put("compaction.size-ratio", Integer.toString(rules.sizeRatio()));
        options.put("compaction.max-size-amplification-percent", Integer.toString(rules.sizeAmplification()));
        if (rules.levels() > 0) {
            options.put("num-levels", Integer.toString(rules.levels()));
        }
        return options;
    }
}
