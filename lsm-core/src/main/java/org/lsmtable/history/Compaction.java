package org.lsmtable.history;

import java.util.List;
import org.lsmtable.manifest.DataFileMeta;

/**
 * A compaction as a snapshot published it. If a writer compacted several times between two commits it is all of them together, without
 * what was written and merged again in between.
 *
 * @param rewritten files that went, on the level where they lay
 * @param written files that came in their place; none if only deletes were left over from merging
 * @param upgraded files that were moved to another level without a byte written
 */
public record Compaction(List<DataFileMeta> rewritten, List<DataFileMeta> written, List<Upgrade> upgraded) {
    public Compaction {
        rewritten = List.copyOf(rewritten);
        written = List.copyOf(written);
        upgraded = List.copyOf(upgraded);
    }

    /**
     * A file that changed its level.
     *
     * @param file as it is now
     * @param fromLevel where it lay before
     */
    public record Upgrade(DataFileMeta file, int fromLevel) {}

    /** Bytes of the files that were merged. */
    public long bytesRead() {
        return BucketEvent.bytes(rewritten);
    }

    /** Bytes of the files that merging made. */
    public long bytesWritten() {
        return BucketEvent.bytes(written);
    }

    /** Bytes of the files that only changed their level. */
    public long bytesUpgraded() {
        return upgraded.stream().mapToLong(u -> u.file().fileSize()).sum();
    }

    /** The greatest level that files came to, −1 if all that went in were deletes. */
    public int outputLevel() {
        int level = -1;
        for (DataFileMeta file : written) {
            level = Math.max(level, file.level());
        }
        for (Upgrade upgrade : upgraded) {
            level = Math.max(level, upgrade.file().level());
        }
        return level;
    }
}
