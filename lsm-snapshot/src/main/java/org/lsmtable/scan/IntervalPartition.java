package org.lsmtable.scan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;

/**
 * Cuts files with key ranges into sections that share no key, and each section into the fewest sorted runs (spec: merge tree,
 * sections and runs). Two files that touch at one key overlap. Level and age of files play no part.
 *
 * <p>Sweep: in the order of (min key, max key), a file whose min key lies behind everything before it opens a new section. Within
 * a section, a file joins the run whose last max key is the smallest if it lies behind it, else no run can take it and it starts
 * one of its own; this greedy colouring of intervals needs the fewest runs.
 */
public final class IntervalPartition {
    private IntervalPartition() {}

    /**
     * Files that overlap each other, directly or through others.
     *
     * @param runs each a list of files in key order that do not overlap; the run with the smallest first file first
     */
    public record Section<F>(List<List<F>> runs) {
        public Section {
            runs = runs.stream().map(List::copyOf).toList();
        }

        /** All files, run after run. */
        public List<F> files() {
            return runs.stream().flatMap(List::stream).toList();
        }

        /** Whether no two files overlap: a section of one run holds exactly one file. */
        public boolean isSingleRun() {
            return runs.size() == 1;
        }
    }

    /** The sections of data files, in key order, by the order of their keys. */
    public static List<Section<DataFileMeta>> of(List<DataFileMeta> files, Comparator<BinaryRow> keyOrder) {
        return of(files, DataFileMeta::minKey, DataFileMeta::maxKey, keyOrder);
    }

    /** The sections of anything that has a smallest and a greatest key, both included; in key order. */
    public static <F, K> List<Section<F>> of(
            List<F> files, Function<F, K> minKey, Function<F, K> maxKey, Comparator<? super K> keyOrder) {
        List<Interval<F, K>> sorted = new ArrayList<>(files.size());
        for (F file : files) {
            sorted.add(new Interval<>(file, minKey.apply(file), maxKey.apply(file)));
        }
        sorted.sort(Comparator.<Interval<F, K>, K>comparing(Interval::min, keyOrder)
                .thenComparing(Interval::max, keyOrder));

        List<Section<F>> sections = new ArrayList<>();
        int start = 0;
        while (start < sorted.size()) {
            K bound = sorted.get(start).max();
            int end = start + 1;
            while (end < sorted.size() && keyOrder.compare(sorted.get(end).min(), bound) <= 0) {
                K max = sorted.get(end).max();
                bound = keyOrder.compare(max, bound) > 0 ? max : bound;
                end++;
            }
            sections.add(new Section<>(runs(sorted.subList(start, end), keyOrder)));
            start = end;
        }
        return sections;
    }

    private static <F, K> List<List<F>> runs(List<Interval<F, K>> sorted, Comparator<? super K> keyOrder) {
        List<List<F>> runs = new ArrayList<>();
        PriorityQueue<Run<F, K>> byLastKey =
                new PriorityQueue<>(Comparator.<Run<F, K>, K>comparing(Run::lastKey, keyOrder));
        for (Interval<F, K> interval : sorted) {
            Run<F, K> run = byLastKey.peek();
            if (run != null && keyOrder.compare(interval.min(), run.lastKey()) > 0) {
                byLastKey.poll();
            } else {
                run = new Run<>(new ArrayList<>(), interval.max());
                runs.add(run.files());
            }
            run.files().add(interval.file());
            byLastKey.add(new Run<>(run.files(), interval.max()));
        }
        return runs;
    }

    private record Interval<F, K>(F file, K min, K max) {}

    private record Run<F, K>(List<F> files, K lastKey) {}
}
