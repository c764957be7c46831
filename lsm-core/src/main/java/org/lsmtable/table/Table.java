package org.lsmtable.table;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.data.Row;
import org.lsmtable.options.Options;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;

/** An open primary-key table. Safe for use by several threads; writers and cursors are not. Throws {@link TableException}. */
public final class Table implements AutoCloseable {
    private Table() {}

    /** Opens a table on a local disk. */
    public static Table open(Path folder) {
        throw new UnsupportedOperationException(folder.toString());
    }

    /**
     * Opens a table.
     *
     * @param location an absolute path, or a URI
     * @param overrides options for this object only
     */
    public static Table open(String location, TableEnvironment environment, Map<String, String> overrides) {
        throw new UnsupportedOperationException(location);
    }

    /** Creates a table on a local disk and opens it. */
    public static Table create(Path folder, TableDefinition definition) {
        throw new UnsupportedOperationException(folder.toString());
    }

    /** Creates a table and opens it. */
    public static Table create(String location, TableEnvironment environment, TableDefinition definition) {
        throw new UnsupportedOperationException(location);
    }

    /** The folder, absolute. */
    public String location() {
        throw new UnsupportedOperationException();
    }

    /** The latest schema, with the overrides among its options. */
    public TableSchema schema() {
        throw new UnsupportedOperationException();
    }

    /** The options in force. */
    public Options options() {
        throw new UnsupportedOperationException();
    }

    /** All snapshots, oldest first. */
    public List<Snapshot> snapshots() {
        throw new UnsupportedOperationException();
    }

    /** The snapshot meant; empty only for the latest of a table that has none. */
    public Optional<Snapshot> snapshot(SnapshotRef ref) {
        throw new UnsupportedOperationException();
    }

    /** A writer that compacts in the background. */
    public TableWriter newWriter() {
        return newWriter(CompactionMode.BACKGROUND);
    }

    /** A writer. */
    public TableWriter newWriter(CompactionMode mode) {
        throw new UnsupportedOperationException();
    }

    /** A read, to be described further. */
    public Scan scan() {
        throw new UnsupportedOperationException();
    }

    /** The row of a primary key, given in the key's declared order. */
    public Optional<Row> get(Object... key) {
        return Optional.ofNullable(lookup(SnapshotRef.latest(), key).row());
    }

    /** A point lookup that tells what it looked at. */
    public KeyLookup lookup(SnapshotRef snapshot, Object... key) {
        throw new UnsupportedOperationException();
    }

    /** Every stored version of a key in the files of all snapshots, newest first. */
    public List<KeyVersion> versions(Object... key) {
        throw new UnsupportedOperationException();
    }

    /** The merge trees of all buckets with files, by partition and bucket. */
    public List<BucketLevels> levels(SnapshotRef snapshot) {
        throw new UnsupportedOperationException();
    }

    /**
     * What compaction would do with a bucket now.
     *
     * @param ruleSet null for the one the options name
     */
    public Decision explain(SnapshotRef snapshot, BucketRef bucket, @Nullable RuleSet ruleSet) {
        throw new UnsupportedOperationException();
    }

    /** The same for the latest snapshot and the rule set of the options. */
    public Decision explain(BucketRef bucket) {
        return explain(SnapshotRef.latest(), bucket, null);
    }

    /** Compacts until the picker is satisfied, and commits. */
    public CompactionOutcome compact() {
        throw new UnsupportedOperationException();
    }

    /** Compacts everything to the last level, and commits. */
    public CompactionOutcome compactFully() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
