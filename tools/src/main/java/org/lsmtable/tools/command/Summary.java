package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.scan.TableScan;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.tools.output.OutputForm;

/** What a command that writes has done, summed up over its snapshots. */
final class Summary {
    private final List<Long> snapshots = new ArrayList<>();
    private long rows;
    private int filesAdded;
    private int filesRemoved;
    private long bytesWritten;

    /** Counts rows. */
    void addRows(long count) {
        rows += count;
    }

    /** Counts snapshots and their changes, which are read from the table. */
    void addSnapshots(List<Snapshot> added, TableStores stores) throws IOException {
        if (added.isEmpty()) {
            return;
        }
        TableScan scan = new TableScan(
                stores.manifests(), stores.schemas(), stores.schemas().latest().orElseThrow());
        for (Snapshot snapshot : added) {
            addSnapshot(snapshot, scan.delta(snapshot));
        }
    }

    /** Counts a snapshot and its change. A file that only moves to another level is neither added nor removed. */
    private void addSnapshot(Snapshot snapshot, List<ManifestEntry> delta) {
        snapshots.add(snapshot.id());
        Map<String, Long> added = new LinkedHashMap<>();
        List<String> removed = new ArrayList<>();
        for (ManifestEntry entry : delta) {
            DataFileMeta file = entry.file();
            if (entry.kind() == FileKind.ADD) {
                added.put(file.fileName(), file.fileSize());
            } else {
                removed.add(file.fileName());
            }
        }
        for (String name : removed) {
            if (added.remove(name) == null) {
                filesRemoved++;
            }
        }
        filesAdded += added.size();
        bytesWritten += added.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The ids of the snapshots so far. */
    List<Long> snapshots() {
        return List.copyOf(snapshots);
    }

    long rows() {
        return rows;
    }

    /** The record to show. For people, snapshots that follow each other are a range. */
    Map<String, Object> asRecord(double seconds, OutputForm form) {
        Map<String, Object> record = new LinkedHashMap<>();
        boolean isRange =
                snapshots.size() > 1 && snapshots.get(snapshots.size() - 1) - snapshots.get(0) == snapshots.size() - 1;
        record.put(
                "snapshots",
                form == OutputForm.TABLE && isRange
                        ? snapshots.get(0) + " to " + snapshots.get(snapshots.size() - 1)
                        : snapshots());
        record.put("rows", rows);
        record.put("files_added", filesAdded);
        record.put("files_removed", filesRemoved);
        record.put("bytes_written", bytesWritten);
        record.put("seconds", rounded(seconds));
        return record;
    }

    /** Seconds to the millisecond. */
    static double rounded(double seconds) {
        return Math.round(seconds * 1000) / 1000.0;
    }
}
