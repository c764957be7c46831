package org.lsmtable.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What stays of a long history, against what must stay. */
class ThinningTest {
    private static Positions positions(int count) {
        double[] x = new double[count];
        Arrays.setAll(x, i -> i);
        return Positions.of(Axis.linear("x", Unit.COUNT), x);
    }

    @Test
    void aShortHistoryStaysWhole() {
        int[] points = Thinning.points(positions(1000), List.of(Series.line("s", new double[1000])), List.of());
        assertThat(points).hasSize(1000);
    }

    /** Whatever the curves, each stretch's extremes are there to the width of a few pixels. */
    @Test
    void theEnvelopeOfEveryCurveStays() {
        long seed = 20261130;
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            int count = 1001 + random.nextInt(20_000);
            int curves = 1 + random.nextInt(6);
            List<Series> series = new java.util.ArrayList<>();
            for (int c = 0; c < curves; c++) {
                double[] y = new double[count];
                Arrays.setAll(y, i -> random.nextInt(50) == 0 ? Double.NaN : random.nextInt(1000));
                series.add(Series.step("s" + c, y));
            }
            int[] points = Thinning.points(positions(count), series, List.of());
            String rerun = "seed " + seed + ", round " + round;
            assertThat(points.length).as(rerun).isBetween(500, Thinning.MAX_POINTS);
            assertThat(points).as(rerun).isSorted().doesNotHaveDuplicates().contains(0, count - 1);
            for (Series one : series) {
                double[] y = one.values();
                assertThat(Arrays.stream(points)
                                .mapToDouble(i -> y[i])
                                .filter(v -> !Double.isNaN(v))
                                .max())
                        .as(rerun)
                        .isEqualTo(
                                Arrays.stream(y).filter(v -> !Double.isNaN(v)).max());
                assertThat(Arrays.stream(points)
                                .mapToDouble(i -> y[i])
                                .filter(v -> !Double.isNaN(v))
                                .min())
                        .as(rerun)
                        .isEqualTo(
                                Arrays.stream(y).filter(v -> !Double.isNaN(v)).min());
            }
        }
    }

    /** Two parts that sum to a peak where neither has one of its own: the peak is what is seen. */
    @Test
    void ofStackedCurvesTheirEdgeCounts() {
        int count = 5000;
        double[] lower = new double[count];
        double[] upper = new double[count];
        Arrays.setAll(lower, i -> i % 2 == 0 ? 10 : 0);
        Arrays.setAll(upper, i -> i % 2 == 0 ? 0 : 10);
        upper[3334] = 9;
        int[] points = Thinning.points(
                positions(count), List.of(Series.stacked("l", lower), Series.stacked("u", upper)), List.of());
        assertThat(points).contains(3334);
    }

    @Test
    void pointsOfEventsStay() {
        Event event = new Event(4321.3, "k", "h", "t", 1);
        int[] points =
                Thinning.points(positions(10_000), List.of(Series.line("s", new double[10_000])), List.of(event));
        assertThat(points).contains(4321);
    }
}
