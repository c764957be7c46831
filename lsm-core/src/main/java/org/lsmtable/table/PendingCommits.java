package org.lsmtable.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.commit.Committable;
import org.lsmtable.commit.TableCommitter;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one writer has offered to the table and not seen in it yet. After a failed or unknown outcome the earlier messages go first, unless
 * they turn out to be in the table. A lost compaction is only a lost optimisation: it is dropped, with all later ones, which may build on
 * it, and the rows are committed without. Not thread-safe.
 *
 * <p>A file is deleted only when it is certain that no snapshot names it. Where an outcome was unknown, files may stay that nobody needs.
 */
final class PendingCommits {
    private static final Logger LOG = LoggerFactory.getLogger(PendingCommits.class);

    private final TableCommitter committer;
    private final List<Committable> pending = new ArrayList<>();
    /** Whole messages of which the compaction will not be committed. */
    private final List<CommitMessage> dropped = new ArrayList<>();
    /** Identifiers of which the rows, or the compaction, are in the table. */
    private final Set<Long> rowsIn = new HashSet<>();

    private final Set<Long> compactionsIn = new HashSet<>();
    /** Whether snapshots of what is pending may be in the table unseen. */
    private boolean uncertain;

    /** Whether a compaction of what is pending was dropped; later ones may build on it. */
    private boolean afterDrop;

    private boolean lastDropped;
    private long lastIdentifier;

    PendingCommits(TableCommitter committer) {
        this.committer = committer;
    }

    /** Whether nothing is pending: the table holds every row that was offered, or it was given up. */
    boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Whether the last commit has dropped compactions that the bucket writers count with. */
    boolean lastDropped() {
        return lastDropped;
    }

    /**
     * Commits messages after all that are pending.
     *
     * @return the outcome for all of them, with the snapshots of all. {@code Lost} if rows were refused; nothing is pending then
     */
    CommitResult commit(List<CommitMessage> messages) {
        boolean isFirst = pending.isEmpty();
        lastDropped = false;
        pending.add(new Committable(++lastIdentifier, null, Map.of(), messages));
        if (afterDrop) {
            dropCompactions();
        }
        CommitResult result =
                isFirst ? committer.commit(pending.get(0)) : committer.filterAndCommit(List.copyOf(pending));
        List<Snapshot> made = new ArrayList<>();
        while (true) {
            made.addAll(result.snapshots());
            note(result);
            if (!(result instanceof CommitResult.Lost lost)) {
                break;
            }
            boolean compactionLost = pending.stream().anyMatch(PendingCommits::compacts);
            if (!compactionLost) {
                giveUp(List.of());
                return new CommitResult.Lost(made, lost.winnerId(), lost.why());
            }
            LOG.info("compaction dropped: {}", lost.why());
            dropCompactions();
            if (pending.stream().allMatch(this::hasRowsIn)) {
                result = new CommitResult.Committed(List.of());
            } else {
                result = committer.filterAndCommit(List.copyOf(pending));
            }
        }
        if (result instanceof CommitResult.Committed) {
            settled();
        } else if (pending.stream().anyMatch(c -> compacts(c) && hasRowsIn(c))) {
            dropCompactions(); // the rows are in, so that this one would be taken for done the next time
        }
        return with(made, result);
    }

    private static CommitResult with(List<Snapshot> made, CommitResult result) {
        if (result instanceof CommitResult.Failed failed) {
            return new CommitResult.Failed(made, failed.cause());
        }
        if (result instanceof CommitResult.Unknown unknown) {
            return new CommitResult.Unknown(made, unknown.attemptedId(), unknown.cause());
        }
        return new CommitResult.Committed(made);
    }

    /** Learns from an outcome what is in the table; that needs no more attention. */
    private void note(CommitResult result) {
        uncertain |= result instanceof CommitResult.Unknown;
        for (Snapshot snapshot : result.snapshots()) {
            Set<Long> in = snapshot.commitKind() == CommitKind.COMPACT ? compactionsIn : rowsIn;
            in.add(snapshot.commitIdentifier());
        }
        pending.removeIf(c -> compacts(c) && compactionsIn.contains(c.identifier()) && hasRowsIn(c));
    }

    private boolean hasRowsIn(Committable committable) {
        return rowsIn.contains(committable.identifier())
                || committable.messages().stream()
                        .allMatch(m ->
                                m.newFiles().isEmpty() && m.changelogFiles().isEmpty() && m.hashIndex() == null);
    }

    private static boolean compacts(Committable committable) {
        return committable.messages().stream().anyMatch(PendingCommits::compacts);
    }

    private static boolean compacts(CommitMessage message) {
        return !message.compactBefore().isEmpty()
                || !message.compactAfter().isEmpty()
                || !message.compactChangelog().isEmpty();
    }

    private void dropCompactions() {
        afterDrop = true;
        lastDropped = true;
        for (int i = 0; i < pending.size(); i++) {
            Committable whole = pending.get(i);
            if (compacts(whole)) {
                dropped.addAll(whole.messages());
                List<CommitMessage> rows = whole.messages().stream()
                        .map(CommitMessage::withoutCompaction)
                        .filter(m -> !m.isEmpty())
                        .toList();
                pending.set(i, new Committable(whole.identifier(), whole.watermark(), whole.properties(), rows));
            }
        }
    }

    /** All rows are in the table. */
    private void settled() {
        if (!uncertain) {
            committer.abortCompaction(dropped);
        }
        forget();
    }

    /** Gives up what is pending, and messages never offered, and deletes the files, unless they may be part of the table. */
    void giveUp(List<CommitMessage> neverOffered) {
        if (!uncertain) {
            committer.abortCompaction(dropped);
            for (Committable committable : pending) {
                if (hasRowsIn(committable)) {
                    committer.abortCompaction(committable.messages());
                } else {
                    committer.abort(committable.messages());
                }
            }
            committer.abort(neverOffered);
        }
        forget();
    }

    private void forget() {
        pending.clear();
        dropped.clear();
        rowsIn.clear();
        compactionsIn.clear();
        uncertain = false;
        afterDrop = false;
    }
}
