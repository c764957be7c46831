package org.lsmtable.history;

import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;

/** Made-up snapshots, and what files need to look compacted. */
final class Snapshots {
    private Snapshots() {}

    /** A snapshot of schema 0. */
    static Snapshot of(long id, CommitKind kind) {
        return new Snapshot(
                3, null, id, 0, "base", null, "delta", null, null, null, null, "user", id, kind, 0, null, null, null,
                null, null, null, null, null);
    }

    /** The same file as a compaction would have made it. */
    static DataFileMeta compacted(DataFileMeta file) {
        return new DataFileMeta(
                file.fileName(),
                file.fileSize(),
                file.rowCount(),
                file.minKey(),
                file.maxKey(),
                file.keyStats(),
                file.valueStats(),
                file.minSequence(),
                file.maxSequence(),
                file.schemaId(),
                file.level(),
                file.extraFiles(),
                file.creationTimeMillis(),
                file.deleteRowCount(),
                null,
                FileSource.COMPACT,
                null,
                null,
                null,
                null);
    }
}
