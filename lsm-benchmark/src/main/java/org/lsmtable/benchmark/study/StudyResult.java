package org.lsmtable.benchmark.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.lsmtable.benchmark.study.Study.Variant;
import org.openjdk.jmh.results.RunResult;

/** A study with what came out. */
record StudyResult(Study study, List<Point> points) {
    StudyResult {
        points = List.copyOf(points);
    }

    /** One measurement. */
    record Point(Variant variant, EngineKind engine, RunResult result) {
        /** A counter of {@link WriteAmplification.Counters}, by the name of its field. */
        double counter(String name) {
            return Objects.requireNonNull(result.getSecondaryResults().get(name), name)
                    .getScore();
        }

        double writeAmplification() {
            return counter("writeAmplification");
        }

        /** The line that it belongs to. */
        String line() {
            return variant.line().isEmpty() ? engine.name() : engine + ", " + variant.line();
        }
    }

    /** By how much the simulator was off, in parts of the real figure, for each setting that was measured on both. */
    List<Double> deviations() {
        List<Double> deviations = new ArrayList<>();
        for (Point real : points) {
            if (real.engine() == EngineKind.real) {
                points.stream()
                        .filter(p -> p.engine() == EngineKind.simulated
                                && p.variant().equals(real.variant()))
                        .forEach(p -> deviations.add(p.writeAmplification() / real.writeAmplification() - 1));
            }
        }
        return deviations;
    }
}
