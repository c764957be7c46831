package org.lsmtable.mergetree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Given;
import org.lsmtable.compact.UniversalCompaction;
import org.lsmtable.manifest.DataFileMeta;

class CompactIncrementTest {
    private static DataFileMeta file(String name, int level) {
        return TestFile.of(name, 1, 9).level(level).meta();
    }

    private static CompactResult result(List<DataFileMeta> before, List<DataFileMeta> after) {
        CompactionOptions options = Given.options("");
        Decision decision = new UniversalCompaction(options).pick(Given.view(options, Given.runs("L0:1 L0:1")));
        return new CompactResult(decision, before, after, List.of());
    }

    @Test
    void foldsThreeCompactionsOfOneCommitIntoOne() {
        // Three level-0 files, each compacted to level 5 before one commit.
        CompactIncrement increment = new CompactIncrement();
        List<DataFileMeta> unused = new ArrayList<>();
        unused.addAll(increment.fold(result(List.of(file("a", 0)), List.of(file("x", 5)))));
        unused.addAll(increment.fold(result(List.of(file("b", 0), file("x", 5)), List.of(file("y", 5)))));
        unused.addAll(increment.fold(result(List.of(file("c", 0), file("y", 5)), List.of(file("z", 5)))));

        assertThat(unused).containsExactly(file("x", 5), file("y", 5));
        assertThat(increment.filesToAbandon()).containsExactly(file("z", 5));
        CompactIncrement.Contents contents = increment.drain();
        assertThat(contents.before()).containsExactly(file("a", 0), file("b", 0), file("c", 0));
        assertThat(contents.after()).containsExactly(file("z", 5));
        assertThat(increment.isEmpty()).isTrue();
        assertThat(increment.drain().before()).isEmpty();
    }

    @Test
    void neverDeletesAFileThatWasOnlyMoved() {
        CompactIncrement increment = new CompactIncrement();
        assertThat(increment.fold(result(List.of(file("a", 0)), List.of(file("a", 4)))))
                .isEmpty();
        assertThat(increment.filesToAbandon()).isEmpty();
        // Moved again, in the same commit.
        assertThat(increment.fold(result(List.of(file("a", 4)), List.of(file("a", 5)))))
                .isEmpty();
        assertThat(increment.filesToAbandon()).isEmpty();
        // And then rewritten: the table still has it on level 0.
        assertThat(increment.fold(result(List.of(file("a", 5)), List.of(file("x", 5)))))
                .isEmpty();
        CompactIncrement.Contents contents = increment.drain();
        assertThat(contents.before()).containsExactly(file("a", 0));
        assertThat(contents.after()).containsExactly(file("x", 5));
    }

    @Test
    void keepsAFileThatWasWrittenAndThenMoved() {
        CompactIncrement increment = new CompactIncrement();
        increment.fold(result(List.of(file("a", 0)), List.of(file("x", 3))));
        assertThat(increment.fold(result(List.of(file("x", 3)), List.of(file("x", 5)))))
                .isEmpty();
        assertThat(increment.filesToAbandon()).containsExactly(file("x", 5));
        CompactIncrement.Contents contents = increment.drain();
        assertThat(contents.before()).containsExactly(file("a", 0));
        assertThat(contents.after()).containsExactly(file("x", 5));
    }

    @Test
    void startsAnewAfterACommit() {
        CompactIncrement increment = new CompactIncrement();
        increment.fold(result(List.of(file("a", 0)), List.of(file("x", 4))));
        increment.drain();
        // x is part of the table by now.
        assertThat(increment.fold(result(List.of(file("x", 4)), List.of(file("y", 5)))))
                .isEmpty();
        CompactIncrement.Contents contents = increment.drain();
        assertThat(contents.before()).containsExactly(file("x", 4));
        assertThat(contents.after()).containsExactly(file("y", 5));
    }
}
