package org.lsmtable.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.commit.Committable;
import org.lsmtable.compact.Decision;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.MergeTreeCompactManager.Wait;
import org.lsmtable.mergetree.MergeTreeWriter;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.snapshot.Snapshot;

/** Compacts buckets on request: a writer for each that writes no rows, and one commit for all of them. */
final class Compactor {
    /** How far it goes. */
    enum Extent {
        /** Until the picker picks nothing more. */
        PICKED,
        /** To one run on the last level. */
        FULL
    }

    private final TableContext context;

    Compactor(TableContext context) {
        this.context = context;
    }

    /**
     * Compacts and commits.
     *
     * @param only null for every bucket
     */
    CompactionOutcome compact(@Nullable BucketRef only, Extent extent) throws IOException {
        BucketWriters writers = BucketWriters.ofCompactions(context);
        Optional<Snapshot> snapshot = context.stores().snapshots().latest();
        List<CommitMessage> messages = new ArrayList<>();
        List<Decision> decisions = new ArrayList<>();
        try {
            compactBuckets(writers, snapshot, only, extent, decisions, messages);
        } catch (IOException | RuntimeException e) {
            writers.newCommitter().abort(messages);
            throw e;
        }
        return commit(writers, decisions, messages);
    }

    private void compactBuckets(
            BucketWriters writers,
            Optional<Snapshot> snapshot,
            @Nullable BucketRef only,
            Extent extent,
            List<Decision> decisions,
            List<CommitMessage> messages)
            throws IOException {
        for (BucketRef ref : snapshot.isEmpty() ? Set.<BucketRef>of() : buckets(snapshot.get(), only)) {
            try (MergeTreeWriter writer = writers.open(ref.partition(), ref.bucket(), snapshot)) {
                decisions.addAll(extent == Extent.FULL ? full(writer) : writer.compactPicked());
                CommitMessage message = writer.prepareCommit(Wait.UNTIL_ENDED);
                if (!message.isEmpty()) {
                    messages.add(message);
                }
            }
        }
    }

    private static List<Decision> full(MergeTreeWriter writer) throws IOException {
        return writer.compactFully().map(List::of).orElse(List.of());
    }

    private Set<BucketRef> buckets(Snapshot snapshot, @Nullable BucketRef only) throws IOException {
        Set<BucketRef> refs = new LinkedHashSet<>();
        for (LiveFile file : context.liveFiles(snapshot, context.schema(), ScanFilter.ALL)) {
            BucketRef ref = new BucketRef(file.partition(), file.bucket());
            if (only == null || only.equals(ref)) {
                refs.add(ref);
            }
        }
        return refs;
    }

    /** If all together cannot be committed because of what others have done to some buckets, each bucket is tried alone. */
    private static CompactionOutcome commit(
            BucketWriters writers, List<Decision> decisions, List<CommitMessage> messages) {
        CommitResult all = commit(writers, messages);
        if (!(all instanceof CommitResult.Lost) || messages.size() == 1) {
            if (all instanceof CommitResult.Lost || all instanceof CommitResult.Failed) {
                writers.newCommitter().abort(messages);
            }
            return outcome(all, decisions, all instanceof CommitResult.Committed ? messages : List.of());
        }
        List<Snapshot> made = new ArrayList<>();
        List<CommitMessage> committed = new ArrayList<>();
        CommitResult worst = new CommitResult.Committed(List.of());
        for (CommitMessage message : messages) {
            CommitResult one = commit(writers, List.of(message));
            made.addAll(one.snapshots());
            if (one instanceof CommitResult.Committed) {
                committed.add(message);
                continue;
            }
            if (!(one instanceof CommitResult.Unknown)) {
                writers.newCommitter().abort(List.of(message));
            }
            worst = worst instanceof CommitResult.Unknown ? worst : one;
        }
        return outcome(worst.with(made), decisions, committed);
    }

    private static CommitResult commit(BucketWriters writers, List<CommitMessage> messages) {
        if (messages.isEmpty()) {
            return new CommitResult.Committed(List.of());
        }
        CommitResult result =
                writers.newCommitter().commit(new Committable(Snapshot.BATCH_IDENTIFIER, null, Map.of(), messages));
        result.snapshots().forEach(writers.newAfterCommit()::run);
        return result;
    }

    private static CompactionOutcome outcome(
            CommitResult result, List<Decision> decisions, List<CommitMessage> messages) {
        int added = 0;
        int removed = 0;
        long bytes = 0;
        long rows = 0;
        for (CommitMessage message : messages) {
            added += message.compactAfter().size();
            removed += message.compactBefore().size();
            Set<String> moved =
                    message.compactBefore().stream().map(DataFileMeta::fileName).collect(Collectors.toSet());
            for (DataFileMeta file : message.compactAfter()) {
                if (!moved.contains(file.fileName())) {
                    bytes += file.fileSize();
                    rows += file.rowCount();
                }
            }
        }
        return new CompactionOutcome(result, decisions, added, removed, bytes, rows);
    }
}
