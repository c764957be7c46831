package org.lsmtable.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.snapshot.Snapshot;

/** Adds up what it is told of one walk. For a visitor that wants the sums too; {@link TableHistory#totals} is the short way. */
public final class TotalsCollector implements HistoryVisitor {
    private final BucketMap<Sums> buckets = new BucketMap<>();
    private final Consumer<Snapshot> seen;
    private long commits;
    private long lastCommit;

    /** A collector. */
    public TotalsCollector() {
        this(snapshot -> {});
    }

    /** A collector that tells of each snapshot before its change is added. */
    TotalsCollector(Consumer<Snapshot> seen) {
        this.seen = seen;
    }

    @Override
    public void snapshot(Snapshot snapshot) {
        seen.accept(snapshot);
    }

    @Override
    public void start(BinaryRow partition, int bucket, Levels levels) {
        buckets.put(partition, bucket, new Sums(levels.pickerRuns()));
    }

    @Override
    public void event(BucketEvent event) {
        buckets.get(event.partition(), event.bucket()).add(event);
        if (!event.flushed().isEmpty() && event.snapshot().id() != lastCommit) {
            lastCommit = event.snapshot().id();
            commits++;
        }
    }

    /** The sums, to be asked for once, at the end. */
    public HistoryTotals totals(HistoryCoverage coverage) {
        return new HistoryTotals(
                coverage, commits, buckets.map((partition, bucket, sums) -> sums.totals(partition, bucket)));
    }

    /** The sums of one bucket. */
    private static final class Sums {
        private Amounts amounts = Amounts.NONE;
        private List<Run> runs;
        private final List<Integer> runsAfterCommits = new ArrayList<>();
        private @Nullable Double peakSpace;

        Sums(List<Run> runs) {
            this.runs = runs;
            see();
        }

        void add(BucketEvent event) {
            Compaction compaction = event.compaction();
            boolean flushes = !event.flushed().isEmpty();
            if (flushes) {
                closeCommit();
            }
            amounts = amounts.plus(new Amounts(
                    flushes ? 1 : 0,
                    event.flushedBytes(),
                    compaction == null ? 0 : 1,
                    event.compactedBytes(),
                    compaction == null ? 0 : compaction.bytesUpgraded(),
                    0,
                    0,
                    0));
            runs = event.runs();
            see();
        }

        /** The runs as they are now are what the last commit and the compactions after it have left. */
        private void closeCommit() {
            if (amounts.commits() > 0) {
                runsAfterCommits.add(runs.size());
            }
        }

        private void see() {
            Double space = live().spaceAmplification();
            if (space != null && (peakSpace == null || space > peakSpace)) {
                peakSpace = space;
            }
        }

        private Amounts live() {
            long live = runs.stream().mapToLong(Run::bytes).sum();
            long oldest = runs.isEmpty() ? 0 : runs.get(runs.size() - 1).bytes();
            return new Amounts(0, 0, 0, 0, 0, 0, live, oldest);
        }

        BucketTotals totals(BinaryRow partition, int bucket) {
            closeCommit();
            long runsSum =
                    runsAfterCommits.stream().mapToLong(Integer::longValue).sum();
            Amounts all = amounts.plus(live()).plus(new Amounts(0, 0, 0, 0, 0, runsSum, 0, 0));
            return new BucketTotals(partition, bucket, all, runsAfterCommits, peakSpace, runs);
        }
    }
}
