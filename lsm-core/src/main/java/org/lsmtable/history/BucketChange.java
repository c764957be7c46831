package org.lsmtable.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.history.BucketEvent.Cause;
import org.lsmtable.history.Compaction.Upgrade;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;

/**
 * The entries of one snapshot for one bucket, and the event they amount to (spec: metadata, manifests; commit, overwrite).
 *
 * <p>A file that goes and comes under the same name is moved, not written. Of the others, those that come on level 0 are flushed rows and
 * those above it are written by compaction, whatever the snapshot's kind says: flush and compaction may be published together. Only an
 * overwrite is different: what it adds are new rows on whatever level, because Paimon places them on the last level if it can.
 */
final class BucketChange {
    private final Map<String, DataFileMeta> added = new LinkedHashMap<>();
    private final Map<String, DataFileMeta> deleted = new LinkedHashMap<>();
    private int totalBuckets;

    void add(ManifestEntry entry) {
        DataFileMeta file = entry.file().withoutValueStats();
        totalBuckets = entry.totalBuckets();
        (entry.kind() == FileKind.ADD ? added : deleted).put(file.fileName(), file);
    }

    /** The number of buckets that the files added were written under; that of files deleted if none were added. */
    int totalBuckets() {
        return totalBuckets;
    }

    boolean addsFiles() {
        return !added.isEmpty();
    }

    /**
     * The event.
     *
     * @param rescaled whether files were written under another number of buckets than before
     * @throws IllegalStateException naming the file, if one goes that was not there, or if the levels are broken afterwards
     */
    BucketEvent event(BinaryRow partition, int bucket, Snapshot snapshot, boolean rescaled, Levels before) {
        List<DataFileMeta> come = new ArrayList<>();
        List<DataFileMeta> gone = new ArrayList<>();
        List<DataFileMeta> passing = new ArrayList<>();
        sort(before, come, gone, passing);
        Levels after = before.replace(gone, come);
        if (snapshot.commitKind() == CommitKind.OVERWRITE) {
            Cause cause = rescaled ? Cause.RESCALE : restores(come) ? Cause.RESTORE : Cause.OVERWRITE;
            List<DataFileMeta> flushed = cause == Cause.OVERWRITE ? come : List.of();
            return new BucketEvent(partition, bucket, snapshot, cause, flushed, null, gone, before, after);
        }
        List<DataFileMeta> flushed = new ArrayList<>();
        List<DataFileMeta> written = new ArrayList<>();
        List<Upgrade> upgraded = new ArrayList<>();
        for (DataFileMeta file : added.values()) {
            DataFileMeta old = deleted.get(file.fileName());
            if (old != null && !passing.contains(file)) {
                upgraded.add(new Upgrade(file, old.level()));
            } else {
                (file.level() == 0 ? flushed : written).add(file);
            }
        }
        List<DataFileMeta> rewritten = new ArrayList<>(gone);
        rewritten.removeIf(file -> added.containsKey(file.fileName()));
        rewritten.addAll(passing);
        Compaction compaction = rewritten.isEmpty() && written.isEmpty() && upgraded.isEmpty()
                ? null
                : new Compaction(rewritten, written, upgraded);
        return new BucketEvent(partition, bucket, snapshot, Cause.WRITE, flushed, compaction, List.of(), before, after);
    }

    /** Tells files that come to stay and files that go from those that the snapshot itself both adds and deletes. */
    private void sort(Levels before, List<DataFileMeta> come, List<DataFileMeta> gone, List<DataFileMeta> passing) {
        Map<String, Integer> live = new LinkedHashMap<>();
        if (!deleted.isEmpty()) {
            before.files().forEach(file -> live.put(file.fileName(), file.level()));
        }
        come.addAll(added.values());
        for (DataFileMeta file : deleted.values()) {
            DataFileMeta same = added.get(file.fileName());
            if (!live.containsKey(file.fileName()) && same != null && same.level() == file.level()) {
                passing.add(same);
                come.remove(same);
            } else {
                gone.add(file);
            }
        }
    }

    /** New rows are never the result of a compaction: if such files come with an overwrite, an older state has come back. */
    private static boolean restores(List<DataFileMeta> files) {
        return files.stream().anyMatch(file -> file.fileSource() == FileSource.COMPACT);
    }
}
