package org.lsmtable.mergetree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lsmtable.compact.Given.picked;

import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision.FileAction;
import org.lsmtable.compact.Decision.PlannedFile;
import org.lsmtable.compact.Given;
import org.lsmtable.compact.UniversalCompaction;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.CompactionDecider.Planned;

class CompactionDeciderTest {
    private static final Moment NOON = new Moment(0, 12);

    private static CompactionDecider decider(
            String words, Predicate<DataFileMeta> expired, Predicate<DataFileMeta> marked) {
        CompactionOptions options = Given.options(words);
        return new CompactionDecider(options, new UniversalCompaction(options), expired, marked);
    }

    private static BucketState state(TestFile... files) {
        List<DataFileMeta> metas = Arrays.stream(files).map(TestFile::meta).toList();
        return BucketState.of(Levels.of(TestFile.KEY_ORDER, 6, metas), ZoneOffset.UTC);
    }

    private static Predicate<DataFileMeta> named(String name) {
        return file -> file.fileName().equals(name);
    }

    private static Predicate<DataFileMeta> nothing() {
        return file -> false;
    }

    @Test
    void rewritesOnlyTheFilesThatNeedItWhenAllIsOnTheLastLevel() {
        BucketState state = state(
                TestFile.of("a", 1, 9).level(5),
                TestFile.of("b", 10, 19).level(5).bytes(30),
                TestFile.of("c", 20, 29).level(5));
        Planned planned = decider("", named("a"), named("b")).full(state, NOON);
        CompactionPlan plan = Objects.requireNonNull(planned.plan());
        assertThat(plan.steps())
                .as("each alone")
                .extracting(step -> step.files().get(0).fileName() + " " + step.action())
                .containsExactly("a REWRITE", "b REWRITE");
        assertThat(plan.dropDeletes()).isEqualTo(DropDeletes.DROP);
        assertThat(picked(planned.decision()).bytesToRewrite()).isEqualTo(130);
        assertThat(planned.decision().explain())
                .contains("all is one run on the last level; 2 of its files need a rewrite");

        assertThat(decider("", nothing(), nothing()).full(state, NOON).plan()).isNull();
        assertThat(Objects.requireNonNull(decider("rewrite-all", nothing(), nothing())
                                .full(state, NOON)
                                .plan())
                        .steps())
                .hasSize(3);
    }

    @Test
    void rewritesALargeFileWithExpiredRowsInsteadOfMovingIt() {
        BucketState state = state(TestFile.of("a", 1, 9), TestFile.of("b", 10, 19));
        assertThat(picked(decider("", named("b"), nothing()).full(state, NOON).decision())
                        .files())
                .containsExactly(
                        new PlannedFile("a", 0, 100, FileAction.UPGRADE),
                        new PlannedFile("b", 0, 100, FileAction.REWRITE));
    }

    /** A file that is only moved keeps its deletes; on the last level there would be nobody left to drop them. */
    @Test
    void rewritesALargeFileWithDeletesOnItsWayToTheLastLevel() {
        BucketState state = state(
                TestFile.of("a", 1, 9).deletes(1L),
                TestFile.of("b", 10, 19),
                TestFile.of("c", 20, 29).deletes(null));
        assertThat(picked(decider("", nothing(), nothing()).full(state, NOON).decision())
                        .files())
                .containsExactly(
                        new PlannedFile("a", 0, 100, FileAction.REWRITE),
                        new PlannedFile("b", 0, 100, FileAction.UPGRADE),
                        new PlannedFile("c", 0, 100, FileAction.REWRITE));
    }

    @Test
    void keepsWhatLiesOnTheOutputLevelAndOverlapsNothing() {
        BucketState state = state(
                TestFile.of("new", 15, 16).bytes(10),
                TestFile.of("base1", 1, 10).level(5),
                TestFile.of("base2", 11, 20).level(5));
        Planned planned = decider("", nothing(), nothing()).full(state, NOON);
        assertThat(picked(planned.decision()).files())
                .containsExactlyInAnyOrder(
                        new PlannedFile("base1", 5, 100, FileAction.KEEP),
                        new PlannedFile("base2", 5, 100, FileAction.REWRITE),
                        new PlannedFile("new", 0, 10, FileAction.REWRITE));
        assertThat(picked(planned.decision()).bytesIn()).isEqualTo(210);
        assertThat(picked(planned.decision()).bytesToRewrite()).isEqualTo(110);
    }
}
