package org.lsmtable.system;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;
import org.lsmtable.scan.LiveFile;

/** Sums over some files. */
final class FileTotals {
    private long rows;
    private long bytes;
    private long files;
    private int totalBuckets;
    private @Nullable LocalDateTime newest;

    void add(LiveFile live) {
        rows += live.file().rowCount();
        bytes += live.file().fileSize();
        files++;
        totalBuckets = live.totalBuckets();
        LocalDateTime created = SystemContext.creationTime(live.file());
        if (created != null && (newest == null || created.isAfter(newest))) {
            newest = created;
        }
    }

    long rows() {
        return rows;
    }

    long bytes() {
        return bytes;
    }

    long files() {
        return files;
    }

    /** The number of buckets that the last file was written under. */
    int totalBuckets() {
        return totalBuckets;
    }

    /** When the newest file was made, null if no file tells. */
    @Nullable
    LocalDateTime newest() {
        return newest;
    }
}
