package org.lsmtable.benchmark.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One question: settings that differ in one thing, or in two.
 *
 * @param name on the command line
 * @param note what is varied and what is not
 * @param axis what is varied
 * @param engines on which it is measured
 */
record Study(String name, String title, String note, String axis, List<EngineKind> engines, List<Variant> variants) {
    Study {
        engines = List.copyOf(engines);
        variants = List.copyOf(variants);
    }

    /**
     * One setting of a study.
     *
     * @param place on the axis; of a study without numbers the place in the list
     * @param label how the place is called
     * @param line what distinguishes it from others at the same place, may be empty
     * @param parameters of {@link WriteAmplification}, those that are not as usual
     */
    record Variant(double place, String label, String line, Map<String, String> parameters) {
        Variant {
            parameters = Map.copyOf(parameters);
        }
    }

    /** The size of the workloads: figures depend on it, so it is shown with them. */
    enum Scale {
        /** To see that everything runs. */
        tiny(10, 20, 30),
        /** A minute or two. */
        small(50, 200, 200),
        /** Some minutes. A table of 100 flushes, 600 commits. */
        usual(100, 200, 600);

        final int tableFlushes;
        final int flushRows;
        final int commits;

        Scale(int tableFlushes, int flushRows, int commits) {
            this.tableFlushes = tableFlushes;
            this.flushRows = flushRows;
            this.commits = commits;
        }

        /** What holds unless a study varies it. */
        Map<String, String> parameters() {
            return parameters(flushRows);
        }

        /** The same rows in flushes of another size. */
        Map<String, String> parameters(int rows) {
            Map<String, String> parameters = new LinkedHashMap<>();
            parameters.put("tableRows", Integer.toString(tableFlushes * flushRows));
            parameters.put("flushRows", Integer.toString(rows));
            parameters.put("commits", Integer.toString(commits * flushRows / rows));
            return parameters;
        }

        @Override
        public String toString() {
            return name() + ": table of " + tableFlushes + " flushes, " + flushRows + " rows a flush, " + commits
                    + " commits";
        }
    }

    /** All studies. */
    static List<Study> all(Scale scale) {
        List<EngineKind> both = List.of(EngineKind.simulated, EngineKind.real);
        return List.of(
                new Study(
                        "trigger",
                        "Trigger",
                        "num-sorted-run.compaction-trigger, everything else at its default. Updates, evenly.",
                        "sorted runs that start a compaction",
                        both,
                        numbers("trigger", 3, 4, 5, 6, 8, 10, 15)),
                new Study(
                        "size-ratio",
                        "Size ratio",
                        "compaction.size-ratio, trigger 5. Updates, evenly.",
                        "percent",
                        both,
                        numbers("sizeRatio", 0, 1, 5, 10, 25, 50, 100)),
                new Study(
                        "size-amplification",
                        "Size amplification bound",
                        "compaction.max-size-amplification-percent, trigger 5. Updates, evenly.",
                        "percent",
                        both,
                        numbers("sizeAmplification", 25, 50, 100, 200, 400)),
                new Study(
                        "levels",
                        "Levels",
                        "num-levels, trigger 5, where the default is 6. Updates, evenly.",
                        "levels, level 0 included",
                        both,
                        numbers("levels", 3, 4, 5, 6, 8, 12)),
                new Study(
                        "flush-size",
                        "Flush size",
                        "The same rows in fewer, larger flushes: write-buffer-size, or the time between checkpoints. Trigger 5.",
                        "rows a flush",
                        both,
                        flushSizes(scale)),
                new Study(
                        "keys",
                        "Key pattern",
                        "Which keys come. Trigger 5. Inserts begin with an empty table.",
                        "keys",
                        both,
                        keys()),
                new Study(
                        "strategy",
                        "Strategy",
                        "compaction.strategy under both kinds of load, at the same number of runs.",
                        "sorted runs that start a compaction",
                        both,
                        strategies()),
                new Study(
                        "throughput",
                        "Compaction beside the writer",
                        "How much compaction gets through while one flush comes in; 0 where each commit waits. Simulated only: on real"
                                + " files it would depend on the machine. Trigger 5, the writer waits above 8 runs.",
                        "flushes compacted in the time of one flush",
                        List.of(EngineKind.simulated),
                        numbers("throughput", 0, 2, 4, 6, 8, 16, 32)));
    }

    private static List<Variant> numbers(String parameter, int... values) {
        return Arrays.stream(values)
                .mapToObj(v -> new Variant(v, Integer.toString(v), "", Map.of(parameter, Integer.toString(v))))
                .toList();
    }

    private static List<Variant> flushSizes(Scale scale) {
        return List.of(scale.flushRows / 2, scale.flushRows, 2 * scale.flushRows, 4 * scale.flushRows).stream()
                .map(rows -> new Variant(rows, Integer.toString(rows), "", scale.parameters(rows)))
                .toList();
    }

    private static List<Variant> keys() {
        List<Variant> variants = new ArrayList<>();
        for (Arrivals arrivals : Arrivals.values()) {
            variants.add(new Variant(arrivals.ordinal(), arrivals.label(), "", Map.of("arrivals", arrivals.name())));
        }
        return variants;
    }

    private static List<Variant> strategies() {
        List<Variant> variants = new ArrayList<>();
        for (int trigger : new int[] {3, 5, 8}) {
            for (Arrivals arrivals : List.of(Arrivals.UPDATES, Arrivals.INSERTS)) {
                for (Strategy strategy : Strategy.values()) {
                    variants.add(new Variant(
                            trigger,
                            Integer.toString(trigger),
                            strategy + ", " + (arrivals == Arrivals.UPDATES ? "updates" : "inserts"),
                            Map.of(
                                    "trigger", Integer.toString(trigger),
                                    "arrivals", arrivals.name(),
                                    "strategy", strategy.name())));
                }
            }
        }
        return variants;
    }
}
