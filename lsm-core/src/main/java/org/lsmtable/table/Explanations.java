package org.lsmtable.table;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Forecast.Flush;
import org.lsmtable.compact.Outlook;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.mergetree.CompactionDecider;
import org.lsmtable.snapshot.Snapshot;

/** What is shown of merge trees and of what compaction would do with them, at the present moment. */
final class Explanations {
    private final TableContext context;

    Explanations(TableContext context) {
        this.context = context;
    }

    List<BucketLevels> levels(SnapshotRef ref) throws IOException {
        Optional<Snapshot> snapshot = context.resolve(ref);
        return snapshot.isEmpty() ? List.of() : view(ref, snapshot.get()).all(snapshot.get());
    }

    Decision explain(SnapshotRef ref, BucketRef bucket, @Nullable RuleSet ruleSet) throws IOException {
        Snapshot snapshot = context.existing(ref);
        return view(ref, snapshot).explain(snapshot, bucket, decider(ruleSet), moment());
    }

    Outlook outlook(SnapshotRef ref, BucketRef bucket, @Nullable RuleSet ruleSet, @Nullable Flush flush)
            throws IOException {
        Snapshot snapshot = context.existing(ref);
        return view(ref, snapshot).outlook(snapshot, bucket, decider(ruleSet), moment(), flush);
    }

    /**
     * A bucket that a compaction may be asked for.
     *
     * @throws TableException INVALID or NOT_FOUND if it cannot be
     */
    BucketRef existing(BucketRef bucket) throws IOException {
        new LevelsView(context, context.schema())
                .requireBucket(context.stores().snapshots().latest().orElse(null), bucket);
        return bucket;
    }

    private LevelsView view(SnapshotRef ref, Snapshot snapshot) throws IOException {
        return new LevelsView(context, context.schemaFor(ref, snapshot));
    }

    private CompactionDecider decider(@Nullable RuleSet ruleSet) {
        return Deciders.of(context.schema().options(), ruleSet);
    }

    private Moment moment() {
        Instant now = context.environment().clock().instant();
        return new Moment(
                now.toEpochMilli(),
                now.atZone(context.environment().clock().getZone()).getHour());
    }
}
