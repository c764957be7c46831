package org.lsmtable.commit;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.Changes.Check;
import org.lsmtable.commit.CommitResult.Committed;
import org.lsmtable.commit.CommitResult.Failed;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.options.Options;
import org.lsmtable.options.SnapshotOptions;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits messages of one user to one table (spec: commit). Not thread-safe; several may work on one table, in any processes.
 *
 * <p>A committable makes an APPEND snapshot of its flushed files and then a COMPACT snapshot of what its compactions did; either may be
 * missing. A plain APPEND reads no manifest; a COMPACT is held against the live files of its partitions.
 */
public final class TableCommitter {
    private static final Logger LOG = LoggerFactory.getLogger(TableCommitter.class);

    private final TableStores stores;
    private final TableSchema schema;
    private final String commitUser;
    private final CommitLoop loop;
    private final boolean recordsEmptyCommits;

    /**
     * A committer.
     *
     * @param schema the columns, keys and options of the table, as its writers know them
     * @param commitUser names the writing job; a job that is to commit exactly once keeps it for life
     * @throws org.lsmtable.types.UnsupportedFeatureException if the options ask for what commits here do not do
     */
    public TableCommitter(TableStores stores, TableSchema schema, String commitUser, CommitEnvironment environment) {
        CommitOptions.refuseWhatIsLacking(schema.options());
        this.stores = stores;
        this.schema = schema;
        this.commitUser = commitUser;
        this.recordsEmptyCommits =
                !schema.options().find(SnapshotOptions.IGNORE_EMPTY_COMMIT).orElse(true);
        this.loop = new CommitLoop(stores, schema, commitUser, environment);
    }

    /** A commit user for a new job: random, after the prefix the options give. */
    public static String newUser(Options options, Supplier<String> uuids) {
        return options.find(SnapshotOptions.COMMIT_USER_PREFIX)
                .map(prefix -> prefix + "_" + uuids.get())
                .orElseGet(uuids);
    }

    /**
     * Commits, retrying while only the race for the next id was lost. Never throws for an outcome that {@link CommitResult} can say.
     *
     * <p>Whatever the result, no data file is deleted; {@link #abort} and {@link #abortCompaction} do that where it is safe.
     *
     * @throws IllegalArgumentException if the messages contradict themselves or the table; nothing has been done then
     * @throws org.lsmtable.types.UnsupportedFeatureException if storage cannot make a snapshot exactly once; nothing has been done then
     */
    public CommitResult commit(Committable committable) {
        Check check = schema.options().get(CommitOptions.DISCARD_DUPLICATES) ? Check.NEW_FILES_ONLY : Check.NONE;
        return commit(committable, check, changes -> loop.run(Offer.of(changes)));
    }

    /**
     * Takes every file of some partitions out of the table, in one OVERWRITE snapshot (spec: commit, overwrite, drop partition, truncate); it is made
     * also if there is no such file. Files that others commit before it are taken out too, those they commit after it are in the table. A writer that has
     * such a partition open finds its compactions refused.
     *
     * @param operation what the snapshot names as its cause, if anything
     */
    public CommitResult empty(FileSelection partitions, long identifier, @Nullable String operation) {
        return refusedByStorage().orElseGet(() -> loop.run(new EmptyPartitions(partitions, identifier, operation)));
    }

    private Optional<CommitResult> refusedByStorage() {
        try {
            stores.storage().requireCreateIfAbsent(stores.paths().snapshotFolder());
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(new Failed(List.of(), e));
        }
    }

    private CommitResult commit(
            Committable committable, Check appendCheck, Function<Changes, CommitResult> makeSnapshot) {
        Optional<CommitResult> refused = refusedByStorage();
        if (refused.isPresent()) {
            return refused.get();
        }
        committable.messages().forEach(this::requireFitting);
        Changes append = Changes.append(committable, appendCheck);
        Changes compact = Changes.compact(committable);
        List<Snapshot> made = new ArrayList<>();
        boolean recordsNothing = compact.isEmpty() && recordsEmptyCommits;
        if (!append.isEmpty() || recordsNothing) {
            CommitResult result = makeSnapshot.apply(append);
            made.addAll(result.snapshots());
            if (!(result instanceof Committed)) {
                return result;
            }
        }
        return compact.isEmpty() ? new Committed(made) : after(made, makeSnapshot.apply(compact));
    }

    /**
     * Commits what a job may or may not have committed before it was restarted (spec: commit, exactly-once): those not beyond the
     * newest identifier of this user are left out, the rest is committed in the order of identifiers until one does not succeed. The
     * result is that of the last one tried, with the snapshots of all.
     */
    public CommitResult filterAndCommit(List<Committable> committables) {
        List<Snapshot> made = new ArrayList<>();
        try {
            Optional<Snapshot> latest = stores.snapshots().latest();
            long searchedTo = latest.map(Snapshot::id).orElse(0L);
            Optional<Long> done = newestIdentifier(latest);
            List<Committable> open = committables.stream()
                    .filter(c -> done.isEmpty() || c.identifier() > done.get())
                    .sorted(Comparator.comparingLong(Committable::identifier))
                    .toList();
            for (Committable committable : open) {
                requireFiles(committable);
            }
            for (Committable committable : open) {
                CommitResult result = after(
                        made,
                        commit(committable, Check.CONFLICTS, changes -> loop.runAgain(Offer.of(changes), searchedTo)));
                if (!(result instanceof Committed)) {
                    return result;
                }
                made = new ArrayList<>(result.snapshots());
            }
            return new Committed(made);
        } catch (IOException e) {
            return new Failed(made, e);
        }
    }

    /** The identifier of this user's newest snapshot, looking back until a snapshot is missing. */
    private Optional<Long> newestIdentifier(Optional<Snapshot> latest) throws IOException {
        Optional<Snapshot> at = latest;
        while (at.isPresent() && !at.get().commitUser().equals(commitUser)) {
            at = stores.snapshots().find(at.get().id() - 1);
        }
        return at.map(Snapshot::commitIdentifier);
    }

    private void requireFiles(Committable committable) throws IOException {
        for (CommitMessage message : committable.messages()) {
            if (message.hashIndex() != null) {
                requireFile(indexPath(message.hashIndex()), committable);
            }
            for (List<DataFileMeta> files : List.of(
                    message.newFiles(), message.changelogFiles(), message.compactAfter(), message.compactChangelog())) {
                for (DataFileMeta file : files) {
                    requireFile(path(message, file), committable);
                }
            }
        }
    }

    private void requireFile(String path, Committable committable) throws IOException {
        if (!stores.storage().exists(path)) {
            throw new NoSuchFileException(
                    path, null, "named by commit " + committable.identifier() + ", but not there");
        }
    }

    private String indexPath(HashIndexChange change) {
        return stores.paths().indexFile(change.fileName());
    }

    /**
     * Deletes the files of messages that were never offered to a commit, or whose commit is known not to be in the table: new data,
     * changelog and compaction output, but no file that a compaction only moved to another level. As a last guard against a wrong
     * caller, files of the latest snapshot stay, and nothing is deleted if that cannot be read. Quiet about errors: what stays is left
     * to orphan cleaning.
     */
    public void abort(List<CommitMessage> messages) {
        List<String> paths = new ArrayList<>();
        for (CommitMessage message : messages) {
            addPaths(message, message.newFiles(), paths);
            addPaths(message, message.changelogFiles(), paths);
            if (message.hashIndex() != null) {
                paths.add(indexPath(message.hashIndex()));
            }
        }
        addCompactionPaths(messages, paths);
        delete(paths, messages);
    }

    /** The same for messages of which the new files are in the table, but not the compaction. */
    public void abortCompaction(List<CommitMessage> messages) {
        List<String> paths = new ArrayList<>();
        addCompactionPaths(messages, paths);
        delete(paths, messages);
    }

    private void addCompactionPaths(List<CommitMessage> messages, List<String> paths) {
        // In the order of the messages, a file is foreign if a compaction reads it before one has made it.
        Set<String> foreign = new HashSet<>();
        Set<String> made = new HashSet<>();
        for (CommitMessage message : messages) {
            message.newFiles().forEach(file -> foreign.add(path(message, file)));
            message.compactBefore().stream()
                    .map(file -> path(message, file))
                    .filter(path -> !made.contains(path))
                    .forEach(foreign::add);
            List<DataFileMeta> own = message.compactAfter().stream()
                    .filter(file -> !foreign.contains(path(message, file)))
                    .toList();
            own.forEach(file -> made.add(path(message, file)));
            addPaths(message, own, paths);
            addPaths(message, message.compactChangelog(), paths);
        }
    }

    private void addPaths(CommitMessage message, List<DataFileMeta> files, List<String> paths) {
        for (DataFileMeta file : files) {
            paths.add(path(message, file));
            for (String extra : file.extraFiles()) {
                paths.add(stores.paths().extraFile(schema, message.partition(), message.bucket(), file, extra));
            }
        }
    }

    private String path(CommitMessage message, DataFileMeta file) {
        return stores.paths().dataFile(schema, message.partition(), message.bucket(), file);
    }

    private void delete(List<String> paths, List<CommitMessage> messages) {
        try {
            Set<String> live = new HashSet<>();
            for (LiveFile file :
                    loop.live(messages.stream().map(CommitMessage::partition).collect(Collectors.toSet()))) {
                live.add(stores.paths().dataFile(schema, file.partition(), file.bucket(), file.file()));
                for (String extra : file.file().extraFiles()) {
                    live.add(stores.paths().extraFile(schema, file.partition(), file.bucket(), file.file(), extra));
                }
            }
            for (IndexFileEntry index : loop.indexes()) {
                live.add(stores.paths().indexFile(index.fileName()));
            }
            for (String path : paths) {
                if (!live.contains(path)) {
                    stores.storage().delete(path);
                }
            }
        } catch (IOException e) {
            LOG.warn("files of an aborted commit are left behind: {}", e.getMessage());
        }
    }

    private void requireFitting(CommitMessage message) {
        int columns = schema.partitionKeys().size();
        if (message.partition().arity() != columns) {
            throw new IllegalArgumentException("commit message of bucket " + message.bucket() + ": expected " + columns
                    + " partition values, found " + message.partition().arity());
        }
    }

    /** A result with the snapshots made before it in front. */
    private static CommitResult after(List<Snapshot> made, CommitResult result) {
        List<Snapshot> all = new ArrayList<>(made);
        all.addAll(result.snapshots());
        return result.with(all);
    }
}
