package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.lsmtable.history.BucketEvent;
import org.lsmtable.history.Compaction;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.simulate.HistoryFit.Places;
import org.lsmtable.simulate.RecordedWorkload.FlushFile;
import org.lsmtable.simulate.RecordedWorkload.StartFile;

/**
 * The compactions of a bucket's past, file by file, on contents as the simulator has them; and the search for the content model whose merged
 * sizes are nearest to those that were written.
 */
final class MergeModel {
    /** Steps of a golden-section search: the last bracket is 0.618^12, three thousandths, of the first. */
    private static final int STEPS = 12;

    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
    private static final double[] NEW_KEYS = {0, 0.1, 0.3, 0.6, 0.9, 1};
    private static final List<Skew> SKEWS =
            List.of(Skew.hot(0.2, 0.8), Skew.hot(0.1, 0.9), Skew.hot(0.01, 0.5), Skew.hot(0.01, 0.9));

    /** A model with more to choose from must be this much better than a simpler one. */
    private static final double BETTER = 0.7;

    private final Levels start;
    private final List<BucketEvent> events;
    private final Places places;
    private final RecordedWorkload shape;
    private final double leastBytes;
    private final double mostBytes;

    /**
     * A model.
     *
     * @param shape the workload with any content model, which is what is searched for
     */
    MergeModel(Levels start, List<BucketEvent> events, Places places, RecordedWorkload shape) {
        this.start = start;
        this.events = List.copyOf(events);
        this.places = places;
        this.shape = shape;
        double sum = 0;
        double least = Double.MAX_VALUE;
        for (RecordedWorkload.Flush flush : shape.flushes()) {
            double bytes = flush.files().stream().mapToDouble(FlushFile::bytes).sum();
            sum += bytes;
            least = Math.min(least, bytes);
        }
        for (StartFile file : shape.start()) {
            sum += file.bytes();
        }
        this.leastBytes = Math.max(1, least / 2);
        this.mostBytes = Math.max(2 * leastBytes, sum * 100);
    }

    /**
     * What was found.
     *
     * @param error the differences of merged sizes in proportion to the sizes
     */
    record Fit(RecordedWorkload workload, double error) {}

    /** The content model whose merged sizes are nearest. */
    Fit best() {
        Candidate best = bestOf(Skew.NONE, NEW_KEYS);
        for (Skew skew : SKEWS) {
            Candidate other = bestOf(skew, new double[] {0, best.newKeys()});
            if (other.misfit() < BETTER * best.misfit()) {
                best = other;
            }
        }
        RecordedWorkload workload = workload(best.tableBytes(), best.newKeys(), best.skew());
        return new Fit(workload, play(workload).error());
    }

    private record Candidate(double tableBytes, double newKeys, Skew skew, double misfit) {}

    /** The best for a skew: for each share of new keys the best table, then the share between those beside the best one. */
    private Candidate bestOf(Skew skew, double[] shares) {
        Candidate best = null;
        int at = 0;
        for (int i = 0; i < shares.length; i++) {
            Candidate candidate = bestTable(shares[i], skew);
            if (best == null || candidate.misfit() < best.misfit()) {
                best = candidate;
                at = i;
            }
        }
        Candidate found = Objects.requireNonNull(best);
        if (shares.length <= 2) {
            return found;
        }
        double low = shares[Math.max(0, at - 1)];
        double high = shares[Math.min(shares.length - 1, at + 1)];
        double share = minimum(low, high, STEPS / 2, x -> bestTable(x, skew).misfit());
        Candidate refined = bestTable(share, skew);
        return refined.misfit() < found.misfit() ? refined : found;
    }

    private Candidate bestTable(double newKeys, Skew skew) {
        double log = newKeys == 1
                ? Math.log(mostBytes)
                : minimum(
                        Math.log(leastBytes),
                        Math.log(mostBytes),
                        STEPS,
                        x -> play(workload(Math.exp(x), newKeys, skew)).misfit());
        double bytes = Math.exp(log);
        return new Candidate(
                bytes, newKeys, skew, play(workload(bytes, newKeys, skew)).misfit());
    }

    /** Where a function with one valley is least, by golden sections. */
    static double minimum(double low, double high, int steps, DoubleUnaryOperator function) {
        double a = low;
        double b = high;
        double left = b - GOLDEN * (b - a);
        double right = a + GOLDEN * (b - a);
        double atLeft = function.applyAsDouble(left);
        double atRight = function.applyAsDouble(right);
        for (int i = 0; i < steps; i++) {
            if (atLeft <= atRight) {
                b = right;
                right = left;
                atRight = atLeft;
                left = b - GOLDEN * (b - a);
                atLeft = function.applyAsDouble(left);
            } else {
                a = left;
                left = right;
                atLeft = atRight;
                right = a + GOLDEN * (b - a);
                atRight = function.applyAsDouble(right);
            }
        }
        return (a + b) / 2;
    }

    private RecordedWorkload workload(double tableBytes, double newKeys, Skew skew) {
        return new RecordedWorkload(shape.flushes(), shape.start(), tableBytes, newKeys, skew, shape.rows());
    }

    /**
     * How near a model comes.
     *
     * @param misfit squares of the differences, each in proportion to its size
     * @param differences without their signs
     */
    private record Played(double misfit, double differences, double written) {
        double error() {
            return written == 0 ? 0 : differences / written;
        }
    }

    private Played play(RecordedWorkload workload) {
        RecordedFlushes flushes = new RecordedFlushes(workload);
        KeySpace space = flushes.space();
        Map<String, Content> contents = new HashMap<>();
        for (DataFileMeta file : start.files()) {
            StartFile known = places.startFile(file);
            contents.put(file.fileName(), flushes.content(known.from(), known.to(), known.bytes(), known.deletes()));
        }
        double misfit = 0;
        double differences = 0;
        double sum = 0;
        for (BucketEvent event : events) {
            for (DataFileMeta file : event.flushed()) {
                FlushFile known = places.flushFile(file);
                contents.put(
                        file.fileName(), flushes.content(known.from(), known.to(), known.bytes(), known.deletes()));
            }
            Compaction compaction = event.compaction();
            if (compaction != null && !compaction.rewritten().isEmpty()) {
                double predicted = merge(event, compaction, contents, space);
                double written = compaction.written().stream()
                        .mapToDouble(places.cost()::payloadBytes)
                        .sum();
                double difference = Math.abs(predicted - written);
                misfit += difference * difference / Math.max(1, written);
                differences += difference;
                sum += written;
            }
        }
        return new Played(misfit, differences, sum);
    }

    /** Merges the contents of the files that went into those that came; bytes of what came. */
    private double merge(BucketEvent event, Compaction compaction, Map<String, Content> contents, KeySpace space) {
        List<DataFileMeta> newestFirst = new ArrayList<>(compaction.rewritten());
        newestFirst.sort(Comparator.comparingInt(DataFileMeta::level)
                .thenComparing(
                        Comparator.comparingLong(DataFileMeta::maxSequence).reversed()));
        Content merged = Content.empty(space);
        for (DataFileMeta file : newestFirst) {
            Content content = contents.remove(file.fileName());
            merged = content == null ? merged : merged.over(content);
        }
        List<DataFileMeta> live = event.after().files();
        int deepest = live.isEmpty() ? 0 : live.get(live.size() - 1).level();
        if (compaction.outputLevel() >= deepest) {
            merged = merged.withoutDeletes();
        }
        double bytes = merged.bytes();
        deal(merged, compaction.written(), contents, space);
        return bytes;
    }

    /** Gives each file that came its stretch of what was merged. */
    private void deal(Content merged, List<DataFileMeta> files, Map<String, Content> contents, KeySpace space) {
        List<DataFileMeta> inOrder = new ArrayList<>(files);
        inOrder.sort(Comparator.comparingDouble(places::from));
        for (int i = 0; i < inOrder.size(); i++) {
            long from = i == 0 ? 0 : position(places.from(inOrder.get(i)));
            long to = i == inOrder.size() - 1 ? Long.MAX_VALUE : position(places.from(inOrder.get(i + 1)));
            contents.put(inOrder.get(i).fileName(), slice(merged, from, to, space));
        }
    }

    private static long position(double place) {
        return (long) (place * KeySpace.SPREAD);
    }

    private static Content slice(Content content, long from, long to, KeySpace space) {
        List<Content> parts = new ArrayList<>();
        for (Piece piece : content.pieces()) {
            long first = Math.max(from, piece.from());
            long past = Math.min(to, piece.to());
            if (first < past) {
                parts.add(Content.of(space, piece.over(first, past)));
            }
        }
        return parts.isEmpty() ? Content.empty(space) : Content.joined(space, parts);
    }
}
