package org.lsmtable.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Pickers;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.history.BucketEvent.Cause;
import org.lsmtable.history.CompactionReason.Match;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.CompactionDecider;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.mergetree.TestFile;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Options;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;

/** The worked examples of docs/compaction.md as compactions that were found, and others that no rule makes. */
class CompactionReasonsTest {
    private static CompactionReasons reasons(Map<String, String> options) {
        TableSchema schema = new TableSchema(
                3,
                0,
                List.of(new DataField(0, "id", Types.INT.notNull())),
                0,
                List.of(),
                List.of("id"),
                new Options(options),
                null,
                0L);
        SchemaStore schemas = new SchemaStore(LocalStorage.of(Durability.PROCESS), new TablePaths("/nowhere"));
        return new CompactionReasons(
                schemas,
                schema,
                (wanted, rules) -> {
                    CompactionOptions compaction = CompactionOptions.of(
                            rules == null
                                    ? wanted
                                    : wanted.with(Map.of(MergeTreeOptions.RULE_SET.key(), rules.text())));
                    return new CompactionDecider(compaction, Pickers.of(compaction));
                },
                ZoneOffset.UTC);
    }

    /** Runs, newest first: a level and bytes each. */
    private static List<DataFileMeta> runs(long... levelsAndBytes) {
        List<DataFileMeta> files = new ArrayList<>();
        for (int i = 0; i < levelsAndBytes.length; i += 2) {
            int age = levelsAndBytes.length - i;
            files.add(TestFile.of("run" + i / 2, 0, 9)
                    .level((int) levelsAndBytes[i])
                    .bytes(levelsAndBytes[i + 1])
                    .sequences(age * 10L, age * 10L + 9)
                    .meta());
        }
        return files;
    }

    /** A compaction of some of the runs into one file. */
    private static BucketEvent compaction(List<DataFileMeta> runs, List<DataFileMeta> taken, int outputLevel) {
        Levels before = Levels.of(TestFile.KEY_ORDER, 6, runs);
        DataFileMeta written =
                TestFile.of("written", 0, 9).level(outputLevel).bytes(5000).meta();
        return new BucketEvent(
                BinaryRow.EMPTY,
                0,
                Snapshots.of(7, CommitKind.COMPACT),
                Cause.WRITE,
                List.of(),
                new Compaction(taken, List.of(written), List.of()),
                List.of(),
                before,
                before.replace(taken, List.of(written)));
    }

    private static CompactionReason reason(Map<String, String> options, BucketEvent event) throws IOException {
        return reasons(options).of(event).orElseThrow();
    }

    @Test
    void theExampleOfTheDocs() throws IOException {
        List<DataFileMeta> runs = runs(0, 1099, 0, 1099, 0, 1099, 0, 1097, 5, 8744);
        CompactionReason reason = reason(Map.of(), compaction(runs, runs.subList(0, 4), 4));
        assertThat(reason.match()).isEqualTo(Match.OPTIONS);
        assertThat(Objects.requireNonNull(reason.decision().pick()).rule()).isEqualTo(Rule.SIZE_RATIO);
        assertThat(reason.text()).contains("4394 -> 4437.94 < 8744");
    }

    @Test
    void aFlushThatCameWhileItRanIsNotYetThere() throws IOException {
        List<DataFileMeta> runs = runs(0, 50, 0, 1099, 0, 1099, 0, 1099, 0, 1097, 5, 8744);
        assertThat(reason(Map.of(), compaction(runs, runs.subList(1, 5), 4)).match())
                .isEqualTo(Match.OPTIONS);
    }

    /** The newest runs are small and the third is large: 2.1 takes it along, 2.0 is dragged through to the end. */
    @Test
    void theOtherRuleSet() throws IOException {
        Map<String, String> three = Map.of("num-sorted-run.compaction-trigger", "3", "num-levels", "6");
        List<DataFileMeta> runs = runs(0, 10, 0, 10, 0, 900, 5, 40000);
        BucketEvent newer = compaction(runs, runs.subList(0, 3), 4);
        BucketEvent older = compaction(runs, runs, 5);
        assertThat(reason(three, newer).match()).isEqualTo(Match.OPTIONS);
        assertThat(reason(three, older).match()).isEqualTo(Match.OTHER_RULE_SET);
        assertThat(reason(three, older).text()).startsWith("by rule set 2.0, which is not the table's");
        assertThat(reasons(three).likelier(List.of(older, older, newer))).isEqualTo(RuleSet.V2_0);
        assertThat(reasons(three).likelier(List.of(older, newer))).isEqualTo(RuleSet.V2_1);
    }

    @Test
    void askedForOrByHand() throws IOException {
        List<DataFileMeta> two = runs(0, 10, 5, 40000);
        assertThat(reason(Map.of(), compaction(two, two, 5)).match()).isEqualTo(Match.FULL_REQUEST);
        List<DataFileMeta> runs = runs(0, 1099, 0, 1099, 0, 1099, 0, 1097, 5, 8744);
        CompactionReason byHand = reason(Map.of(), compaction(runs, runs.subList(0, 2), 3));
        assertThat(byHand.match()).isEqualTo(Match.NONE);
        assertThat(byHand.text()).contains("by hand").contains("4 of 5 runs to level 4");
    }

    @Test
    void aFlushHasNone() throws IOException {
        Levels before = Levels.of(TestFile.KEY_ORDER, 6, List.of());
        DataFileMeta file = TestFile.of("a", 0, 9).meta();
        BucketEvent flush = new BucketEvent(
                BinaryRow.EMPTY,
                0,
                Snapshots.of(1, CommitKind.APPEND),
                Cause.WRITE,
                List.of(file),
                null,
                List.of(),
                before,
                before.with(file));
        assertThat(reasons(Map.of()).of(flush)).isEmpty();
    }
}
