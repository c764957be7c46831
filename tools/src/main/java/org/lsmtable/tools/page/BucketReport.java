package org.lsmtable.tools.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.history.Amounts;
import org.lsmtable.history.BucketTotals;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.report.Axis;
import org.lsmtable.report.BarChart;
import org.lsmtable.report.Figures;
import org.lsmtable.report.Figures.Figure;
import org.lsmtable.report.Group;
import org.lsmtable.report.LineChart;
import org.lsmtable.report.Positions;
import org.lsmtable.report.RectangleMap;
import org.lsmtable.report.RectangleMap.Lane;
import org.lsmtable.report.RectangleMap.Rectangle;
import org.lsmtable.report.Section;
import org.lsmtable.report.Series;
import org.lsmtable.report.Text;
import org.lsmtable.report.Unit;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.BucketLevels.SortedRunView;
import org.lsmtable.tools.page.BucketCurves.Point;
import org.lsmtable.types.RowType;

/** The sections of one bucket: its numbers, its course over the snapshots, its files now, and what compaction would do. */
final class BucketReport {
    private static final Axis SNAPSHOTS = Axis.linear("snapshot", Unit.COUNT);
    /** Beyond this ratio of the largest to the smallest value a curve is only seen on a logarithmic axis. */
    private static final double LINEAR_RANGE = 25;

    private final BucketTotals totals;
    private final BucketCurves curves;
    private final BucketLevels now;
    private final CompactionOptions options;
    private final RowType keyType;

    BucketReport(
            BucketTotals totals, BucketCurves curves, BucketLevels now, CompactionOptions options, RowType keyType) {
        this.totals = totals;
        this.curves = curves;
        this.now = now;
        this.options = options;
        this.keyType = keyType;
    }

    /**
     * All sections.
     *
     * @param explanation what compaction would do now
     */
    Group group(String name, String explanation) {
        List<Section> sections = new ArrayList<>();
        sections.add(figures());
        if (!curves.points().isEmpty()) {
            sections.add(runs());
            sections.add(bytes());
            sections.add(written());
            sections.add(amplification());
        }
        sections.add(map());
        sections.add(sizes());
        sections.add(new Text("What compaction would do now", List.of(), explanation));
        return new Group(name, "", sections);
    }

    private Figures figures() {
        Amounts amounts = totals.amounts();
        long files = totals.runs().stream().mapToLong(run -> run.files()).sum();
        return new Figures(
                "In numbers",
                List.of(
                        new Figure(
                                "Write amplification",
                                Texts.factor(amounts.writeAmplification()),
                                Texts.bytes(amounts.flushedBytes()) + " flushed, "
                                        + Texts.bytes(amounts.compactedBytes()) + " compacted"),
                        new Figure(
                                "Space amplification",
                                Texts.factor(amounts.spaceAmplification()),
                                "peak " + Texts.factor(totals.peakSpaceAmplification())),
                        new Figure(
                                "Read amplification",
                                Texts.mean(amounts.readAmplification()),
                                Texts.count(totals.runs().size(), "sorted run") + " now"),
                        new Figure(
                                "Size",
                                Texts.bytes(amounts.liveBytes()),
                                Texts.count(files, "file") + ", " + Texts.count(rows(), "row")),
                        new Figure(
                                "Compactions",
                                Texts.number(amounts.compactions()),
                                "in " + Texts.count(amounts.commits(), "commit"))));
    }

    private long rows() {
        return now.runs().stream().mapToLong(SortedRunView::rows).sum();
    }

    private Positions positions() {
        return new Positions(
                SNAPSHOTS,
                curves.values(Point::snapshot),
                curves.points().stream().map(Point::label).toList());
    }

    private LineChart runs() {
        List<Series> series = stacked(Point::runs);
        series.add(limit("compaction trigger", options.trigger(), 7));
        if (options.stopTrigger() <= 4 * options.trigger()) {
            series.add(limit("stop trigger: writers wait", options.stopTrigger(), 6));
        }
        return new LineChart(
                "Sorted runs",
                "What a read has to merge, by level, after each snapshot. Marks are compactions: point at one for its decision.",
                positions(),
                Axis.linear("sorted runs", Unit.COUNT),
                series,
                curves.events());
    }

    private Series limit(String name, int value, int color) {
        return Series.step(name, curves.values(point -> value)).withColor(color);
    }

    private LineChart bytes() {
        return new LineChart(
                "Bytes by level",
                "Live bytes after each snapshot, the oldest level at the bottom.",
                positions(),
                Axis.linear("bytes", Unit.BYTES),
                stacked(Point::bytes),
                List.of());
    }

    /** A number of a level after a snapshot. */
    private interface OfLevel {
        double of(Point point, int level);
    }

    /** A stacked series for each level that ever held something, the oldest at the bottom. */
    private List<Series> stacked(OfLevel number) {
        List<Series> series = new ArrayList<>();
        for (int level = curves.levels() - 1; level >= 0; level--) {
            int one = level;
            double[] values = curves.values(point -> number.of(point, one));
            if (Arrays.stream(values).anyMatch(value -> value > 0)) {
                series.add(Series.stacked("level " + level, values).withColor(level));
            }
        }
        return series;
    }

    private LineChart written() {
        return new LineChart(
                "Bytes written",
                "By each snapshot. Files that compaction only moved to another level count nothing.",
                positions(),
                Axis.linear("bytes", Unit.BYTES),
                List.of(
                        Series.stacked("flushed", curves.values(Point::flushedBytes)),
                        Series.stacked("compacted", curves.values(Point::compactedBytes))),
                List.of());
    }

    private LineChart amplification() {
        double[] write = writeSoFar();
        double[] space = curves.values(Point::spaceAmplification);
        double[] read = readSoFar();
        double largest = Math.max(largest(write), largest(space));
        Axis axis = largest > LINEAR_RANGE
                ? Axis.log("amplification", Unit.FACTOR)
                : Axis.linear("amplification", Unit.FACTOR);
        return new LineChart(
                "Amplification",
                "Write: bytes written per byte flushed, from the first snapshot seen to each. Space: all bytes to those of the"
                        + " oldest run. Read: sorted runs, the mean over the commits so far.",
                positions(),
                axis,
                List.of(Series.step("write", write), Series.step("space", space), Series.step("read", read)),
                List.of());
    }

    /** Write amplification from the first snapshot seen to each. */
    private double[] writeSoFar() {
        double[] values = new double[curves.points().size()];
        double flushed = 0;
        double compacted = 0;
        for (int i = 0; i < values.length; i++) {
            flushed += curves.points().get(i).flushedBytes();
            compacted += curves.points().get(i).compactedBytes();
            values[i] = flushed == 0 ? Double.NaN : (flushed + compacted) / flushed;
        }
        return values;
    }

    /** Sorted runs as each commit found them, and as they are now: the mean over the commits up to each snapshot. */
    private double[] readSoFar() {
        double[] values = new double[curves.points().size()];
        long commits = 0;
        long runs = 0;
        for (int i = 0; i < values.length; i++) {
            if (curves.points().get(i).flushedBytes() > 0) {
                runs += commits == 0 ? 0 : curves.points().get(i - 1).runCount();
                commits++;
            }
            values[i] = commits == 0
                    ? Double.NaN
                    : (double) (runs + curves.points().get(i).runCount()) / commits;
        }
        return values;
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).max().orElse(0);
    }

    private RectangleMap map() {
        List<DataFileMeta> files = files();
        KeyPositions keys = KeyPositions.of(keyType, files);
        List<Lane> lanes = new ArrayList<>();
        List<Rectangle> rectangles = new ArrayList<>();
        for (SortedRunView run : now.runs()) {
            for (DataFileMeta file : run.files()) {
                rectangles.add(new Rectangle(
                        lanes.size(),
                        keys.of(file.minKey()),
                        keys.of(file.maxKey()),
                        file.fileName(),
                        Texts.bytes(file.fileSize()) + ", " + Texts.count(file.rowCount(), "row") + "\nkeys "
                                + keys.text(file.minKey()) + " to " + keys.text(file.maxKey())));
            }
            lanes.add(new Lane("level " + run.level(), run.level()));
        }
        return new RectangleMap(
                "Files by key range",
                "Each rectangle is a file, each row a sorted run, the newest on top. What lies above one another is merged by"
                        + " a read.",
                keys.isByValue() ? "key" : "key, by rank among the first and last keys of all files",
                lanes,
                rectangles);
    }

    private List<DataFileMeta> files() {
        return now.runs().stream().flatMap(run -> run.files().stream()).toList();
    }

    /** How many files there are of each size, by level. */
    private BarChart sizes() {
        int levels = now.runs().stream().mapToInt(SortedRunView::level).max().orElse(0) + 1;
        List<String> parts = new ArrayList<>();
        for (int level = 0; level < levels; level++) {
            parts.add("level " + level);
        }
        List<BarChart.Bar> bars = new ArrayList<>();
        for (SizeClass size : SizeClass.of(files())) {
            double[] counts = new double[levels];
            for (DataFileMeta file : files()) {
                counts[file.level()] += size.holds(file.fileSize()) ? 1 : 0;
            }
            bars.add(new BarChart.Bar(size.name(), counts, ""));
        }
        return new BarChart(
                "Files by size", "Small files cost opening and listing for few rows.", Unit.COUNT, parts, bars);
    }

    /** Sizes from a power of four on. */
    private record SizeClass(long from, long to) {
        /** The classes from that of the smallest file to that of the largest. */
        static List<SizeClass> of(List<DataFileMeta> files) {
            long smallest =
                    files.stream().mapToLong(DataFileMeta::fileSize).min().orElse(0);
            long largest =
                    files.stream().mapToLong(DataFileMeta::fileSize).max().orElse(0);
            List<SizeClass> classes = new ArrayList<>();
            long from = 0;
            for (long to = 1024; from <= largest; to *= 4) {
                if (to > smallest) {
                    classes.add(new SizeClass(from, to));
                }
                from = to;
            }
            return classes;
        }

        boolean holds(long bytes) {
            return from <= bytes && bytes < to;
        }

        String name() {
            return from == 0 ? "below " + unit(to) : unit(from) + " to " + unit(to);
        }

        private static String unit(long bytes) {
            String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
            int unit = 0;
            long value = bytes;
            while (value >= 1024 && unit < units.length - 1) {
                value /= 1024;
                unit++;
            }
            return String.format(Locale.ROOT, "%d %s", value, units[unit]);
        }
    }
}
