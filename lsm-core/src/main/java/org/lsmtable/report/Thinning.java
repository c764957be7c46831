package org.lsmtable.report;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Which points of a long history are drawn. The history is cut into stretches of equal count; of each stretch the lowest and the highest
 * point of every curve stay, with their true values, so that the envelope of a curve is what it was. The first and last point and those
 * of events stay too. The number of stretches is the largest that gives at most {@link #MAX_POINTS} points.
 */
final class Thinning {
    static final int MAX_POINTS = 1000;
    static final int MAX_EVENTS = 200;

    private Thinning() {}

    /** The heaviest events, in the order of their places. */
    static List<Event> events(List<Event> events) {
        Comparator<Event> byPlace = Comparator.comparingDouble(Event::x);
        return events.stream()
                .sorted(Comparator.comparingDouble(Event::weight).reversed())
                .limit(MAX_EVENTS)
                .sorted(byPlace)
                .toList();
    }

    /** The indexes of the points that are drawn, ascending. */
    static int[] points(Positions x, List<Series> series, List<Event> events) {
        int count = x.count();
        if (count <= MAX_POINTS) {
            BitSet all = new BitSet(count);
            all.set(0, count);
            return all.stream().toArray();
        }
        BitSet kept = new BitSet(count);
        kept.set(0);
        kept.set(count - 1);
        for (Event event : events) {
            kept.set(nearest(x.values(), event.x()));
        }
        List<double[]> curves = curves(series, count);
        BitSet best = (BitSet) kept.clone();
        int low = 1;
        int high = MAX_POINTS;
        while (low <= high) {
            int stretches = (low + high) >>> 1;
            BitSet tried = (BitSet) kept.clone();
            addExtremes(curves, count, stretches, tried);
            if (tried.cardinality() <= MAX_POINTS) {
                best = tried;
                low = stretches + 1;
            } else {
                high = stretches - 1;
            }
        }
        return best.stream().toArray();
    }

    /** What is seen: a stacked series by its upper edge, every other by its values. */
    private static List<double[]> curves(List<Series> series, int count) {
        List<double[]> curves = new ArrayList<>();
        double[] top = new double[count];
        for (Series one : series) {
            if (one.shape() == Series.Shape.STACKED) {
                double[] edge = new double[count];
                for (int i = 0; i < count; i++) {
                    edge[i] = top[i] + (Double.isNaN(one.values()[i]) ? 0 : one.values()[i]);
                }
                top = edge;
                curves.add(edge);
            } else {
                curves.add(one.values());
            }
        }
        return curves;
    }

    private static void addExtremes(List<double[]> curves, int count, int stretches, BitSet kept) {
        for (int stretch = 0; stretch < stretches; stretch++) {
            int from = (int) ((long) count * stretch / stretches);
            int to = (int) ((long) count * (stretch + 1) / stretches);
            for (double[] curve : curves) {
                int lowest = -1;
                int highest = -1;
                for (int i = from; i < to; i++) {
                    if (Double.isNaN(curve[i])) {
                        continue;
                    }
                    lowest = lowest < 0 || curve[i] < curve[lowest] ? i : lowest;
                    highest = highest < 0 || curve[i] > curve[highest] ? i : highest;
                }
                if (lowest >= 0) {
                    kept.set(lowest);
                    kept.set(highest);
                }
            }
        }
    }

    /** The index of the value that is nearest to a place. */
    private static int nearest(double[] values, double place) {
        int found = java.util.Arrays.binarySearch(values, place);
        if (found >= 0) {
            return found;
        }
        int after = Math.min(-found - 1, values.length - 1);
        int before = Math.max(after - 1, 0);
        return place - values[before] <= values[after] - place ? before : after;
    }
}
