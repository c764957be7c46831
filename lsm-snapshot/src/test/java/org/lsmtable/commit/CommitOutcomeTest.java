package org.lsmtable.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lsmtable.commit.MetadataTable.append;
import static org.lsmtable.commit.MetadataTable.committable;
import static org.lsmtable.commit.MetadataTable.compact;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lsmtable.commit.CommitResult.Committed;
import org.lsmtable.commit.CommitResult.Failed;
import org.lsmtable.commit.CommitResult.Lost;
import org.lsmtable.commit.CommitResult.Unknown;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.testing.MemoryStorage;

/** What a commit says when the creation of its snapshot is refused, fails, or cannot be told. */
class CommitOutcomeTest {
    private final MemoryStorage memory = new MemoryStorage();
    private final InterceptedStorage storage = new InterceptedStorage(memory);
    private final List<String> createdSnapshots = new ArrayList<>();
    private MetadataTable setUp;
    private MetadataTable table;
    private TableCommitter committer;
    private TableCommitter other;

    @BeforeEach
    void openTable() throws IOException {
        setUp = MetadataTable.create(memory, Map.of());
        table = setUp.through(storage, "our");
        committer = table.committer("ada");
        other = setUp.openedBy("their").committer("bob");
    }

    private void creationsDo(InterceptedStorage.Creation... creations) {
        List<InterceptedStorage.Creation> left = new ArrayList<>(List.of(creations));
        storage.creation = (inner, path, content) -> {
            createdSnapshots.add(path.substring(path.lastIndexOf('/') + 1));
            return left.isEmpty()
                    ? inner.createIfAbsent(path, content)
                    : left.remove(0).createIfAbsent(inner, path, content);
        };
    }

    private static boolean failBefore(Storage inner, String path, byte[] content) throws IOException {
        throw new IOException("the line went dead");
    }

    private static boolean failAfter(Storage inner, String path, byte[] content) throws IOException {
        assertThat(inner.createIfAbsent(path, content)).isTrue();
        throw new IOException("the answer was lost");
    }

    /** A storage that tries again under the hood takes its own success for someone else's. */
    private static boolean refuseOwnSuccess(Storage inner, String path, byte[] content) throws IOException {
        assertThat(inner.createIfAbsent(path, content)).isTrue();
        return false;
    }

    @Test
    void failureAfterTheSnapshotAppearedIsSuccess() throws IOException {
        creationsDo(CommitOutcomeTest::failAfter);

        CommitResult result = committer.commit(committable(1, append(setUp.file("a", 0, 1, 5))));

        assertThat(result).isInstanceOf(Committed.class);
        assertThat(setUp.live()).containsExactly("a@0");
        assertThat(createdSnapshots).containsExactly("snapshot-1");
        assertThat(setUp.orphans()).isEmpty();
    }

    @Test
    void refusalOfOurOwnSnapshotIsSuccess() throws IOException {
        creationsDo(CommitOutcomeTest::refuseOwnSuccess);

        CommitResult result = committer.commit(committable(1, append(setUp.file("a", 0, 1, 5))));

        assertThat(result).isInstanceOf(Committed.class);
        assertThat(setUp.live()).containsExactly("a@0");
        assertThat(createdSnapshots).containsExactly("snapshot-1");
    }

    @Test
    void openAttemptIsOfferedAgainUnchanged() throws IOException {
        List<byte[]> contents = new ArrayList<>();
        InterceptedStorage.Creation fail = (inner, path, content) -> {
            contents.add(content);
            throw new IOException("the line went dead");
        };
        creationsDo(fail, fail, (inner, path, content) -> {
            contents.add(content);
            return inner.createIfAbsent(path, content);
        });

        CommitResult result = committer.commit(committable(1, append(setUp.file("a", 0, 1, 5))));

        assertThat(result).isInstanceOf(Committed.class);
        assertThat(createdSnapshots).containsExactly("snapshot-1", "snapshot-1", "snapshot-1");
        assertThat(contents).allSatisfy(content -> assertThat(content).isEqualTo(contents.get(0)));
        assertThat(table.waits).hasSize(2);
        assertThat(setUp.orphans()).isEmpty();
    }

    @Test
    void openAttemptThatArrivesLateIsFound() throws IOException {
        // the first offer reaches the disk only while the second one is on its way
        List<byte[]> late = new ArrayList<>();
        creationsDo(
                (inner, path, content) -> {
                    late.add(content);
                    throw new IOException("the line went dead");
                },
                (inner, path, content) -> {
                    assertThat(inner.createIfAbsent(path, late.get(0))).isTrue();
                    return inner.createIfAbsent(path, content);
                });

        CommitResult result = committer.commit(committable(1, append(setUp.file("a", 0, 1, 5))));

        assertThat(result).isInstanceOf(Committed.class);
        assertThat(setUp.stores.snapshots().ids()).containsExactly(1L);
        assertThat(setUp.live()).containsExactly("a@0");
        assertThat(setUp.orphans()).isEmpty();
    }

    @Test
    void openAttemptWhoseIdAnotherTookIsLostAndTriedAgain() throws IOException {
        DataFileMeta b = setUp.file("b", 0, 1, 5);
        creationsDo((inner, path, content) -> {
            assertThat(other.commit(committable(1, append(b)))).isInstanceOf(Committed.class);
            throw new IOException("the line went dead");
        });

        CommitResult result = committer.commit(committable(1, append(setUp.file("a", 0, 1, 5))));

        assertThat(result).isInstanceOf(Committed.class);
        assertThat(createdSnapshots).containsExactly("snapshot-1", "snapshot-2");
        assertThat(setUp.live()).containsExactly("a@0", "b@0");
        assertThat(setUp.orphans()).isEmpty();
    }

    @Test
    void openToTheEndIsUnknownAndDeletesNothing() throws IOException {
        storage.creation = CommitOutcomeTest::failBefore;
        DataFileMeta a = setUp.file("a", 0, 1, 5);

        CommitResult result = committer.commit(committable(1, append(a)));

        assertThat(result).isInstanceOf(Unknown.class);
        Unknown unknown = (Unknown) result;
        assertThat(unknown.attemptedId()).isEqualTo(1);
        assertThat(unknown.snapshots()).isEmpty();
        assertThat(unknown.cause()).hasMessage("the line went dead");
        assertThat(setUp.live()).isEmpty();
        // base list, manifest and delta list of the one attempt are still there, whoever may need them
        assertThat(setUp.orphans()).hasSize(3);
        assertThat(table.waits).hasSize(10);
    }

    @Test
    void unknownCompactionKeepsTheKnownAppend() throws IOException {
        DataFileMeta a = setUp.file("a", 0, 1, 5);
        creationsDo(Storage::createIfAbsent);
        storage.creation = (inner, path, content) -> {
            if (path.endsWith("snapshot-2")) {
                throw new IOException("the line went dead");
            }
            return inner.createIfAbsent(path, content);
        };

        CommitResult result = committer.commit(committable(1, append(a), compact(List.of(a), List.of(a.atLevel(5)))));

        assertThat(result).isInstanceOf(Unknown.class);
        assertThat(((Unknown) result).attemptedId()).isEqualTo(2);
        assertThat(result.snapshots()).extracting(Snapshot::id).containsExactly(1L);
        assertThat(setUp.live()).containsExactly("a@0");
    }

    @Test
    void waitsGrowAndTheRaceIsGivenUpInTheEnd() throws IOException {
        int[] round = {0};
        storage.creation = (inner, path, content) -> {
            DataFileMeta file = setUp.file("their-" + round[0], 0, 1, 5);
            assertThat(other.commit(committable(++round[0], append(file)))).isInstanceOf(Committed.class);
            return inner.createIfAbsent(path, content);
        };

        CommitResult result = committer.commit(committable(1, append(setUp.file("a", 0, 1, 5))));

        assertThat(result).isInstanceOf(Failed.class);
        assertThat(((Failed) result).cause()).hasMessageContaining("lost the race for the next snapshot 11 times");
        assertThat(setUp.live()).hasSize(11).doesNotContain("a@0");
        assertThat(setUp.orphans()).isEmpty();
        for (int retry = 0; retry < 10; retry++) {
            long wait = Math.min(10_000, 10L << retry);
            assertThat(table.waits.get(retry)).as("retry %d", retry).isBetween(wait, wait * 12 / 10);
        }
    }

    @Test
    void compactionThatLostTheRaceIsCheckedAgain() throws IOException {
        DataFileMeta a = setUp.file("a", 0, 1, 5);
        other.commit(committable(1, append(a)));
        DataFileMeta theirs = setUp.file("theirs", 5, 1, 5);
        creationsDo((inner, path, content) -> {
            assertThat(other.commit(committable(2, compact(List.of(a), List.of(theirs)))))
                    .isInstanceOf(Committed.class);
            return inner.createIfAbsent(path, content);
        });

        CommitResult result =
                committer.commit(committable(1, compact(List.of(a), List.of(setUp.file("ours", 5, 1, 5)))));

        assertThat(result).isInstanceOf(Lost.class);
        assertThat(((Lost) result).winnerId()).isEqualTo(2);
        assertThat(((Lost) result).why()).contains("'bob'", "'ada'", "a (level 0, bucket 0)");
        assertThat(setUp.live()).containsExactly("theirs@5");
        assertThat(setUp.orphans()).isEmpty();
    }

    @Test
    void compactionThatOnlyLostTheRaceSucceeds() throws IOException {
        DataFileMeta a = setUp.file("a", 0, 1, 5);
        other.commit(committable(1, append(a)));
        DataFileMeta b = setUp.file("b", 0, 1, 5);
        creationsDo((inner, path, content) -> {
            assertThat(other.commit(committable(2, append(b)))).isInstanceOf(Committed.class);
            return inner.createIfAbsent(path, content);
        });

        CommitResult result =
                committer.commit(committable(1, compact(List.of(a), List.of(setUp.file("ours", 5, 1, 5)))));

        assertThat(result).isInstanceOf(Committed.class);
        assertThat(setUp.live()).containsExactly("b@0", "ours@5");
        assertThat(setUp.orphans()).isEmpty();
    }

    @Test
    void mergedManifestsServeTheNextAttemptToo() throws IOException {
        MetadataTable merging = table.with(Map.of("manifest.merge-min-count", "3"));
        TableCommitter ours = merging.committer("ada");
        for (int i = 0; i < 3; i++) {
            other.commit(committable(i, append(setUp.file("f" + i, 0, i, i))));
        }
        creationsDo((inner, path, content) -> {
            assertThat(other.commit(committable(9, append(setUp.file("late", 0, 1, 5)))))
                    .isInstanceOf(Committed.class);
            return inner.createIfAbsent(path, content);
        });

        CommitResult result = ours.commit(committable(1, append(setUp.file("a", 0, 1, 5))));

        Snapshot made = result.snapshots().get(0);
        assertThat(setUp.stores.manifests().readList(made.baseManifestList(), made.baseManifestListSize()))
                .as("one merged manifest, and that of the winner")
                .hasSize(2);
        assertThat(setUp.live()).containsExactly("a@0", "f0@0", "f1@0", "f2@0", "late@0");
        assertThat(setUp.orphans()).isEmpty();
    }

    @Test
    void mergeThatAWinnerMadeUselessIsRemoved() throws IOException {
        MetadataTable merging = table.with(Map.of("manifest.merge-min-count", "3"));
        TableCommitter ours = merging.committer("ada");
        TableCommitter theirs = setUp.openedBy("their2")
                .with(Map.of("manifest.merge-min-count", "3"))
                .committer("bob");
        for (int i = 0; i < 3; i++) {
            other.commit(committable(i, append(setUp.file("f" + i, 0, i, i))));
        }
        creationsDo((inner, path, content) -> {
            assertThat(theirs.commit(committable(9, append(setUp.file("late", 0, 1, 5)))))
                    .isInstanceOf(Committed.class);
            return inner.createIfAbsent(path, content);
        });

        assertThat(ours.commit(committable(1, append(setUp.file("a", 0, 1, 5)))))
                .isInstanceOf(Committed.class);

        assertThat(setUp.live()).containsExactly("a@0", "f0@0", "f1@0", "f2@0", "late@0");
        assertThat(setUp.orphans()).isEmpty();
    }

    @Test
    void failureBeforeTheOfferLeavesNothingAndCanBeRepeated() throws IOException {
        DataFileMeta a = setUp.file("a", 0, 1, 5);
        int[] creates = {0};
        InterceptedStorage failing = new InterceptedStorage(memory) {
            @Override
            public StorageOutput create(String path) throws IOException {
                // base list, manifest of the change, list of the change
                if (++creates[0] == 3) {
                    throw new IOException("disk full");
                }
                return super.create(path);
            }
        };
        TableCommitter ours = setUp.through(failing, "our").committer("ada");

        CommitResult result = ours.commit(committable(1, append(a)));

        assertThat(result).isInstanceOf(Failed.class);
        assertThat(((Failed) result).cause()).hasMessage("disk full");
        assertThat(setUp.orphans()).isEmpty();
        assertThat(ours.commit(committable(1, append(a)))).isInstanceOf(Committed.class);
        assertThat(setUp.live()).containsExactly("a@0");
        assertThat(setUp.orphans()).isEmpty();
    }

    @Test
    void interruptedWaitEndsTheCommit() throws IOException {
        DataFileMeta b = setUp.file("b", 0, 1, 5);
        creationsDo((inner, path, content) -> {
            other.commit(committable(1, append(b)));
            return inner.createIfAbsent(path, content);
        });
        TableCommitter interrupted = table.committer("ada", millis -> {
            throw new InterruptedException();
        });

        CommitResult result = interrupted.commit(committable(1, append(setUp.file("a", 0, 1, 5))));

        assertThat(result).isInstanceOf(Failed.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(setUp.live()).containsExactly("b@0");
        assertThat(setUp.orphans()).isEmpty();
    }

    /** A first call whose only snapshot is still on its way when the call gives up; answers with its content. */
    private byte[] unknownFirstCall(DataFileMeta file) {
        List<byte[]> late = new ArrayList<>();
        storage.creation = (inner, path, content) -> {
            late.add(content);
            throw new IOException("the line went dead");
        };
        assertThat(committer.commit(committable(1, append(file)))).isInstanceOf(Unknown.class);
        return late.get(0);
    }

    @Test
    void snapshotOfAnEarlierCallThatArrivesDuringTheReplayIsFound() throws IOException {
        DataFileMeta a = setUp.file("a", 0, 1, 5);
        byte[] late = unknownFirstCall(a);
        creationsDo((inner, path, content) -> {
            assertThat(inner.createIfAbsent(path, late)).isTrue();
            return inner.createIfAbsent(path, content);
        });

        CommitResult result = committer.filterAndCommit(List.of(committable(1, append(a))));

        assertThat(result).isInstanceOf(Committed.class);
        assertThat(result.snapshots()).hasSize(1);
        assertThat(setUp.stores.snapshots().ids()).containsExactly(1L);
        assertThat(setUp.live()).containsExactly("a@0");
        assertThat(setUp.orphans()).isEmpty();
    }

    @Test
    void snapshotOfAnEarlierCallThatArrivesBeforeTheReplayOffersIsFound() throws IOException {
        DataFileMeta a = setUp.file("a", 0, 1, 5);
        DataFileMeta b = setUp.file("b", 0, 1, 5);
        byte[] late = unknownFirstCall(a);
        InterceptedStorage slow = new InterceptedStorage(memory) {
            @Override
            public boolean exists(String path) throws IOException {
                if (path.endsWith("/bucket-0/a")) {
                    // between the search for the identifier and the first attempt
                    assertThat(memory.createIfAbsent(setUp.stores.snapshots().file(1), late))
                            .isTrue();
                    assertThat(other.commit(committable(1, append(b)))).isInstanceOf(Committed.class);
                }
                return super.exists(path);
            }
        };
        TableCommitter replaying = setUp.through(slow, "again").committer("ada");

        CommitResult result = replaying.filterAndCommit(List.of(committable(1, append(a))));

        assertThat(result).isInstanceOf(Committed.class);
        assertThat(result.snapshots()).extracting(Snapshot::id).containsExactly(1L);
        assertThat(setUp.live()).containsExactly("a@0", "b@0");
        assertThat(setUp.orphans()).isEmpty();
    }

    @Test
    void batchCommitsOfOneUserAreToldApart() throws IOException {
        DataFileMeta a = setUp.file("a", 0, 1, 5);
        DataFileMeta b = setUp.file("b", 0, 1, 5);
        TableCommitter sameUser = setUp.openedBy("their").committer("ada");
        creationsDo((inner, path, content) -> {
            assertThat(sameUser.commit(committable(Snapshot.BATCH_IDENTIFIER, append(b))))
                    .isInstanceOf(Committed.class);
            return inner.createIfAbsent(path, content);
        });

        CommitResult result = committer.commit(committable(Snapshot.BATCH_IDENTIFIER, append(a)));

        assertThat(result.snapshots()).extracting(Snapshot::id).containsExactly(2L);
        assertThat(setUp.live()).containsExactly("a@0", "b@0");
    }
}
