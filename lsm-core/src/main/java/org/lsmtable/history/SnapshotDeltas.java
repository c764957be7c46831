package org.lsmtable.history;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TableStores;

/** Reads what single snapshots changed, while another process may expire them. */
public final class SnapshotDeltas {
    private final SnapshotStore snapshots;
    private final TableScan scan;

    /** The changes of a table's snapshots. */
    public SnapshotDeltas(TableStores stores, TableSchema schema) {
        this.snapshots = stores.snapshots();
        this.scan = new TableScan(stores.manifests(), stores.schemas(), schema);
    }

    /** A snapshot and the entries of its own change, in order. */
    public record Delta(Snapshot snapshot, List<ManifestEntry> entries) {
        public Delta {
            entries = List.copyOf(entries);
        }
    }

    /** The ids from one to another, both included, of which there is a snapshot, ascending. */
    public List<Long> ids(long first, long last) throws IOException {
        return snapshots.ids().stream().filter(id -> first <= id && id <= last).toList();
    }

    /** The change of a snapshot, empty if there is no such snapshot or it vanishes while it is read. */
    public Optional<Delta> find(long id) throws IOException {
        Optional<Snapshot> snapshot = snapshots.find(id);
        return snapshot.isEmpty()
                ? Optional.empty()
                : whileThere(id, () -> new Delta(snapshot.get(), scan.delta(snapshot.get())));
    }

    /** The live files that a snapshot began from, empty if it vanishes while they are read. */
    public Optional<List<LiveFile>> base(Snapshot snapshot) throws IOException {
        return whileThere(snapshot.id(), () -> scan.base(snapshot));
    }

    private interface Reading<T> {
        T read() throws IOException;
    }

    /** What is read of a snapshot; a failure counts only if the snapshot is still there afterwards. */
    private <T> Optional<T> whileThere(long id, Reading<T> reading) throws IOException {
        try {
            return Optional.of(reading.read());
        } catch (IOException e) {
            if (snapshots.exists(id)) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
