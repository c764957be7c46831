package org.lsmtable.commit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.lsmtable.commit.MetadataTable.append;
import static org.lsmtable.commit.MetadataTable.committable;
import static org.lsmtable.commit.MetadataTable.compact;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lsmtable.commit.CommitResult.Committed;
import org.lsmtable.commit.CommitResult.Failed;
import org.lsmtable.commit.CommitResult.Lost;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.testing.HookedStorage;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.UnsupportedFeatureException;

class TableCommitterTest {
    private final MemoryStorage storage = new MemoryStorage();
    private MetadataTable table;
    private TableCommitter committer;

    @BeforeEach
    void createTable() throws IOException {
        table = MetadataTable.create(storage, Map.of());
        committer = table.committer("ada");
    }

    @Test
    void firstAppendMakesSnapshotOne() throws IOException {
        DataFileMeta file = table.file("a", 0, 1, 5);

        Snapshot snapshot = only(committer.commit(new Committable(7, 1234L, Map.of("k", "v"), List.of(append(file)))));

        assertThat(table.stores.snapshots().latest()).contains(snapshot);
        assertThat(snapshot.version()).isEqualTo(3);
        assertThat(snapshot.id()).isEqualTo(1);
        assertThat(snapshot.uuid()).isNotBlank();
        assertThat(snapshot.schemaId()).isZero();
        assertThat(snapshot.commitUser()).isEqualTo("ada");
        assertThat(snapshot.commitIdentifier()).isEqualTo(7);
        assertThat(snapshot.commitKind()).isEqualTo(CommitKind.APPEND);
        assertThat(snapshot.timeMillis()).isEqualTo(1_800_000_000_000L);
        assertThat(snapshot.totalRecordCount()).isEqualTo(5);
        assertThat(snapshot.deltaRecordCount()).isEqualTo(5);
        assertThat(snapshot.changelogManifestList()).isNull();
        assertThat(snapshot.changelogRecordCount()).isNull();
        assertThat(snapshot.indexManifest()).isNull();
        assertThat(snapshot.watermark()).isEqualTo(1234);
        assertThat(snapshot.statistics()).isNull();
        assertThat(snapshot.properties()).isEqualTo(Map.of("k", "v"));
        assertThat(snapshot.nextRowId()).isZero();
        assertThat(snapshot.operation()).isNull();
        assertThat(table.stores.manifests().readList(snapshot.baseManifestList(), snapshot.baseManifestListSize()))
                .isEmpty();
        assertThat(table.live()).containsExactly("a@0");
        assertThat(table.orphans()).isEmpty();
    }

    @Test
    void appendAndCompactionMakeTwoSnapshots() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        DataFileMeta b = table.file("b", 0, 3, 9);
        DataFileMeta c = table.file("c", 5, 1, 9);
        committer.commit(committable(1, append(a)));

        CommitResult result = committer.commit(new Committable(
                2, 50L, Map.of("p", "q"), List.of(append(b), compact(List.of(a, b), List.of(c)))));

        assertThat(result).isInstanceOf(Committed.class);
        assertThat(result.snapshots()).extracting(Snapshot::id).containsExactly(2L, 3L);
        assertThat(result.snapshots())
                .extracting(Snapshot::commitKind)
                .containsExactly(CommitKind.APPEND, CommitKind.COMPACT);
        assertThat(result.snapshots()).allSatisfy(snapshot -> {
            assertThat(snapshot.commitUser()).isEqualTo("ada");
            assertThat(snapshot.commitIdentifier()).isEqualTo(2);
            assertThat(snapshot.watermark()).isEqualTo(50);
            assertThat(snapshot.properties()).isEqualTo(Map.of("p", "q"));
        });
        assertThat(result.snapshots()).extracting(Snapshot::deltaRecordCount).containsExactly(7L, -3L);
        assertThat(result.snapshots()).extracting(Snapshot::totalRecordCount).containsExactly(12L, 9L);
        assertThat(table.live(result.snapshots().get(0))).containsExactly("a@0", "b@0");
        assertThat(table.live()).containsExactly("c@5");
    }

    @Test
    void deletionOfAnUpgradedFileComesBeforeItsAddition() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        DataFileMeta b = table.file("b", 0, 6, 9);
        committer.commit(committable(1, append(a, b)));

        Snapshot snapshot = only(committer.commit(committable(
                2, compact(List.of(a), List.of(a.atLevel(4))), compact(List.of(b), List.of(b.atLevel(4))))));

        assertThat(delta(snapshot)).containsExactly("DELETE a@0", "ADD a@4", "DELETE b@0", "ADD b@4");
        assertThat(snapshot.deltaRecordCount()).isZero();
        assertThat(table.live()).containsExactly("a@4", "b@4");
    }

    @Test
    void changelogGoesIntoAListOfItsOwn() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        DataFileMeta log = table.file("changelog-a", 0, 1, 4);
        CommitMessage message =
                new CommitMessage(BinaryRow.EMPTY, 0, 1, List.of(a), List.of(log), List.of(), List.of(), List.of());

        Snapshot snapshot = only(committer.commit(committable(1, message)));

        assertThat(snapshot.changelogRecordCount()).isEqualTo(4);
        assertThat(scan().changelog(snapshot))
                .extracting(e -> e.file().fileName())
                .containsExactly("changelog-a");
        assertThat(table.live()).containsExactly("a@0");
        assertThat(scan().changelog(only(committer.commit(committable(2, append(table.file("b", 0, 1, 1)))))))
                .isEmpty();
    }

    @Test
    void watermarkNeverGoesBack() throws IOException {
        Long[] offered = {null, 10L, 5L, null, 20L};
        Long[] expected = {null, 10L, 10L, 10L, 20L};
        for (int i = 0; i < offered.length; i++) {
            DataFileMeta file = table.file("f" + i, 0, i, i);
            Snapshot snapshot = only(committer.commit(new Committable(i, offered[i], Map.of(), List.of(append(file)))));
            assertThat(snapshot.watermark()).isEqualTo(expected[i]);
            assertThat(snapshot.properties()).isNull();
        }
    }

    @Test
    void indexManifestAndRowIdsAreInherited() throws IOException {
        Snapshot first = only(committer.commit(committable(1, append(table.file("a", 0, 1, 1)))));
        Snapshot foreign = copy(first, 2, "index-manifest-x-0", null, 77L, 3L);
        assertThat(table.stores.snapshots().create(foreign)).isTrue();

        Snapshot next = only(committer.commit(committable(2, append(table.file("b", 0, 2, 2)))));

        assertThat(next.id()).isEqualTo(3);
        assertThat(next.indexManifest()).isEqualTo("index-manifest-x-0");
        assertThat(next.nextRowId()).isEqualTo(77);
        assertThat(next.totalRecordCount()).isEqualTo(4);
    }

    @Test
    void rowsAreCountedWhereASnapshotDoesNotSay() throws IOException {
        Snapshot first = only(committer.commit(committable(1, append(table.file("a", 0, 1, 5)))));
        assertThat(table.stores.snapshots().create(copy(first, 2, null, null, null, null)))
                .isTrue();

        Snapshot next = only(committer.commit(committable(2, append(table.file("b", 0, 6, 7)))));

        assertThat(next.totalRecordCount()).isEqualTo(7);
        assertThat(next.nextRowId()).isZero();
    }

    @Test
    void statisticsAreInheritedWhileTheirSchemaIsTheNewest() throws IOException {
        Snapshot first = only(committer.commit(committable(1, append(table.file("a", 0, 1, 1)))));
        try (StorageOutput out = storage.create(table.paths.statisticsFolder() + "/stat-x-0")) {
            out.write("{\"snapshotId\":1,\"schemaId\":0,\"colStats\":{}}".getBytes(UTF_8));
        }
        table.stores.snapshots().create(copy(first, 2, null, "stat-x-0", 0L, 1L));

        Snapshot inherited = only(committer.commit(committable(2, append(table.file("b", 0, 2, 2)))));
        assertThat(inherited.statistics()).isEqualTo("stat-x-0");
        assertThat(inherited.schemaId()).isZero();

        TableSchema s = table.schema;
        table.stores
                .schemas()
                .create(new TableSchema(
                        3,
                        1,
                        s.fields(),
                        s.highestFieldId(),
                        s.partitionKeys(),
                        s.primaryKeys(),
                        s.options(),
                        null,
                        0));
        Snapshot dropped = only(committer.commit(committable(3, append(table.file("c", 0, 3, 3)))));
        assertThat(dropped.statistics()).isNull();
        assertThat(dropped.schemaId()).isEqualTo(1);
    }

    /** apache/paimon#2766, #3341: nothing there. */
    @Test
    void emptyCommitMakesNoSnapshotUnlessAsked() throws IOException {
        CommitMessage empty = append();
        assertThat(committer.commit(committable(1))).isEqualTo(new Committed(List.of()));
        assertThat(committer.commit(committable(2, empty))).isEqualTo(new Committed(List.of()));
        assertThat(table.stores.snapshots().latest()).isEmpty();

        MetadataTable recording = table.with(Map.of("snapshot.ignore-empty-commit", "false"));
        Snapshot snapshot = only(recording.committer("ada").commit(committable(3, empty)));

        assertThat(snapshot.commitKind()).isEqualTo(CommitKind.APPEND);
        assertThat(snapshot.commitIdentifier()).isEqualTo(3);
        assertThat(scan().delta(snapshot)).isEmpty();
        assertThat(snapshot.totalRecordCount()).isZero();
        assertThat(table.live()).isEmpty();
    }

    @Test
    void compactionThatRemovesEverythingLeavesAnEmptyTable() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        committer.commit(committable(1, append(a)));

        Snapshot snapshot = only(committer.commit(committable(2, compact(List.of(a), List.of()))));

        assertThat(snapshot.totalRecordCount()).isZero();
        assertThat(table.live()).isEmpty();
    }

    /** apache/paimon#11001: two compactors, one bucket. */
    @Test
    void secondOfTwoCompactionsOfABucketLosesAndNamesBoth() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        DataFileMeta b = table.file("b", 0, 3, 9);
        committer.commit(committable(1, append(a, b)));
        MetadataTable other = table.openedBy("second");
        DataFileMeta c = table.file("c", 5, 1, 9);
        DataFileMeta d = table.file("d", 5, 1, 9);
        assertThat(other.committer("bob").commit(committable(4, compact(List.of(a, b), List.of(c)))))
                .isInstanceOf(Committed.class);

        CommitResult result =
                committer.commit(committable(2, append(table.file("e", 0, 1, 1)), compact(List.of(a, b), List.of(d))));

        assertThat(result).isInstanceOf(Lost.class);
        Lost lost = (Lost) result;
        assertThat(lost.winnerId()).isEqualTo(2);
        assertThat(lost.why())
                .contains("'ada'", "'bob'", "a (level 0, bucket 0)", "b (level 0, bucket 0)", "snapshot 2", "removed");
        assertThat(lost.snapshots()).extracting(Snapshot::commitKind).containsExactly(CommitKind.APPEND);
        assertThat(table.live()).containsExactly("c@5", "e@0");
        assertThat(table.orphans()).isEmpty();
        assertThat(table.waits).isEmpty();
    }

    /** apache/paimon#4802, #7595: what is deleted is what was read, not what is latest. */
    @Test
    void compactionKeepsWhatOthersAppendedMeanwhile() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        DataFileMeta b = table.file("b", 0, 3, 9);
        committer.commit(committable(1, append(a)));
        table.openedBy("second").committer("bob").commit(committable(1, append(b)));

        CommitResult result = committer.commit(committable(2, compact(List.of(a), List.of(table.file("c", 5, 1, 5)))));

        assertThat(result).isInstanceOf(Committed.class);
        assertThat(table.live()).containsExactly("b@0", "c@5");
    }

    @Test
    void filesThatWouldOverlapOnALevelAreRefused() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        DataFileMeta b = table.file("b", 0, 5, 9);
        committer.commit(committable(1, append(a, b)));
        committer.commit(committable(2, compact(List.of(a), List.of(a.atLevel(3)))));

        CommitResult result = committer.commit(committable(3, compact(List.of(b), List.of(b.atLevel(3)))));

        assertThat(result).isInstanceOf(Lost.class);
        assertThat(((Lost) result).why())
                .contains("keys overlap on level 3", "a and b of bucket 0", "added by snapshot 2");
        assertThat(((Lost) result).winnerId()).isEqualTo(2);
        // another level, or keys that only come near, are fine
        assertThat(committer.commit(committable(4, compact(List.of(b), List.of(b.atLevel(4))))))
                .isInstanceOf(Committed.class);
        DataFileMeta c = table.file("c", 0, 6, 9);
        committer.commit(committable(5, append(c)));
        assertThat(committer.commit(committable(6, compact(List.of(c), List.of(c.atLevel(3))))))
                .isInstanceOf(Committed.class);
    }

    @Test
    void anotherNumberOfBucketsIsRefused() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        committer.commit(committable(1, append(a)));
        DataFileMeta b = table.file(BinaryRow.EMPTY, 1, "b", 5, 6, 9);
        CommitMessage message =
                new CommitMessage(BinaryRow.EMPTY, 1, 2, List.of(), List.of(), List.of(), List.of(b), List.of());

        CommitResult result = committer.commit(committable(2, message));

        assertThat(result).isInstanceOf(Lost.class);
        assertThat(((Lost) result).why())
                .contains("written for 2 buckets", "the partition has 1", "b (level 5, bucket 1)");
    }

    @Test
    void addingALiveFileAgainIsRefusedWhereItIsChecked() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        committer.commit(committable(1, append(a)));

        CommitResult result = committer.filterAndCommit(List.of(committable(2, append(a))));

        assertThat(result).isInstanceOf(Lost.class);
        assertThat(((Lost) result).why())
                .contains("in the table already: a (level 0, bucket 0)", "added by snapshot 1");
    }

    @Test
    void duplicateFilesAreDiscardedWhereTheOptionSaysSo() throws IOException {
        TableCommitter discarding =
                table.with(Map.of("commit.discard-duplicate-files", "true")).committer("ada");
        DataFileMeta a = table.file("a", 0, 1, 5);
        DataFileMeta b = table.file("b", 0, 1, 5);
        discarding.commit(committable(1, append(a)));

        Snapshot snapshot = only(discarding.commit(committable(2, append(a, b))));

        assertThat(delta(snapshot)).containsExactly("ADD b@0");
        assertThat(snapshot.deltaRecordCount()).isEqualTo(5);
        assertThat(table.live()).containsExactly("a@0", "b@0");
    }

    @Test
    void contradictoryMessagesAreRefusedBeforeAnythingIsDone() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        assertThatThrownBy(() -> committer.commit(committable(1, append(a, a))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("added twice");
        assertThatThrownBy(() ->
                        committer.commit(committable(1, append(a), compact(List.of(a, a), List.of(a.atLevel(1))))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deleted twice");
        CommitMessage partitioned = new CommitMessage(
                MetadataTable.meta("x", 0, 1, 1).minKey(),
                0,
                1,
                List.of(a),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        assertThatThrownBy(() -> committer.commit(committable(1, partitioned)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected 0 partition values, found 1");
        assertThat(table.stores.snapshots().latest()).isEmpty();
    }

    /** apache/paimon#6464: the same message offered again. */
    @Test
    void replayedIdentifiersAreFilteredPerUser() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        DataFileMeta b = table.file("b", 0, 1, 5);
        DataFileMeta c = table.file("c", 0, 1, 5);
        committer.commit(committable(1, append(a)));
        // another user with the same identifier is independent
        MetadataTable other = table.openedBy("second");
        assertThat(other.committer("bob").filterAndCommit(List.of(committable(1, append(b)))))
                .isInstanceOf(Committed.class);

        CommitResult result = table.openedBy("restarted")
                .committer("ada")
                .filterAndCommit(List.of(committable(2, append(c)), committable(1, append(a))));

        assertThat(result.snapshots()).extracting(Snapshot::commitIdentifier).containsExactly(2L);
        assertThat(table.live()).containsExactly("a@0", "b@0", "c@0");
        assertThat(committer.filterAndCommit(List.of(committable(1, append(a)), committable(2, append(c)))))
                .isEqualTo(new Committed(List.of()));
    }

    @Test
    void compactionThatMissedItsSnapshotIsDroppedOnReplay() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        committer.commit(committable(1, append(a)));

        // the process died between the two snapshots of identifier 1
        CommitResult result = committer.filterAndCommit(List.of(
                committable(1, append(a), compact(List.of(a), List.of(table.file("c", 5, 1, 5))))));

        assertThat(result).isEqualTo(new Committed(List.of()));
        assertThat(table.live()).containsExactly("a@0");
    }

    @Test
    void replayNeedsTheFilesItNames() throws IOException {
        DataFileMeta gone = MetadataTable.meta("gone", 0, 1, 5);

        CommitResult result = committer.filterAndCommit(
                List.of(committable(1, append(table.file("a", 0, 1, 1))), committable(2, append(gone))));

        assertThat(result).isInstanceOf(Failed.class);
        assertThat(((Failed) result).cause()).hasMessageContaining("/bucket-0/gone");
        assertThat(table.live()).isEmpty();
    }

    /** apache/paimon#10582: an abort must not delete a file that only changed its level. */
    @Test
    void abortDeletesNewFilesButNeverOneThatWasOnlyMoved() throws IOException {
        DataFileMeta live = table.file("live", 0, 1, 5);
        committer.commit(committable(1, append(live)));
        DataFileMeta fresh = table.file("fresh", 0, 1, 5);
        DataFileMeta made = table.file("made", 5, 6, 9);
        DataFileMeta log = table.file("log", 0, 1, 5);
        DataFileMeta compactLog = table.file("compact-log", 5, 1, 5);
        DataFileMeta next = table.file("next", 5, 6, 9);
        List<CommitMessage> messages = List.of(
                new CommitMessage(
                        BinaryRow.EMPTY,
                        0,
                        1,
                        List.of(fresh),
                        List.of(log),
                        List.of(live),
                        List.of(live.atLevel(5), made),
                        List.of(compactLog)),
                // made by the message before, so it is ours to delete although a compaction has read it
                compact(List.of(live.atLevel(5), made), List.of(live.atLevel(6), next)));

        committer.abort(messages);

        assertThat(dataFiles()).containsExactly("live");
        assertThat(table.live()).containsExactly("live@0");
    }

    @Test
    void abortOfALostCompactionKeepsTheCommittedFlush() throws IOException {
        DataFileMeta fresh = table.file("fresh", 0, 1, 5);
        DataFileMeta made = withExtra(table.file("made", 5, 1, 5), "made.index");
        try (StorageOutput out =
                storage.create(table.paths.bucketFolder(table.schema, BinaryRow.EMPTY, 0) + "/made.index")) {
            out.write(1);
        }
        List<CommitMessage> messages = List.of(new CommitMessage(
                BinaryRow.EMPTY,
                0,
                1,
                List.of(fresh),
                List.of(),
                List.of(fresh),
                List.of(fresh.atLevel(4), made),
                List.of()));

        committer.abortCompaction(messages);

        assertThat(dataFiles()).containsExactly("fresh");
    }

    @Test
    void abortOfWhatIsInTheTableKeepsIt() throws IOException {
        DataFileMeta live = withExtra(table.file("live", 0, 1, 5), "live.index");
        try (StorageOutput out =
                storage.create(table.paths.bucketFolder(table.schema, BinaryRow.EMPTY, 0) + "/live.index")) {
            out.write(1);
        }
        DataFileMeta other = table.file("other", 0, 1, 5);
        committer.commit(committable(1, append(live)));

        committer.abort(List.of(append(live, other)));

        assertThat(dataFiles()).containsExactly("live", "live.index");
    }

    @Test
    void abortOfNothingReadsNothing() {
        List<String> asked = new ArrayList<>();
        TableStores watched = TableStores.of(
                HookedStorage.of(storage, (operation, path) -> asked.add(operation + " " + path)),
                table.paths,
                table.schema,
                () -> "name");
        TableCommitter idle =
                new TableCommitter(watched, table.schema, "ada", CommitEnvironment.of(Clock.systemUTC(), () -> "name"));

        idle.abort(List.of());
        idle.abortCompaction(List.of(append(new DataFileMeta[0])));

        assertThat(asked).as("a damaged snapshot would be told of twice").isEmpty();
    }

    @Test
    void strictModeRefusesToCommitOverForeignRewrites() throws IOException {
        DataFileMeta a = table.file("a", 0, 1, 5);
        committer.commit(committable(1, append(a)));
        MetadataTable other = table.openedBy("second");
        TableCommitter strict =
                table.with(Map.of("commit.strict-mode.last-safe-snapshot", "1")).committer("ada");
        assertThat(strict.commit(committable(2, append(table.file("b", 0, 1, 5)))))
                .isInstanceOf(Committed.class);
        other.committer("bob").commit(committable(1, append(table.file("c", 0, 1, 5))));
        assertThat(strict.commit(committable(3, append(table.file("d", 0, 1, 5)))))
                .isInstanceOf(Committed.class);
        other.committer("bob").commit(committable(2, compact(List.of(a), List.of(a.atLevel(5)))));

        CommitResult result = strict.commit(committable(4, append(table.file("e", 0, 1, 5))));

        assertThat(result).isInstanceOf(Lost.class);
        assertThat(((Lost) result).winnerId()).isEqualTo(5);
        assertThat(((Lost) result).why()).contains("strict mode", "'bob'", "snapshot 5");
    }

    @Test
    void optionsThatAskForMoreAreRefusedByName() {
        assertThatThrownBy(() ->
                        table.with(Map.of("sequence.snapshot-ordering", "true")).committer("ada"))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("sequence.snapshot-ordering");
        assertThat(table.with(Map.of("sequence.snapshot-ordering", "false")).committer("ada"))
                .isNotNull();
    }

    @Test
    void usersAreDrawnAfterThePrefix() {
        assertThat(TableCommitter.newUser(table.schema.options(), () -> "u")).isEqualTo("u");
        assertThat(TableCommitter.newUser(table.schema.options().with(Map.of("commit.user-prefix", "job")), () -> "u"))
                .isEqualTo("job_u");
    }

    private TableScan scan() {
        return new TableScan(table.stores.manifests(), table.stores.schemas(), table.schema);
    }

    private List<String> delta(Snapshot snapshot) throws IOException {
        return scan().delta(snapshot).stream().map(TableCommitterTest::text).toList();
    }

    private static String text(ManifestEntry entry) {
        return entry.kind() + " " + entry.file().fileName() + "@" + entry.file().level();
    }

    private List<String> dataFiles() {
        return storage.files().stream()
                .filter(path -> path.contains("/bucket-0/"))
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .toList();
    }

    private static Snapshot only(CommitResult result) {
        assertThat(result).isInstanceOf(Committed.class);
        assertThat(result.snapshots()).hasSize(1);
        return result.snapshots().get(0);
    }

    private static DataFileMeta withExtra(DataFileMeta f, String extra) {
        return new DataFileMeta(
                f.fileName(),
                f.fileSize(),
                f.rowCount(),
                f.minKey(),
                f.maxKey(),
                f.keyStats(),
                f.valueStats(),
                f.minSequence(),
                f.maxSequence(),
                f.schemaId(),
                f.level(),
                List.of(extra),
                f.creationTimeMillis(),
                f.deleteRowCount(),
                f.embeddedIndex(),
                f.fileSource(),
                f.valueStatsCols(),
                f.externalPath(),
                f.firstRowId(),
                f.writeCols());
    }

    /** A snapshot another engine might have made after one of ours: the same files, other values. */
    private static Snapshot copy(
            Snapshot s,
            long id,
            @Nullable String indexManifest,
            @Nullable String statistics,
            @Nullable Long nextRowId,
            @Nullable Long total) {
        return new Snapshot(
                3,
                "other",
                id,
                s.schemaId(),
                s.baseManifestList(),
                s.baseManifestListSize(),
                s.deltaManifestList(),
                s.deltaManifestListSize(),
                null,
                null,
                indexManifest,
                "other",
                1,
                CommitKind.ANALYZE,
                s.timeMillis(),
                total,
                total == null ? null : Long.valueOf(0),
                null,
                null,
                statistics,
                null,
                nextRowId,
                null);
    }
}
