package org.lsmtable.tools.page;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.history.BucketEvent;
import org.lsmtable.history.CompactionReasons;
import org.lsmtable.history.HistoryCoverage;
import org.lsmtable.history.HistoryTotals;
import org.lsmtable.history.HistoryVisitor;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.history.TableHistory;
import org.lsmtable.history.TotalsCollector;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.table.BucketRef;

/** The past of a table as curves and sums, both from one walk through its snapshots. */
final class HistoryCurves implements HistoryVisitor {
    private final CompactionReasons reasons;
    private final TotalsCollector sums = new TotalsCollector();
    private final Map<BucketRef, BucketCurves> buckets = new LinkedHashMap<>();

    private HistoryCurves(CompactionReasons reasons) {
        this.reasons = reasons;
    }

    /** What a walk has found. */
    record Found(HistoryTotals totals, Map<BucketRef, BucketCurves> buckets) {}

    static Found of(TableHistory history, HistoryWindow window) throws IOException {
        HistoryCurves curves = new HistoryCurves(history.reasons());
        HistoryCoverage coverage = history.walk(window, curves);
        return new Found(curves.sums.totals(coverage), curves.buckets);
    }

    @Override
    public void start(BinaryRow partition, int bucket, Levels levels) {
        sums.start(partition, bucket, levels);
        curves(partition, bucket);
    }

    @Override
    public void event(BucketEvent event) throws IOException {
        sums.event(event);
        curves(event.partition(), event.bucket()).add(event, reasons);
    }

    private BucketCurves curves(BinaryRow partition, int bucket) {
        return buckets.computeIfAbsent(new BucketRef(partition, bucket), ref -> new BucketCurves());
    }
}
