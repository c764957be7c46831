package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.lsmtable.simulate.KeySpace.KeyClass;
import org.lsmtable.simulate.KeySpace.Law;

class ContentTest {
    private static final KeySpace SPACE =
            new KeySpace(List.of(new KeyClass(Law.OVERLAPPING, 10), new KeyClass(Law.DISJOINT, 1)), 0.25);

    private static Content of(long from, long to, double live, double added, double deleted) {
        return Content.of(SPACE, new Piece(from, to, new double[] {live, added}, new double[] {deleted, 0}));
    }

    /** n flushes of a table of K flushes, merged in any order of compactions, hold K(1 − e^(−n/K)). */
    @Test
    void mergedSize() {
        double flushes = 50;
        SyntheticFlushes source = new SyntheticFlushes(SyntheticWorkload.updates(flushes * 1000, 1000));
        List<Content> runs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            runs.add(0, source.next().content());
        }
        Random random = new Random(3);
        while (runs.size() > 1) {
            int at = random.nextInt(runs.size() - 1);
            runs.set(at, runs.get(at).over(runs.remove(at + 1)));
        }
        assertThat(runs.get(0).bytes())
                .isCloseTo(flushes * 1000 * (1 - Math.exp(-200 / flushes)), Percentage.withPercentage(1e-9));
    }

    @Test
    void hotRowsMeetSooner() {
        // A tenth of 50,000 bytes gets nine tenths of the updates.
        SyntheticFlushes source =
                new SyntheticFlushes(SyntheticWorkload.updates(50_000, 1000).with(Skew.hot(0.1, 0.9)));
        Content merged = source.next().content().over(source.next().content());
        double expected = 5000 * (1 - Math.exp(-2 * 900.0 / 5000)) + 45_000 * (1 - Math.exp(-2 * 100.0 / 45_000));
        assertThat(merged.bytes()).isCloseTo(expected, within(1e-6));
    }

    @Test
    void newerHidesOlder() {
        // 10 positions with 10 bytes each: newer holds 0.5 rows and 0.25 deletes, a quarter of the older shows.
        Content merged = of(0, 10, 0.5, 2, 0.25).over(of(0, 10, 0.8, 3, 0.1));
        Piece piece = merged.pieces().get(0);
        assertThat(piece.live()).containsExactly(0.5 + 0.25 * 0.8, 5);
        assertThat(piece.deleted()).containsExactly(0.25 + 0.25 * 0.1, 0);
        assertThat(merged.bytes()).isCloseTo(10 * (0.7 * 10 + 5 + 0.25 * 0.275 * 10), within(1e-9));
        assertThat(merged.withoutDeletes().bytes()).isCloseTo(10 * (0.7 * 10 + 5), within(1e-9));
    }

    @Test
    void onlyDeletesLeaveNothing() {
        assertThat(of(0, 10, 0, 0, 1).withoutDeletes().isEmpty()).isTrue();
        assertThat(Content.empty(SPACE).cut(10)).isEmpty();
    }

    @Test
    void pieceByPieceAsPositionByPosition() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            double[][] expected = new double[40][];
            Content content = Content.empty(SPACE);
            for (int flush = 0; flush < 8; flush++) {
                long from = random.nextInt(39);
                long to = from + 1 + random.nextInt((int) (40 - from));
                double live = random.nextInt(5) / 8.0;
                double deleted = random.nextInt(4) / 8.0;
                double added = random.nextInt(3);
                content = of(from, to, live, added, deleted).over(content);
                for (int at = (int) from; at < to; at++) {
                    double[] older = expected[at] == null ? new double[3] : expected[at];
                    double shown = 1 - live - deleted;
                    expected[at] = new double[] {live + shown * older[0], deleted + shown * older[1], added + older[2]};
                }
            }
            double bytes = 0;
            for (double[] position : expected) {
                bytes += position == null ? 0 : 10 * position[0] + 2.5 * position[1] + position[2];
            }
            assertThat(content.bytes()).as("seed " + seed).isCloseTo(bytes, within(1e-9));
            long end = Long.MIN_VALUE;
            for (Piece piece : content.pieces()) {
                assertThat(piece.from()).as("seed " + seed).isGreaterThanOrEqualTo(end);
                end = piece.to();
            }
            requireSoundCut(content, 1 + random.nextInt(100), "seed " + seed);
        }
    }

    private static void requireSoundCut(Content content, double partBytes, String name) {
        List<Content> parts = content.cut(partBytes);
        double bytes = 0;
        for (int i = 0; i < parts.size(); i++) {
            bytes += parts.get(i).bytes();
            double most = parts.get(i).pieces().stream()
                    .mapToDouble(piece -> piece.bytesPerPosition(SPACE))
                    .max()
                    .orElseThrow();
            assertThat(parts.get(i).bytes()).as(name).isLessThan(partBytes + most + 1e-6);
            if (i < parts.size() - 1) {
                assertThat(parts.get(i).bytes()).as(name).isGreaterThanOrEqualTo(partBytes - 1e-6);
                assertThat(parts.get(i).to())
                        .as(name)
                        .isLessThanOrEqualTo(parts.get(i + 1).from());
            }
        }
        assertThat(bytes).as(name).isCloseTo(content.bytes(), within(1e-6));
    }

    @Test
    void neighboursThatHoldTheSameAreOnePiece() {
        Content left = of(0, 10, 0.5, 0, 0);
        Content right = of(10, 30, 0.5, 0, 0);
        assertThat(left.over(right).pieces()).hasSize(1);
        assertThat(Content.joined(SPACE, List.of(left, right)).pieces()).hasSize(1);
        assertThat(left.over(of(11, 30, 0.5, 0, 0)).pieces()).hasSize(2);
    }
}
