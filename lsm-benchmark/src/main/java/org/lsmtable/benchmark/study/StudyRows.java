package org.lsmtable.benchmark.study;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.LongVector;

/**
 * The rows of a workload, flush after flush, always the same: a key and four random numbers, which do not compress, so that bytes follow
 * rows. Knows how many keys the table has.
 */
final class StudyRows {
    /** The table's columns. */
    static final String SCHEMA = "id BIGINT NOT NULL, a BIGINT, b BIGINT, c BIGINT, d BIGINT, PRIMARY KEY (id)";

    private static final int COLUMNS = 5;
    private static final long SEED = 20260131;

    private final RowType type;
    private final Setting setting;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final BitSet inserted = new BitSet();
    private long arrived;

    StudyRows(RowType type, Setting setting) {
        this.type = type;
        this.setting = setting;
    }

    /** What is there at the start, or so many rows of the workload's kind of keys. */
    Batch start(int rows) {
        return batch(rows, position -> startKey((int) position));
    }

    /** The next flush. */
    Batch flush() {
        long first = arrived;
        arrived += setting.flushRows();
        return batch(setting.flushRows(), position -> key(first + position));
    }

    /** How many keys the table has by now. */
    long keys() {
        return (long) setting.startRows() + inserted.cardinality();
    }

    private long key(long position) {
        int rows = setting.tableRows();
        return switch (setting.arrivals()) {
            case UPDATES -> scattered(random.nextInt(rows));
            // hot rows lie mixed among the others, for keys are scattered
            case HOT_UPDATES ->
                scattered(
                        random.nextInt(10) > 0
                                ? random.nextInt(rows / 10)
                                : rows / 10 + random.nextInt(rows - rows / 10));
            case UPDATES_IN_TURN -> position % rows;
            case HALF_UPDATES -> random.nextBoolean() ? scattered(random.nextInt(rows)) : inserted(position);
            case INSERTS -> inserted(position);
            case INSERTS_IN_ORDER -> {
                inserted.set((int) position);
                yield position;
            }
        };
    }

    private long inserted(long position) {
        inserted.set((int) position);
        return scattered(setting.startRows() + position);
    }

    private long startKey(int row) {
        return switch (setting.arrivals()) {
            case UPDATES_IN_TURN, INSERTS_IN_ORDER -> row;
            case UPDATES, HOT_UPDATES, HALF_UPDATES, INSERTS -> scattered(row);
        };
    }

    /** Distinct keys all over the range that do not compress. */
    private static long scattered(long position) {
        return position * 0x9e3779b97f4a7c15L;
    }

    private Batch batch(int rows, LongUnaryOperator keys) {
        List<ColumnVector> columns = new ArrayList<>();
        for (int c = 0; c < COLUMNS; c++) {
            LongVector column = new LongVector(type.typeAt(c), rows);
            for (int k = 0; k < rows; k++) {
                column.append(c == 0 ? keys.applyAsLong(k) : random.nextLong());
            }
            columns.add(column);
        }
        return new Batch(type, columns, rows);
    }
}
