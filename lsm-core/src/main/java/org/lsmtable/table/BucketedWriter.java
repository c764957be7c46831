package org.lsmtable.table;

abstract class BucketedWriter implements TableWriter {
    static BucketedWriter of(TableContext context, CompactionMode mode) {
        throw new UnsupportedOperationException();
    }
}
