package org.lsmtable.mergetree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.manifest.DataFileMeta;

class LevelsTest {
    private static Levels levels(TestFile... files) {
        return Levels.of(TestFile.KEY_ORDER, 6, metas(files));
    }

    private static List<DataFileMeta> metas(TestFile... files) {
        return Arrays.stream(files).map(TestFile::meta).toList();
    }

    private static List<String> names(List<DataFileMeta> files) {
        return files.stream().map(DataFileMeta::fileName).toList();
    }

    @Test
    void ordersLevelZeroNewestFirstWithTheTieBreakers() {
        // The order that released Paimon showed: a(10..19), e(0..9,t0), aa(0..9,t1), b(0..9,t1), d(0..9,t5),
        // c(5..9,t1).
        List<DataFileMeta> files = new ArrayList<>(metas(
                TestFile.of("a", 1, 9).sequences(10, 19).created(1L),
                TestFile.of("b", 1, 9).sequences(0, 9).created(1L),
                TestFile.of("c", 1, 9).sequences(5, 9).created(1L),
                TestFile.of("d", 1, 9).sequences(0, 9).created(5L),
                TestFile.of("e", 1, 9).sequences(0, 9).created(0L),
                TestFile.of("aa", 1, 9).sequences(0, 9).created(1L)));
        long seed = 20;
        for (int round = 0; round < 50; round++) {
            Collections.shuffle(files, new Random(seed + round));
            assertThat(names(Levels.of(TestFile.KEY_ORDER, 6, files).levelZero()))
                    .as("seed %d", seed + round)
                    .containsExactly("a", "e", "aa", "b", "d", "c");
        }
    }

    @Test
    void hasAsManyLevelsAsTheFilesNeed() {
        Levels deep = levels(TestFile.of("a", 1, 9).level(8));
        assertThat(deep.count()).isEqualTo(9);
        assertThat(deep.maxLevel()).isEqualTo(8);
        assertThat(levels().maxLevel()).isEqualTo(5);
        assertThat(levels().with(TestFile.of("a", 1, 9).level(7).meta()).count())
                .isEqualTo(8);
        assertThatThrownBy(() -> Levels.of(TestFile.KEY_ORDER, 1, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option 'num-levels': expected at least 2, found 1");
    }

    @Test
    void showsRunsNewestFirst() {
        Levels levels = levels(
                TestFile.of("base2", 20, 29).level(5).bytes(30),
                TestFile.of("old", 1, 9).bytes(2).sequences(0, 3),
                TestFile.of("mid", 1, 99).level(2).bytes(10),
                TestFile.of("base1", 1, 9).level(5).bytes(4),
                TestFile.of("new", 1, 9).bytes(1).sequences(4, 6));
        assertThat(levels.pickerRuns())
                .containsExactly(new Run(0, 1, 1), new Run(0, 1, 2), new Run(2, 1, 10), new Run(5, 2, 34));
        assertThat(levels.runCount()).isEqualTo(4);
        assertThat(names(levels.files())).containsExactly("new", "old", "mid", "base1", "base2");
        assertThat(names(levels.newestRuns(3))).containsExactly("new", "old", "mid");
        assertThat(levels.maxSequence()).isEqualTo(6);
        assertThat(levels().maxSequence()).isEqualTo(-1);
    }

    @Test
    void refusesFilesOfALevelThatShareAKeyAndNamesBoth() {
        assertThatThrownBy(() -> levels(
                        TestFile.of("left", 1, 10).level(1),
                        TestFile.of("right", 10, 20).level(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("left (L1", "right (L1", "share no key");
        // A file inside another, not next to it in order of min keys alone.
        assertThatThrownBy(() -> levels(
                        TestFile.of("wide", 1, 100).level(3),
                        TestFile.of("inner", 50, 60).level(3)))
                .hasMessageContainingAll("wide", "inner");
        assertThat(levels(
                                TestFile.of("left", 1, 9).level(1),
                                TestFile.of("right", 10, 20).level(1),
                                TestFile.of("other", 5, 15).level(2),
                                TestFile.of("fresh", 5, 15))
                        .runCount())
                .isEqualTo(3);
    }

    @Test
    void refusesTheSameNameTwice() {
        assertThatThrownBy(() ->
                        levels(TestFile.of("a", 1, 2), TestFile.of("a", 3, 4).level(2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a (L2");
    }

    @Test
    void replacesFilesOfACompaction() {
        Levels levels = levels(
                TestFile.of("a", 1, 5).sequences(7, 8),
                TestFile.of("b", 3, 9).sequences(5, 6),
                TestFile.of("base", 1, 100).level(5));
        Levels after = levels.replace(
                metas(TestFile.of("a", 1, 5), TestFile.of("b", 3, 9)),
                metas(TestFile.of("new", 1, 9).level(4)));
        assertThat(names(after.files())).containsExactly("new", "base");
        assertThat(after.level(4).files()).hasSize(1);
        assertThat(names(levels.files()))
                .as("the levels before are as they were")
                .containsExactly("a", "b", "base");

        // An upgrade: the same name goes and comes.
        Levels upgraded = after.replace(
                metas(TestFile.of("new", 1, 9).level(4)),
                metas(TestFile.of("new", 1, 9).level(3)));
        assertThat(upgraded.level(4).files()).isEmpty();
        assertThat(names(upgraded.level(3).files())).containsExactly("new");
    }

    @Test
    void refusesACompactionOfFilesItDoesNotHave() {
        Levels levels =
                levels(TestFile.of("a", 1, 5), TestFile.of("base", 1, 100).level(5));
        assertThatThrownBy(() -> levels.replace(metas(TestFile.of("gone", 1, 5)), List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("gone (L0")
                .hasMessageContaining("no file of this name");
        assertThatThrownBy(() -> levels.replace(metas(TestFile.of("a", 1, 5).level(2)), List.of()))
                .hasMessageContaining("a (L2")
                .hasMessageContaining("a (L0");
        // The output would lie over a file that was not compacted.
        assertThatThrownBy(() -> levels.replace(
                        metas(TestFile.of("a", 1, 5)),
                        metas(TestFile.of("new", 1, 5).level(5))))
                .hasMessageContainingAll("new", "base");
    }

    /** Whatever comes and goes: the levels are those of the files that are left, and runs that do not change are not made again. */
    @Test
    void changesAsIfMadeAnew() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Levels levels = levels();
            List<DataFileMeta> live = new ArrayList<>();
            for (int step = 0; step < 30; step++) {
                List<DataFileMeta> gone =
                        live.stream().filter(file -> random.nextInt(4) == 0).toList();
                List<DataFileMeta> come = new ArrayList<>();
                for (DataFileMeta moved : gone) {
                    if (random.nextInt(3) == 0) {
                        come.add(moved.atLevel(random.nextInt(6)));
                    }
                }
                // Keys of their own, so that any level takes them.
                TestFile fresh =
                        TestFile.of("f" + step, 10 * step, 10 * step + 9).sequences(step, step);
                come.add(fresh.level(random.nextInt(6)).meta());
                Levels before = levels;
                levels = levels.replace(gone, come);
                live.removeAll(gone);
                live.addAll(come);
                assertThat(levels.runs())
                        .as("seed %d step %d", seed, step)
                        .isEqualTo(Levels.of(TestFile.KEY_ORDER, 6, live).runs());
                requireUnchangedRunsKept(before, levels, gone, come);
            }
        }
    }

    private static void requireUnchangedRunsKept(
            Levels before, Levels after, List<DataFileMeta> gone, List<DataFileMeta> come) {
        for (int level = 1; level < 6; level++) {
            int at = level;
            if (gone.stream().noneMatch(file -> file.level() == at)
                    && come.stream().noneMatch(file -> file.level() == at)) {
                assertThat(after.level(level)).isSameAs(before.level(level));
            }
        }
    }
}
