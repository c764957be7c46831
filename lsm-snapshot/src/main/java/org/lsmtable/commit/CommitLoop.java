package org.lsmtable.commit;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.AttemptFiles.Base;
import org.lsmtable.commit.AttemptFiles.Change;
import org.lsmtable.commit.AttemptFiles.Indexes;
import org.lsmtable.commit.Changes.Check;
import org.lsmtable.commit.CommitResult.Committed;
import org.lsmtable.commit.CommitResult.Failed;
import org.lsmtable.commit.CommitResult.Lost;
import org.lsmtable.commit.CommitResult.Unknown;
import org.lsmtable.commit.ConflictCheck.Conflict;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestEntry.Identity;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TableStores;

/**
 * Makes one snapshot of one change: attempt after attempt until it is in the table, cannot be, or may not be tried again (spec: commit,
 * one commit attempt; retry and unknown outcome).
 *
 * <p>What holds at every point:
 *
 * <ol>
 *   <li>A snapshot is offered only when every file it names is durable, and so are the names of these files.
 *   <li>An attempt is <i>lost</i> when another snapshot has its id: it can never appear after that. It is <i>open</i> when storage failed
 *       while it was offered and no snapshot of its id is to be seen: it may appear yet.
 *   <li>While an attempt is open nothing is deleted, and nothing else is offered under its id.
 *   <li>Every attempt after the first looks for the success of those before, so that a change is never applied twice; a user does not
 *       give one identifier to two changes.
 * </ol>
 */
final class CommitLoop {
    private final TableStores stores;
    private final SnapshotStore snapshots;
    private final String commitUser;
    private final CommitEnvironment environment;
    private final Backoff backoff;
    private final TableScan scan;
    private final ManifestLists lists;
    private final LiveState liveState;
    private final ConflictCheck conflicts;
    private final WinnerSearch winners;
    private final StrictMode strictMode;
    private final LatestSchema latestSchema;
    private final InheritedStatistics statistics;
    private final DataFolders dataFolders;

    CommitLoop(TableStores stores, TableSchema schema, String commitUser, CommitEnvironment environment) {
        this.stores = stores;
        this.snapshots = stores.snapshots();
        this.commitUser = commitUser;
        this.environment = environment;
        this.backoff = Backoff.of(schema.options());
        this.scan = new TableScan(stores.manifests(), stores.schemas(), schema);
        this.lists = new ManifestLists(stores.manifests());
        this.liveState = new LiveState(scan, snapshots, lists);
        this.conflicts =
                new ConflictCheck(new KeyComparator(schema.trimmedKeyType().types()));
        this.winners = new WinnerSearch(scan, snapshots);
        this.strictMode = new StrictMode(schema.options(), scan, snapshots, commitUser);
        this.latestSchema = new LatestSchema(stores.schemas(), schema.id());
        this.statistics = new InheritedStatistics(stores);
        this.dataFolders = new DataFolders(stores, schema);
    }

    /** Makes the snapshot of a change. The result speaks of this snapshot alone. */
    CommitResult run(Offer change) {
        return new Run(change, OptionalLong.empty()).untilDecided();
    }

    /**
     * The same for a change that an earlier call may have offered too.
     *
     * @param searchedTo up to this id it is known not to be in the table
     */
    CommitResult runAgain(Offer change, long searchedTo) {
        return new Run(change, OptionalLong.of(searchedTo)).untilDecided();
    }

    /** The attempts for one change. */
    private final class Run {
        private final Offer offered;
        private final AttemptFiles files = new AttemptFiles(stores.manifests());
        private boolean foldersSynced;
        private OptionalLong searchedTo;
        private long latestId;
        private @Nullable Snapshot open;
        private @Nullable Exception openCause;

        Run(Offer change, OptionalLong searchedTo) {
            this.offered = change;
            this.searchedTo = searchedTo;
        }

        CommitResult untilDecided() {
            long start = environment.clock().millis();
            for (int retry = 0; ; retry++) {
                try {
                    Optional<CommitResult> decided = attempt();
                    if (decided.isPresent()) {
                        return decided.get();
                    }
                } catch (IOException | RuntimeException e) {
                    if (open == null) {
                        return givenUp(e);
                    }
                    keepOpen(open, e);
                }
                if (!backoff.allows(retry, environment.clock().millis() - start)) {
                    return givenUp(new IOException(describe() + ": lost the race for the next snapshot " + (retry + 1)
                            + " times, the last time for snapshot " + (latestId + 1)));
                }
                try {
                    environment
                            .sleeper()
                            .sleep(backoff.waitMillis(
                                    retry, environment.random().nextDouble()));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return givenUp(e);
                }
            }
        }

        /** One attempt; empty if another one may follow. */
        private Optional<CommitResult> attempt() throws IOException {
            Optional<Snapshot> latest = snapshots.latest();
            latestId = latest.map(Snapshot::id).orElse(0L);
            if (latest.isEmpty()) {
                requireTable();
            }
            Optional<Snapshot> own = ownSuccess();
            if (own.isPresent()) {
                return Optional.of(committed(own.get()));
            }
            if (open != null) {
                if (open.id() != latestId + 1) {
                    throw new IOException("expected snapshot " + (open.id() - 1) + " as the latest, found " + latestId);
                }
                return offer(open).map(this::committed);
            }
            Changes wanted = offered.after(latest);
            Optional<CommitResult> refused = strictViolation(latest, wanted);
            if (refused.isPresent()) {
                return refused;
            }
            Changes changes = wanted;
            if (wanted.check() != Check.NONE) {
                Map<Identity, LiveFile> live = liveState.of(latest, wanted.partitions());
                changes = wanted.check() == Check.NEW_FILES_ONLY ? withoutLive(wanted, live) : wanted;
                Optional<Conflict> conflict = conflicts.find(changes, live);
                if (conflict.isPresent()) {
                    return Optional.of(lost(conflict.get(), latest));
                }
            }
            List<IndexFileEntry> indexes = changes.indexes().isEmpty() ? List.of() : indexes(latest);
            Optional<String> otherIndexes = changes.indexes().conflict(indexes);
            if (otherIndexes.isPresent()) {
                return Optional.of(lost(otherIndexes.get(), latest));
            }
            Snapshot next = write(latest, changes, indexes);
            Optional<Snapshot> made = offer(next);
            if (made.isPresent() && made.get().deltaManifestList().equals(next.deltaManifestList())) {
                liveState.committed(latest, next, changes.entries());
            }
            return made.map(this::committed);
        }

        /** A first snapshot must not be the beginning of a table that nobody can open, since somebody has deleted what was here. */
        private void requireTable() throws IOException {
            if (stores.schemas().ids().isEmpty()) {
                throw new IOException(stores.paths().name() + ": expected a schema file in "
                        + stores.paths().schemaFolder() + ", found none; the table has been deleted");
            }
        }

        /**
         * Looks for the change among the snapshots made since the last look, and settles an open attempt by what has its id. At the first
         * attempt there is nothing to look for, unless an earlier call has offered the change.
         */
        private Optional<Snapshot> ownSuccess() throws IOException {
            for (long id = searchedTo.orElse(latestId) + 1; id <= latestId; id++) {
                Optional<Snapshot> found = snapshots.find(id);
                if (found.isPresent() && isOurs(found.get(), open)) {
                    return found;
                }
                if (open != null && open.id() == id) {
                    if (found.isEmpty()) {
                        throw new IOException("snapshot " + id + " expired before it could be read");
                    }
                    open = null;
                    files.dropBases();
                }
            }
            searchedTo = OptionalLong.of(latestId);
            return Optional.empty();
        }

        /**
         * Whether a snapshot holds our change: the one just offered, known by its random id, or one that an earlier call has offered
         * under the same identifier. Commits outside a numbered series share one identifier, so there only the random id tells.
         */
        private boolean isOurs(Snapshot found, @Nullable Snapshot attempted) {
            boolean same = found.commitUser().equals(commitUser)
                    && found.commitIdentifier() == offered.identifier()
                    && found.commitKind() == offered.kind();
            return same
                    && (offered.identifier() != Snapshot.BATCH_IDENTIFIER
                            || (attempted != null && Objects.equals(found.uuid(), attempted.uuid())));
        }

        private Optional<CommitResult> strictViolation(Optional<Snapshot> latest, Changes changes) throws IOException {
            Optional<Snapshot> violation = strictMode.violation(latest, changes.partitions());
            if (violation.isEmpty()) {
                return Optional.empty();
            }
            files.dropAll();
            Snapshot winner = violation.get();
            return Optional.of(new Lost(
                    List.of(),
                    winner.id(),
                    describe() + ": strict mode: its partitions were rewritten by " + name(winner)));
        }

        private Changes withoutLive(Changes changes, Map<Identity, LiveFile> live) {
            List<ManifestEntry> remaining = changes.entries().stream()
                    .filter(entry -> entry.kind() != FileKind.ADD || !live.containsKey(entry.identity()))
                    .toList();
            return changes.withEntries(remaining);
        }

        private CommitResult lost(String why, Optional<Snapshot> latest) {
            files.dropAll();
            return new Lost(
                    List.of(),
                    latestId,
                    describe() + ": " + why
                            + latest.map(l -> "; latest is " + name(l)).orElse("; the table has no snapshot"));
        }

        private CommitResult lost(Conflict conflict, Optional<Snapshot> latest) {
            files.dropAll();
            if (latest.isEmpty()) {
                return new Lost(List.of(), 0, describe() + ": " + conflict.what() + "; the table has no snapshot");
            }
            Optional<Snapshot> winner = winners.find(conflict, latest.get());
            String done = conflict.doneToIt() == FileKind.DELETE ? "removed by " : "added by ";
            String by = winner.map(w -> done + name(w)).orElseGet(() -> "latest is " + name(latest.get()));
            return new Lost(
                    List.of(), winner.orElse(latest.get()).id(), describe() + ": " + conflict.what() + "; " + by);
        }

        /** Writes everything the next snapshot names, and syncs the names. */
        private Snapshot write(Optional<Snapshot> latest, Changes changes, List<IndexFileEntry> indexes)
                throws IOException {
            if (!foldersSynced) {
                dataFolders.sync(changes);
                foldersSynced = true;
            }
            List<ManifestFileMeta> before = lists.of(latest);
            Base base = files.writeBase(
                    before,
                    changes.indexes().isEmpty()
                            ? new Indexes.Same(
                                    latest.map(Snapshot::indexManifest).orElse(null))
                            : new Indexes.Changed(changes.indexes().applyTo(indexes)));
            Change change = files.writeChange(changes.entries(), changes.changelog());
            stores.manifests().syncNames();
            long schemaId = latestSchema.id();
            NextSnapshot next =
                    new NextSnapshot(latest, rows(latest), schemaId, statistics.name(latest, schemaId), commitUser);
            return next.of(
                    changes,
                    base,
                    change,
                    environment.uuids().get(),
                    environment.clock().millis());
        }

        /**
         * Offers a snapshot; empty if the attempt is lost, or open. If storage refuses or fails, whoever has the id tells: a refusal may be
         * the echo of our own success or that of an earlier call, and a failure may have come after the success.
         */
        private Optional<Snapshot> offer(Snapshot next) {
            files.pin();
            Exception failure;
            try {
                if (snapshots.create(next)) {
                    return Optional.of(next);
                }
                failure = new IOException("snapshot " + next.id() + " was refused as existing, but cannot be found");
            } catch (IOException | RuntimeException e) {
                failure = e;
            }
            try {
                Optional<Snapshot> found = snapshots.find(next.id());
                if (found.isPresent() && isOurs(found.get(), next)) {
                    stores.storage().syncFolder(stores.paths().snapshotFolder());
                    return found;
                }
                if (found.isPresent()) {
                    searchedTo = OptionalLong.of(next.id());
                    open = null;
                    files.dropBases();
                    return Optional.empty();
                }
            } catch (IOException | RuntimeException e) {
                failure.addSuppressed(e);
            }
            keepOpen(next, failure);
            return Optional.empty();
        }

        private void keepOpen(Snapshot attempted, Exception cause) {
            if (open == null || openCause == null) {
                open = attempted;
                openCause = cause;
            } else if (openCause != cause) {
                openCause.addSuppressed(cause);
            }
        }

        private CommitResult committed(Snapshot snapshot) {
            files.keepOnly(snapshot);
            files.remember(snapshot, lists);
            strictMode.committed(snapshot);
            return new Committed(List.of(snapshot));
        }

        private CommitResult givenUp(Exception cause) {
            if (open != null) {
                return new Unknown(List.of(), open.id(), openCause == null ? cause : openCause);
            }
            files.dropAll();
            return new Failed(List.of(), cause);
        }

        private String describe() {
            return offered.kind() + " of user '" + commitUser + "', identifier " + offered.identifier();
        }
    }

    /** The index files at the latest snapshot. */
    List<IndexFileEntry> indexes() throws IOException {
        return indexes(snapshots.latest());
    }

    private List<IndexFileEntry> indexes(Optional<Snapshot> latest) throws IOException {
        String name = latest.map(Snapshot::indexManifest).orElse(null);
        return name == null ? List.of() : stores.manifests().readIndexManifest(name);
    }

    /** The live files of some partitions at the latest snapshot. */
    Collection<LiveFile> live(Set<BinaryRow> partitions) throws IOException {
        return liveState.of(snapshots.latest(), partitions).values();
    }

    /** Physical rows of a snapshot; counted if the snapshot does not say. */
    private long rows(Optional<Snapshot> latest) throws IOException {
        if (latest.isEmpty()) {
            return 0;
        }
        Long stated = latest.get().totalRecordCount();
        return stated != null
                ? stated
                : scan.plan(latest.get(), ScanFilter.ALL).stream()
                        .mapToLong(file -> file.file().rowCount())
                        .sum();
    }

    private static String name(Snapshot snapshot) {
        return "snapshot " + snapshot.id() + " (" + snapshot.commitKind() + " of user '" + snapshot.commitUser()
                + "', identifier " + snapshot.commitIdentifier() + ")";
    }
}
