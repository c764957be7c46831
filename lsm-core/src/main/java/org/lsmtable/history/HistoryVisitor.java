package org.lsmtable.history;

import java.io.IOException;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.snapshot.Snapshot;

/** Is told of a table's past in the order in which it happened. */
public interface HistoryVisitor {
    /** A snapshot is next, whether or not it changed files. */
    default void snapshot(Snapshot snapshot) throws IOException {}

    /**
     * A bucket is met for the first time. Buckets that have files before the first snapshot come first of all.
     *
     * @param levels what it holds before its first event; no files if it is new
     */
    void start(BinaryRow partition, int bucket, Levels levels) throws IOException;

    /** A snapshot changed a bucket. */
    void event(BucketEvent event) throws IOException;
}
