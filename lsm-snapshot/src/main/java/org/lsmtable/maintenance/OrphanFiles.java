package org.lsmtable.maintenance;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.OrphanCandidates.Candidate;
import org.lsmtable.maintenance.OrphanCandidates.DataFolder;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.TableStores;

/**
 * The files of a table that nothing refers to, and that are older than any write that may still be going on (spec: commit and maintenance, orphan
 * files): what writers left that died, and what deleted branches, rollbacks and interrupted expirations left. Works on all branches at once, whichever the
 * stores are of. Made for one plan. Not thread-safe.
 *
 * <p>Candidates are listed before references are read: a file whose commit comes in between is referred to when it is looked up. Carrying the plan out looks
 * at the references again. So a file is at risk only if its writer takes longer than the age given from closing it to committing it.
 */
public final class OrphanFiles {
    private final Storage storage;
    private final OrphanCandidates candidates;
    private final References references;

    private OrphanFiles(Storage storage, OrphanCandidates candidates, References references) {
        this.storage = storage;
        this.candidates = candidates;
        this.references = references;
    }

    /**
     * Finds them.
     *
     * @param schema of the main branch: tells where data files lie
     * @param olderThan files changed at that time or later are spared
     * @throws IOException also if any metadata cannot be read, for what it may refer to cannot be told
     */
    public static OrphanFiles find(TableStores stores, TableSchema schema, Instant olderThan) throws IOException {
        TablePaths main = stores.paths().onBranch(TablePaths.MAIN);
        OrphanCandidates candidates = new OrphanCandidates(stores.storage(), main, schema, olderThan.toEpochMilli());
        candidates.find();
        OrphanFiles found = new OrphanFiles(stores.storage(), candidates, new References(stores));
        found.spareReferences();
        return found;
    }

    private void spareReferences() throws IOException {
        Map<String, List<Candidate>> left = candidates.byName();
        references.collect(left::remove);
    }

    /** What is to be deleted, sorted by path: files, then the folders of buckets and partitions that are or become empty by that, inner ones first. */
    public List<Removal> removals() {
        List<Removal> removals = new ArrayList<>();
        files().forEach(candidate -> removals.add(removal(candidate)));
        folders().forEach(folder -> removals.add(removal(folder)));
        return removals;
    }

    private static Removal removal(Candidate candidate) {
        return new Removal(
                candidate.file().path(),
                candidate.what() + " that nothing refers to, last changed "
                        + Instant.ofEpochMilli(candidate.file().modifiedMillis()),
                candidate.file().sizeBytes());
    }

    private static Removal removal(DataFolder folder) {
        return new Removal(folder.folder().path(), "folder with nothing in it", 0);
    }

    private List<Candidate> files() {
        List<Candidate> files = new ArrayList<>(candidates.unnamed());
        candidates.byName().values().forEach(files::addAll);
        files.sort(Comparator.comparing(candidate -> candidate.file().path()));
        return files;
    }

    private List<DataFolder> folders() {
        Set<String> gone = new HashSet<>();
        candidates
                .byName()
                .values()
                .forEach(files -> files.forEach(c -> gone.add(c.file().path())));
        List<DataFolder> emptied = new ArrayList<>();
        candidates.dataFolders().forEach(folder -> isEmptied(folder, gone, emptied));
        return emptied;
    }

    /** Whether a folder becomes empty; it and those below that do are added, inner ones first. */
    private boolean isEmptied(DataFolder folder, Set<String> gone, List<DataFolder> emptied) {
        boolean all = folder.others() == 0 && candidates.isOld(folder.folder());
        for (DataFolder below : folder.below()) {
            all &= isEmptied(below, gone, emptied);
        }
        for (FileInfo file : folder.files()) {
            all &= gone.contains(file.path());
        }
        if (all) {
            emptied.add(folder);
        }
        return all;
    }

    /**
     * Deletes them, but for what something has come to refer to since they were found, and for folders that are in use again.
     *
     * @return what was deleted, and what could not be: another run tries that again
     * @throws IOException if metadata cannot be read, before anything is deleted
     */
    public Outcome execute() throws IOException {
        spareReferences();
        Deletions deletions = new Deletions(storage);
        for (Candidate candidate : files()) {
            deletions.delete(List.of(candidate.file().path()));
        }
        for (DataFolder folder : folders()) {
            deletions.deleteIfEmpty(folder.folder().path());
        }
        return deletions.outcome();
    }
}
