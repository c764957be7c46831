package org.lsmtable.maintenance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.maintenance.Candidates.Doomed;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TableStores;

/** The files that keep the states which are to go: consumers, tags, and snapshots from the earliest on. */
final class Going {
    private final TableStores stores;
    private final List<Doomed> consumers = new ArrayList<>();
    private final List<Doomed> tags = new ArrayList<>();
    private final List<Long> snapshotIds = new ArrayList<>();
    private @Nullable Snapshot firstKept;

    Going(TableStores stores) {
        this.stores = stores;
    }

    void addConsumer(String file, String why) {
        consumers.add(new Doomed(List.of(file), why));
    }

    void addTag(String file, String why) {
        tags.add(new Doomed(List.of(file), why));
    }

    /**
     * Snapshots {@code from} to that before {@code firstKept}.
     *
     * @param from the earliest
     */
    void addSnapshots(long from, Snapshot firstKept) {
        for (long id = from; id < firstKept.id(); id++) {
            snapshotIds.add(id);
        }
        this.firstKept = firstKept;
    }

    boolean isEmpty() {
        return consumers.isEmpty() && tags.isEmpty() && snapshotIds.isEmpty();
    }

    LongSummaryStatistics snapshotIds() {
        return snapshotIds.stream().mapToLong(Long::longValue).summaryStatistics();
    }

    /** All of them, in the order in which they go. */
    List<Doomed> files() {
        List<Doomed> files = new ArrayList<>(consumers);
        files.addAll(tags);
        for (long id : snapshotIds) {
            files.add(new Doomed(List.of(stores.snapshots().file(id)), "snapshot " + id + " expires"));
        }
        return files;
    }

    /**
     * Deletes them and makes that durable, so that no power cut brings a state back whose files are gone. False if not all could be deleted:
     * no file they name may be deleted then.
     */
    boolean delete(Deletions deletions) throws IOException {
        if (!isFirstKeptThere()) {
            return false;
        }
        Snapshot kept = firstKept;
        boolean all = delete(deletions, consumers);
        if (!tags.isEmpty()) {
            all &= delete(deletions, tags)
                    && deletions.tryTo(
                            () -> stores.storage().syncFolder(stores.paths().tagFolder()));
        }
        if (kept != null && all) {
            all = deleteSnapshots(deletions, kept);
        }
        return all;
    }

    /**
     * Whether the first snapshot that stays is what it was: if not, others have expired more, or rolled back and may have given the ids to other
     * snapshots, which makes the plan void.
     */
    boolean isFirstKeptThere() throws IOException {
        Snapshot kept = firstKept;
        return kept == null || stores.snapshots().find(kept.id()).equals(Optional.of(kept));
    }

    private boolean deleteSnapshots(Deletions deletions, Snapshot kept) throws IOException {
        SnapshotStore snapshots = stores.snapshots();
        if (snapshotIds.isEmpty()) {
            return deletions.tryTo(() -> {
                if (!snapshots.hasEarliestHint()) {
                    snapshots.hintEarliest(kept.id());
                }
            });
        }
        for (long id : snapshotIds) {
            if (!isFirstKeptThere() || !deleteSnapshot(deletions, id, kept)) {
                return false;
            }
        }
        snapshots.hintEarliest(kept.id());
        return deletions.tryTo(() -> stores.storage().syncFolder(stores.paths().snapshotFolder()));
    }

    /** False if it could not be deleted, or had to be brought back because a rollback may just have gone back to it. */
    private boolean deleteSnapshot(Deletions deletions, long id, Snapshot kept) throws IOException {
        SnapshotStore snapshots = stores.snapshots();
        Optional<Snapshot> snapshot = readable(id);
        if (!deletions.delete(List.of(snapshots.file(id)))) {
            return false;
        }
        if (isFirstKeptThere()) {
            return true;
        }
        boolean wentBack = snapshots.ids().stream().allMatch(left -> left < kept.id());
        if (wentBack && snapshot.isPresent()) {
            snapshots.restore(snapshot.get());
        }
        return false;
    }

    private Optional<Snapshot> readable(long id) throws IOException {
        try {
            return stores.snapshots().find(id);
        } catch (DamagedFileException e) {
            return Optional.empty();
        }
    }

    private static boolean delete(Deletions deletions, List<Doomed> files) {
        boolean all = true;
        for (Doomed file : files) {
            all &= deletions.delete(file.paths());
        }
        return all;
    }
}
