package org.lsmtable.maintenance;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.Candidates.Doomed;

/**
 * States that are to go, and the files that go with them because nothing that stays names them. Made by {@link Expiry}; carried out
 * once, by {@link #execute()}. Not thread-safe.
 */
public final class DeletionPlan {
    private final Storage storage;
    private final Going going;
    private final Candidates candidates;
    private final Keepers keepers;
    private final boolean cleansFolders;
    private final List<String> warnings;

    DeletionPlan(
            Storage storage,
            Going going,
            Candidates candidates,
            Keepers keepers,
            boolean cleansFolders,
            List<String> warnings) {
        this.storage = storage;
        this.going = going;
        this.candidates = candidates;
        this.keepers = keepers;
        this.cleansFolders = cleansFolders;
        this.warnings = List.copyOf(warnings);
    }

    /** Whether nothing goes. */
    public boolean isEmpty() {
        return going.isEmpty();
    }

    /** The ids of the snapshots that go; no count if none does. */
    public LongSummaryStatistics snapshots() {
        return going.snapshotIds();
    }

    /** What could not be read of the states that go, a line each; files that only it tells of stay, as orphans. */
    public List<String> warnings() {
        return warnings;
    }

    /** Every file that goes, as they lie there now, in the order in which they go. */
    public List<Removal> removals() throws IOException {
        List<Removal> removals = new ArrayList<>();
        List<Doomed> all = new ArrayList<>(going.files());
        all.addAll(candidates.left());
        for (Doomed doomed : all) {
            for (String path : doomed.paths()) {
                try {
                    FileInfo info = storage.info(path);
                    removals.add(new Removal(path, doomed.why(), info.sizeBytes()));
                } catch (NoSuchFileException e) {
                    // gone already
                }
            }
        }
        return removals;
    }

    /**
     * Deletes first what keeps the states that go, which makes them unreachable at once, then asks again what stays, for a tag or branch may
     * have been made meanwhile, and then deletes the files. A file that is gone already is no failure.
     *
     * @throws IOException if what stays cannot be read; the files of the states that have gone stay then, as orphans
     */
    public Outcome execute() throws IOException {
        Deletions deletions = new Deletions(storage);
        if (!going.delete(deletions)) {
            return deletions.outcome();
        }
        if (!candidates.isEmpty()) {
            keepers.keepNew();
            // a rollback that has come in between may have gone back to what we took for superseded
            if (!going.isFirstKeptThere()) {
                return deletions.outcome();
            }
        }
        for (Doomed doomed : candidates.left()) {
            deletions.delete(doomed.paths());
        }
        if (cleansFolders) {
            deletions.deleteEmptyFolders(candidates.leftInBuckets(), candidates.dataFolder());
        }
        return deletions.outcome();
    }
}
