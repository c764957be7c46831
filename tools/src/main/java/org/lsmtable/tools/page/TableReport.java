package org.lsmtable.tools.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.Outlook;
import org.lsmtable.history.Amounts;
import org.lsmtable.history.BucketTotals;
import org.lsmtable.history.HistoryCoverage;
import org.lsmtable.history.HistoryTotals;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.report.Choice;
import org.lsmtable.report.DataTable;
import org.lsmtable.report.DataTable.Column;
import org.lsmtable.report.Figures;
import org.lsmtable.report.Figures.Figure;
import org.lsmtable.report.Group;
import org.lsmtable.report.Page;
import org.lsmtable.report.Section;
import org.lsmtable.report.Text;
import org.lsmtable.report.Unit;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.BucketRef;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;

/**
 * The page of a table.
 *
 * @param page what to write
 * @param snapshots how many were seen
 * @param buckets how many have files
 * @param bucketsShown how many of them have sections
 */
public record TableReport(Page page, long snapshots, int buckets, int bucketsShown) {
    /** A page with more buckets than these would be slow to open; the largest are shown. */
    private static final int MAX_BUCKETS = 12;

    private static final int MAX_TABLE_ROWS = 1000;

    /**
     * Reads a table's metadata and history; its data files are not opened.
     *
     * @param advice stands after the findings; null for none
     */
    public static TableReport of(Table table, HistoryWindow window, @Nullable Section advice) throws IOException {
        return new Composer(table, HistoryCurves.of(table.history(), window)).report(advice);
    }

    /** Puts the page together. */
    private static final class Composer {
        private final Table table;
        private final HistoryTotals totals;
        private final Map<BucketRef, BucketCurves> curves;
        private final List<BucketLevels> buckets;
        private final Map<BucketRef, BucketTotals> totalsByBucket = new LinkedHashMap<>();

        Composer(Table table, HistoryCurves.Found found) {
            this.table = table;
            this.totals = found.totals();
            this.curves = found.buckets();
            for (BucketTotals one : totals.buckets()) {
                totalsByBucket.put(new BucketRef(one.partition(), one.bucket()), one);
            }
            Comparator<BucketLevels> bySize = Comparator.comparingLong(Composer::bytes);
            this.buckets = table.levels(SnapshotRef.latest()).stream()
                    .filter(bucket -> totalsByBucket.containsKey(bucket.ref()))
                    .sorted(bySize.reversed())
                    .toList();
        }

        private static long bytes(BucketLevels bucket) {
            return bucket.runs().stream().mapToLong(run -> run.bytes()).sum();
        }

        TableReport report(@Nullable Section advice) {
            List<BucketLevels> shown = buckets.subList(0, Math.min(MAX_BUCKETS, buckets.size()));
            List<Outlook> outlooks = shown.stream()
                    .map(bucket -> table.outlook(SnapshotRef.latest(), bucket.ref(), null, null))
                    .toList();
            List<Group> groups = new ArrayList<>();
            for (int i = 0; i < shown.size(); i++) {
                groups.add(group(shown.get(i), outlooks.get(i)));
            }
            List<Section> sections = new ArrayList<>();
            sections.add(figures());
            sections.add(new TableFindings(table, totals).section(shown, outlooks, this::name, findings()));
            if (advice != null) {
                sections.add(advice);
            }
            if (groups.size() == 1) {
                sections.add(groups.get(0));
            } else if (groups.size() > 1) {
                sections.add(choice(groups));
                sections.add(bucketTable());
            }
            sections.add(definitions());
            String name = table.location().substring(table.location().lastIndexOf('/') + 1);
            Page page = new Page(name, table.location() + coverageText(totals.coverage()), sections);
            return new TableReport(page, totals.coverage().snapshots(), buckets.size(), shown.size());
        }

        private List<Finding> findings() {
            return table.check(Depth.METADATA);
        }

        private static String coverageText(HistoryCoverage coverage) {
            return coverage.snapshots() == 0
                    ? " · no snapshot yet"
                    : " · " + Texts.count(coverage.snapshots(), "snapshot") + ", " + coverage.firstId() + " to "
                            + coverage.lastId();
        }

        private Group group(BucketLevels bucket, Outlook outlook) {
            BucketTotals sums = totalsByBucket.get(bucket.ref());
            BucketCurves course = curves.get(bucket.ref());
            if (sums == null || course == null) {
                throw new IllegalStateException("a bucket that the history does not know: " + bucket.ref());
            }
            CompactionOptions options = CompactionOptions.of(table.options());
            return new BucketReport(
                            sums, course, bucket, options, table.schema().trimmedKeyType())
                    .group(name(bucket.ref()), outlook.explain());
        }

        private String name(BucketRef ref) {
            StringBuilder name = new StringBuilder();
            List<String> columns = table.schema().partitionKeys();
            for (int i = 0; i < columns.size(); i++) {
                Object value =
                        ref.partition().get(i, table.schema().partitionType().typeAt(i));
                name.append(columns.get(i)).append('=').append(value).append(", ");
            }
            return name + "bucket " + ref.bucket();
        }

        private Figures figures() {
            Amounts total = totals.total();
            long files = totals.buckets().stream()
                    .flatMap(bucket -> bucket.runs().stream())
                    .mapToLong(run -> run.files())
                    .sum();
            Figure write = new Figure(
                    "Write amplification",
                    Texts.factor(total.writeAmplification()),
                    "bytes written per byte flushed: " + Texts.bytes(total.flushedBytes()) + " flushed, "
                            + Texts.bytes(total.compactedBytes()) + " compacted");
            Figure space = new Figure(
                    "Space amplification",
                    Texts.factor(total.spaceAmplification()),
                    "all bytes to those of the oldest runs, an estimate");
            Figure read = new Figure(
                    "Read amplification", Texts.mean(total.readAmplification()), "sorted runs, mean over commits");
            return new Figures(
                    "At a glance",
                    List.of(
                            write,
                            space,
                            read,
                            new Figure("Size", Texts.bytes(total.liveBytes()), Texts.count(files, "file")),
                            new Figure("Buckets", Texts.number(buckets.size()), "with files"),
                            new Figure(
                                    "Commits",
                                    Texts.number(totals.commits()),
                                    Texts.count(total.compactions(), "compaction"))));
        }

        private Choice choice(List<Group> groups) {
            String note = groups.size() < buckets.size()
                    ? "Showing " + groups.size() + " of " + Texts.number(buckets.size())
                            + " buckets, the largest. lsm amp and lsm levels list all."
                    : "All " + groups.size() + " buckets, the largest first.";
            return new Choice("Bucket by bucket", note, "Bucket", groups);
        }

        private DataTable bucketTable() {
            List<BucketLevels> listed = buckets.subList(0, Math.min(MAX_TABLE_ROWS, buckets.size()));
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (BucketLevels bucket : listed) {
                BucketTotals sums = totalsByBucket.get(bucket.ref());
                Amounts amounts = sums == null ? Amounts.NONE : sums.amounts();
                rows.add(Arrays.asList(
                        name(bucket.ref()),
                        amounts.liveBytes(),
                        bucket.runs().size(),
                        amounts.writeAmplification(),
                        amounts.spaceAmplification(),
                        amounts.readAmplification(),
                        amounts.flushedBytes(),
                        amounts.compactedBytes()));
            }
            String note = listed.size() < buckets.size()
                    ? "Showing " + listed.size() + " of " + buckets.size() + " buckets, the largest. "
                    : "";
            return new DataTable(
                    "All buckets",
                    note + "A press on a heading sorts.",
                    List.of(
                            new Column("bucket", Unit.TEXT),
                            new Column("size", Unit.BYTES),
                            new Column("runs", Unit.COUNT),
                            new Column("write", Unit.FACTOR),
                            new Column("space", Unit.FACTOR),
                            new Column("read", Unit.NUMBER),
                            new Column("flushed", Unit.BYTES),
                            new Column("compacted", Unit.BYTES)),
                    rows);
        }

        private static Text definitions() {
            return new Text(
                    "What the numbers mean",
                    List.of(
                            "Write amplification: bytes flushed and compacted to bytes flushed, over the snapshots seen. A file that"
                                    + " compaction only moves to another level counts nothing.",
                            "Space amplification: bytes of all live files to those of the oldest run, which is about what a full merge"
                                    + " would leave. It is too large while newer runs hold many keys of their own.",
                            "Read amplification: sorted runs that a read merges, after each commit and its compactions.",
                            "Decisions: files do not say why they were compacted. Each compaction is compared with what the rules"
                                    + " make of the same runs."),
                    "");
        }
    }
}
