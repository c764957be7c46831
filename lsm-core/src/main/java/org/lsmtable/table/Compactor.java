package org.lsmtable.table;

final class Compactor {
    enum Extent {
        PICKED,
        FULL
    }

    Compactor(TableContext context) {}

    CompactionOutcome compact(BucketRef ref, Extent extent) {
        throw new UnsupportedOperationException();
    }
}
