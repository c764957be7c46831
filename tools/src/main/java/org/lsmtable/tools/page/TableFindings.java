package org.lsmtable.tools.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.lsmtable.check.Finding;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Outlook;
import org.lsmtable.history.HistoryCoverage;
import org.lsmtable.history.HistoryTotals;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.options.FileOptions;
import org.lsmtable.report.Findings;
import org.lsmtable.report.Findings.Entry;
import org.lsmtable.report.Findings.Severity;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.BucketRef;
import org.lsmtable.table.Table;

/** What a table's owner should know: damage, hidden snapshots, too many runs, small files, costly compaction. */
final class TableFindings {
    private static final int MAX_OF_A_KIND = 20;
    /** Files below this share of the target size are small. */
    private static final int SMALL_DIVISOR = 16;
    /** Fewer small files than these are no matter. */
    private static final int MANY_FILES = 16;
    /** More bytes written per byte flushed than the default settings cost with a table of a hundred flushes (5.8) and some. */
    private static final double COSTLY = 8;

    private final Table table;
    private final HistoryTotals totals;
    private final List<Entry> entries = new ArrayList<>();

    TableFindings(Table table, HistoryTotals totals) {
        this.table = table;
        this.totals = totals;
    }

    /**
     * All of them.
     *
     * @param outlooks one a bucket
     * @param found by the checker
     */
    Findings section(
            List<BucketLevels> buckets,
            List<Outlook> outlooks,
            Function<BucketRef, String> names,
            List<Finding> found) {
        checked(found);
        hidden(totals.coverage());
        runs(buckets, names);
        due(buckets, outlooks, names);
        costly();
        small(buckets);
        return new Findings("Findings", "", entries);
    }

    private void checked(List<Finding> found) {
        if (found.isEmpty()) {
            add(
                    Severity.GOOD,
                    "The checker found nothing",
                    "Every reference, size, level, count and sequence of the metadata holds. lsm verify --deep also rereads every"
                            + " row.",
                    "");
        }
        for (Finding finding : found.subList(0, Math.min(MAX_OF_A_KIND, found.size()))) {
            String where = (finding.snapshot() == null ? "" : "snapshot " + finding.snapshot() + ", ")
                    + (finding.file() == null ? "" : finding.file() + ": ");
            add(
                    finding.severity() == Finding.Severity.ERROR ? Severity.ERROR : Severity.WARNING,
                    finding.kind().toLowerCase(Locale.ROOT).replace('_', ' '),
                    where + "expected " + finding.expected() + ", found " + finding.found(),
                    "");
        }
        if (found.size() > MAX_OF_A_KIND) {
            add(
                    Severity.WARNING,
                    Texts.count(found.size() - MAX_OF_A_KIND, "more finding"),
                    "Shown are " + MAX_OF_A_KIND + " of " + Texts.number(found.size()) + ".",
                    "lsm verify " + table.location());
        }
    }

    private void hidden(HistoryCoverage coverage) {
        for (String warning : coverage.warnings()) {
            add(Severity.WARNING, "Part of the history is hidden", warning + ".", "");
        }
    }

    private void runs(List<BucketLevels> buckets, Function<BucketRef, String> names) {
        CompactionOptions options = CompactionOptions.of(table.options());
        List<BucketLevels> full = buckets.stream()
                .filter(bucket -> bucket.runs().size() >= options.stopTrigger())
                .toList();
        for (BucketLevels bucket : limited(full, "bucket", "with so many runs that writers wait")) {
            add(
                    Severity.WARNING,
                    "Writers wait: " + names.apply(bucket.ref()) + " has "
                            + Texts.count(bucket.runs().size(), "sorted run"),
                    "From " + options.stopTrigger()
                            + " on (num-sorted-run.stop-trigger) a writer waits for compaction.",
                    "lsm compact " + table.location());
        }
    }

    private void due(List<BucketLevels> buckets, List<Outlook> outlooks, Function<BucketRef, String> names) {
        List<Entry> due = new ArrayList<>();
        for (int i = 0; i < buckets.size(); i++) {
            Decision decision = outlooks.get(i).decision();
            if (decision.pick() != null) {
                due.add(new Entry(
                        Severity.ADVICE,
                        "A compaction is due: " + names.apply(buckets.get(i).ref()),
                        decision.toString(),
                        "lsm compact " + table.location()));
            }
        }
        entries.addAll(limited(due, "bucket", "with a compaction due"));
    }

    private void costly() {
        Double write = totals.total().writeAmplification();
        if (write != null && write >= COSTLY) {
            add(
                    Severity.ADVICE,
                    "Compaction is costly: each flushed byte is written " + Texts.factor(write),
                    "A greater trigger writes less and leaves more runs to read. See what settings would come to:",
                    "lsm simulate " + table.location()
                            + " --compare num-sorted-run.compaction-trigger=5,8,10,15\nlsm advise " + table.location());
        }
    }

    /** Small files on the levels above 0 do not go away by themselves as long as nothing is merged with them. */
    private void small(List<BucketLevels> buckets) {
        long target = FileOptions.targetFileBytes(table.options());
        long limit = target / SMALL_DIVISOR;
        long all = 0;
        long small = 0;
        for (BucketLevels bucket : buckets) {
            for (var run : bucket.runs()) {
                for (DataFileMeta file : run.files()) {
                    all++;
                    small += file.fileSize() < limit ? 1 : 0;
                }
            }
        }
        if (small >= MANY_FILES && small * 2 > all) {
            add(
                    Severity.ADVICE,
                    Texts.number(small) + " of " + Texts.count(all, "file") + " are small",
                    "Below " + Texts.bytes(limit) + ", a " + SMALL_DIVISOR + "th of the target file size"
                            + (buckets.size() < totals.buckets().size() ? ", in the buckets shown" : "")
                            + ". Each costs an open and a manifest entry. Fewer buckets, larger flushes or a full compaction make"
                            + " fewer of them.",
                    "lsm compact " + table.location() + " --full");
        }
    }

    /** The first few, and a note if there are more. */
    private <T> List<T> limited(List<T> all, String noun, String what) {
        if (all.size() <= MAX_OF_A_KIND) {
            return all;
        }
        add(Severity.ADVICE, Texts.count(all.size(), noun) + " " + what, "Shown are " + MAX_OF_A_KIND + ".", "");
        return all.subList(0, MAX_OF_A_KIND);
    }

    private void add(Severity severity, String headline, String text, String code) {
        entries.add(new Entry(severity, headline, text, code));
    }
}
