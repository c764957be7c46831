package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.history.SnapshotDeltas;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/** Which data files came, went, or moved to another level between two snapshots, and by which snapshot in between. */
final class FileDiff {
    /** What happened to a file. */
    enum Change {
        ADDED,
        REMOVED,
        MOVED
    }

    /**
     * One file.
     *
     * @param fromLevel the level before, null if it was not there
     * @param toLevel the level after, null if it is gone
     * @param by the last snapshot that touched it, null if that is no longer there
     */
    record Entry(
            Change change,
            LiveFile file,
            @Nullable Integer fromLevel,
            @Nullable Integer toLevel,
            @Nullable Snapshot by) {}

    /** What tells files apart, whatever their level. */
    private record Name(BinaryRow partition, int bucket, String fileName) {
        static Name of(LiveFile file) {
            return new Name(file.partition(), file.bucket(), file.file().fileName());
        }
    }

    private final TableScan scan;
    private final SnapshotDeltas deltas;

    FileDiff(TableStores stores) throws IOException {
        TableSchema schema = stores.schemas().latest().orElseThrow();
        this.scan = new TableScan(stores.manifests(), stores.schemas(), schema);
        this.deltas = new SnapshotDeltas(stores, schema);
    }

    /** The changes from an older snapshot to a newer one: what is gone first, then what moved, then what is new. */
    List<Entry> between(Snapshot older, Snapshot newer) throws IOException {
        Map<Name, LiveFile> before = live(older);
        Map<Name, LiveFile> after = live(newer);
        Map<Name, Snapshot> lastTouch = lastTouches(older.id(), newer.id());
        List<Entry> removed = new ArrayList<>();
        List<Entry> moved = new ArrayList<>();
        List<Entry> added = new ArrayList<>();
        before.forEach((name, file) -> {
            LiveFile now = after.get(name);
            int level = file.file().level();
            if (now == null) {
                removed.add(new Entry(Change.REMOVED, file, level, null, lastTouch.get(name)));
            } else if (now.file().level() != level) {
                moved.add(new Entry(Change.MOVED, now, level, now.file().level(), lastTouch.get(name)));
            }
        });
        after.forEach((name, file) -> {
            if (!before.containsKey(name)) {
                added.add(new Entry(Change.ADDED, file, null, file.file().level(), lastTouch.get(name)));
            }
        });
        List<Entry> all = new ArrayList<>(removed);
        all.addAll(moved);
        all.addAll(added);
        return all;
    }

    private Map<Name, LiveFile> live(Snapshot snapshot) throws IOException {
        Map<Name, LiveFile> files = new LinkedHashMap<>();
        for (LiveFile file : scan.plan(snapshot, ScanFilter.ALL)) {
            files.put(Name.of(file), file);
        }
        return files;
    }

    private Map<Name, Snapshot> lastTouches(long olderId, long newerId) throws IOException {
        Map<Name, Snapshot> touches = new HashMap<>();
        for (long id : deltas.ids(olderId + 1, newerId)) {
            deltas.find(id).ifPresent(delta -> {
                for (ManifestEntry entry : delta.entries()) {
                    DataFileMeta file = entry.file();
                    touches.put(new Name(entry.partition(), entry.bucket(), file.fileName()), delta.snapshot());
                }
            });
        }
        return touches;
    }
}
