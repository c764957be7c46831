package org.lsmtable.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.history.BucketEvent.Cause;
import org.lsmtable.history.Compaction.Upgrade;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.mergetree.TestFile;
import org.lsmtable.snapshot.CommitKind;

/** Entries of one snapshot and the event they amount to, by hand. */
class BucketChangeTest {
    private static final DataFileMeta OLD =
            TestFile.of("old", 0, 9).level(5).bytes(900).meta();
    private static final DataFileMeta FRESH =
            TestFile.of("fresh", 0, 4).bytes(100).sequences(5, 6).meta();
    private static final DataFileMeta MERGED =
            TestFile.of("merged", 0, 9).level(5).bytes(950).meta();

    private static Levels levels(DataFileMeta... files) {
        return Levels.of(TestFile.KEY_ORDER, 6, List.of(files));
    }

    private static BucketChange change(Object... kindsAndFiles) {
        BucketChange change = new BucketChange();
        for (int i = 0; i < kindsAndFiles.length; i += 2) {
            change.add(new ManifestEntry(
                    (FileKind) kindsAndFiles[i], BinaryRow.EMPTY, 0, 1, (DataFileMeta) kindsAndFiles[i + 1]));
        }
        return change;
    }

    private static BucketEvent event(BucketChange change, CommitKind kind, Levels before) {
        return change.event(BinaryRow.EMPTY, 0, Snapshots.of(1, kind), false, before);
    }

    private static Compaction compaction(BucketEvent event) {
        return Objects.requireNonNull(event.compaction());
    }

    @Test
    void aFlushAndACompactionInOneSnapshot() {
        BucketEvent event = event(
                change(FileKind.DELETE, OLD, FileKind.ADD, FRESH, FileKind.ADD, MERGED),
                CommitKind.APPEND,
                levels(OLD));
        assertThat(event.cause()).isEqualTo(Cause.WRITE);
        assertThat(event.flushedBytes()).isEqualTo(100);
        assertThat(event.compactedBytes()).isEqualTo(950);
        assertThat(compaction(event).bytesRead()).isEqualTo(900);
        assertThat(event.runs()).containsExactly(new Run(0, 1, 100), new Run(5, 1, 950));
        assertThat(event.liveBytes()).isEqualTo(1050);
    }

    @Test
    void aMoveWritesNothing() {
        DataFileMeta up = FRESH.atLevel(4);
        BucketEvent event =
                event(change(FileKind.DELETE, FRESH, FileKind.ADD, up), CommitKind.COMPACT, levels(OLD, FRESH));
        assertThat(event.flushedBytes() + event.compactedBytes()).isZero();
        assertThat(compaction(event).upgraded())
                .singleElement()
                .extracting(Upgrade::fromLevel)
                .isEqualTo(0);
        assertThat(compaction(event).bytesUpgraded()).isEqualTo(100);
        assertThat(compaction(event).outputLevel()).isEqualTo(4);
        assertThat(event.runs()).containsExactly(new Run(4, 1, 100), new Run(5, 1, 900));
    }

    /** Added and deleted by the same snapshot: written, and never seen by a reader. */
    @Test
    void aFileThatComesAndGoesAtOnce() {
        BucketEvent event = event(
                change(FileKind.ADD, FRESH, FileKind.DELETE, FRESH, FileKind.DELETE, OLD, FileKind.ADD, MERGED),
                CommitKind.APPEND,
                levels(OLD));
        assertThat(event.flushedBytes()).isEqualTo(100);
        assertThat(compaction(event).bytesRead()).isEqualTo(1000);
        assertThat(event.runs()).containsExactly(new Run(5, 1, 950));
    }

    @Test
    void overwritesFlushOnAnyLevelAndStatesThatComeBackNowhere() {
        DataFileMeta placed = TestFile.of("placed", 0, 9).level(5).bytes(70).meta();
        BucketEvent overwritten =
                event(change(FileKind.DELETE, OLD, FileKind.ADD, placed), CommitKind.OVERWRITE, levels(OLD));
        assertThat(overwritten.cause()).isEqualTo(Cause.OVERWRITE);
        assertThat(overwritten.flushedBytes()).isEqualTo(70);
        assertThat(overwritten.compaction()).isNull();
        assertThat(overwritten.replaced()).hasSize(1);

        BucketEvent dropped = event(change(FileKind.DELETE, OLD), CommitKind.OVERWRITE, levels(OLD));
        assertThat(dropped.cause()).isEqualTo(Cause.OVERWRITE);
        assertThat(dropped.flushed()).isEmpty();
        assertThat(dropped.runs()).isEmpty();

        BucketEvent rescaled = change(FileKind.DELETE, OLD, FileKind.ADD, placed)
                .event(BinaryRow.EMPTY, 0, Snapshots.of(1, CommitKind.OVERWRITE), true, levels(OLD));
        assertThat(rescaled.cause()).isEqualTo(Cause.RESCALE);
        assertThat(rescaled.flushed()).isEmpty();

        DataFileMeta compacted = Snapshots.compacted(placed);
        BucketEvent restored =
                event(change(FileKind.DELETE, OLD, FileKind.ADD, compacted), CommitKind.OVERWRITE, levels(OLD));
        assertThat(restored.cause()).isEqualTo(Cause.RESTORE);
        assertThat(restored.flushed()).isEmpty();
    }

    @Test
    void deletesOfFilesThatAreNotThereAreDamage() {
        assertThatThrownBy(() -> event(change(FileKind.DELETE, FRESH), CommitKind.COMPACT, levels(OLD)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("fresh");
    }
}
