package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.lsmtable.options.Options;

/**
 * A workload in rows, which a table can be given, and the same in the simulator's words.
 *
 * @param keys which keys come
 * @param tableFlushes flushes of rows that the table holds at the start and that are updated; 0 for inserts
 * @param flushRows rows a flush
 * @param commits flushes, each one commit
 * @param options of the table, on top of one bucket
 */
record RealWorkload(Keys keys, int tableFlushes, int flushRows, int commits, Map<String, String> options) {
    /** Columns beside the key, of random numbers: they do not compress, so that bytes follow rows. */
    static final int VALUES = 4;

    private static final long SEED = 20260131;

    /** Which keys come. */
    enum Keys {
        /** Updates drawn evenly from the table. */
        UPDATES,
        /** Updates of the whole table in the order of its keys, again and again. */
        UPDATES_IN_TURN,
        /** Nine of ten updates go to a tenth of the rows. */
        UPDATES_OF_HOT_ROWS,
        /** New keys all over the range. */
        INSERTS,
        /** Each new key is greater than all before. */
        INSERTS_IN_ORDER,
        /** Every other row is an update, the others are new. */
        HALF_UPDATES
    }

    RealWorkload {
        options = Map.copyOf(options);
    }

    int tableRows() {
        return tableFlushes * flushRows;
    }

    /** All options of the table. Nothing is expired, so that its snapshots tell everything. */
    Map<String, String> tableOptions() {
        Map<String, String> all = new HashMap<>(options);
        all.put("bucket", "1");
        all.put("snapshot.num-retained.min", "1000000");
        all.put("snapshot.num-retained.max", "1000000");
        return all;
    }

    /** The rows that are there at the start: kind, key, values. */
    List<Object[]> start() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Object[]> rows = new ArrayList<>();
        for (int k = 0; k < tableRows(); k++) {
            rows.add(row(startKey(k), random));
        }
        return rows;
    }

    /** The rows of each commit. */
    List<Object[]> flush(int commit) {
        SplittableRandom random = new SplittableRandom(SEED + 1 + commit);
        List<Object[]> rows = new ArrayList<>();
        for (int k = 0; k < flushRows; k++) {
            rows.add(row(key((long) commit * flushRows + k, random), random));
        }
        return rows;
    }

    private long key(long position, SplittableRandom random) {
        return switch (keys) {
            case UPDATES -> scattered(random.nextInt(tableRows()));
            case UPDATES_IN_TURN -> position % tableRows();
            // nine of ten to the first tenth: hot rows lie mixed among the others, for keys are scattered
            case UPDATES_OF_HOT_ROWS -> {
                int hot = tableRows() / 10;
                yield scattered(random.nextInt(10) > 0 ? random.nextInt(hot) : hot + random.nextInt(tableRows() - hot));
            }
            case INSERTS -> scattered(position);
            case INSERTS_IN_ORDER -> position;
            case HALF_UPDATES -> scattered(random.nextBoolean() ? random.nextInt(tableRows()) : tableRows() + position);
        };
    }

    private long startKey(int row) {
        return keys == Keys.UPDATES_IN_TURN ? row : scattered(row);
    }

    /** Distinct keys all over the range that do not compress, so that files with as many rows are as large. */
    private static long scattered(long position) {
        return position * 0x9e3779b97f4a7c15L;
    }

    private static Object[] row(long key, SplittableRandom random) {
        Object[] row = new Object[VALUES + 2];
        row[0] = "+I";
        row[1] = key;
        for (int i = 2; i < row.length; i++) {
            row[i] = random.nextLong();
        }
        return row;
    }

    /**
     * The same for the simulator.
     *
     * @param rowBytes what a row takes in a file
     * @param fileOverheadBytes what a file takes besides
     */
    Scenario scenario(double rowBytes, long fileOverheadBytes) {
        SyntheticWorkload workload = workload(tableRows() * rowBytes, flushRows * rowBytes);
        return new Scenario(
                new Options(tableOptions()),
                workload.with(new RowShape(rowBytes, 0.1)),
                new Pacing.Sync(java.time.Duration.ofSeconds(1)),
                commits,
                fileOverheadBytes);
    }

    private SyntheticWorkload workload(double tableBytes, double flushBytes) {
        return switch (keys) {
            case UPDATES -> SyntheticWorkload.updates(tableBytes, flushBytes);
            case UPDATES_IN_TURN ->
                SyntheticWorkload.updates(tableBytes, flushBytes).with(KeyPattern.SEQUENTIAL);
            case UPDATES_OF_HOT_ROWS ->
                SyntheticWorkload.updates(tableBytes, flushBytes).with(Skew.hot(0.1, 0.9));
            case HALF_UPDATES ->
                SyntheticWorkload.updates(tableBytes, flushBytes).withShares(0.5, 0);
            case INSERTS -> SyntheticWorkload.inserts(flushBytes);
            case INSERTS_IN_ORDER -> SyntheticWorkload.inserts(flushBytes).with(KeyPattern.SEQUENTIAL);
        };
    }
}
