package org.lsmtable.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.testing.PaimonTable;

class SnapshotStoreTest {
    private final MemoryStorage storage = new MemoryStorage();
    private final List<Long> pauses = new ArrayList<>();
    private final SnapshotStore store = new SnapshotStore(storage, new TablePaths("/t"), pauses::add);

    private static Snapshot snapshot(long id, long timeMillis) {
        return new Snapshot(
                3,
                "u-" + id,
                id,
                0,
                "b",
                1L,
                "d",
                2L,
                null,
                null,
                null,
                "user",
                id,
                CommitKind.APPEND,
                timeMillis,
                0L,
                0L,
                null,
                null,
                null,
                null,
                0L,
                null);
    }

    private void create(long... ids) throws IOException {
        for (long id : ids) {
            assertThat(store.create(snapshot(id, 100 * id))).isTrue();
        }
    }

    private void hint(String name, String content) throws IOException {
        storage.replace("/t/snapshot/" + name, content.getBytes(UTF_8));
    }

    static Stream<String> tables() {
        return PaimonTable.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void readsSnapshotsAsPaimonDoes(String name) throws IOException {
        PaimonTable table = PaimonTable.load(name);
        SnapshotStore theirs = new SnapshotStore(table.storage(), new TablePaths(table.root()), pauses::add);
        List<Snapshot> all = theirs.all();
        List<JsonNode> expected = table.snapshots();
        assertThat(all).hasSameSizeAs(expected);
        for (int i = 0; i < all.size(); i++) {
            assertThat(json(all.get(i))).isEqualTo(readBack(expected.get(i).get("snapshot")));
            byte[] file = table.storage().read(theirs.file(all.get(i).id()));
            assertThat(new String(SnapshotJson.print(all.get(i)), UTF_8)).isEqualTo(new String(file, UTF_8));
        }
        assertThat(theirs.latestId()).contains(all.get(all.size() - 1).id());
        assertThat(theirs.earliestId()).contains(1L);
    }

    private static JsonNode readBack(JsonNode node) throws IOException {
        ObjectMapper json = new ObjectMapper();
        return json.readTree(json.writeValueAsBytes(node));
    }

    private static JsonNode json(Snapshot s) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode node = mapper.createObjectNode();
        node.put("version", s.version()).put("uuid", s.uuid()).put("id", s.id()).put("schemaId", s.schemaId());
        node.put("baseManifestList", s.baseManifestList()).put("baseManifestListSize", s.baseManifestListSize());
        node.put("deltaManifestList", s.deltaManifestList()).put("deltaManifestListSize", s.deltaManifestListSize());
        node.put("changelogManifestList", s.changelogManifestList());
        node.put("changelogManifestListSize", s.changelogManifestListSize());
        node.put("indexManifest", s.indexManifest()).put("commitUser", s.commitUser());
        node.put("commitIdentifier", s.commitIdentifier())
                .put("commitKind", s.commitKind().name());
        node.put("timeMillis", s.timeMillis()).put("totalRecordCount", s.totalRecordCount());
        node.put("deltaRecordCount", s.deltaRecordCount()).put("changelogRecordCount", s.changelogRecordCount());
        node.put("watermark", s.watermark()).put("statistics", s.statistics());
        node.set("properties", mapper.valueToTree(s.properties()));
        node.put("nextRowId", s.nextRowId()).put("operation", s.operation());
        return readBack(node);
    }

    @Test
    void anEmptyTableHasNone() throws IOException {
        assertThat(store.latestId()).isEmpty();
        assertThat(store.earliestId()).isEmpty();
        assertThat(store.latest()).isEmpty();
        assertThat(store.all()).isEmpty();
        assertThat(store.asOfTime(Long.MAX_VALUE)).isEmpty();
        assertThat(store.exists(1)).isFalse();
        assertThatThrownBy(() -> store.get(1)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void createsOnceThenHints() throws IOException {
        create(1, 2);
        assertThat(store.create(snapshot(2, 7))).isFalse();
        assertThat(store.get(2).timeMillis()).isEqualTo(200);
        assertThat(new String(storage.read("/t/snapshot/LATEST"), UTF_8)).isEqualTo("2");
        storage.loseUnsynced();
        assertThat(store.latest()).contains(snapshot(2, 200));
        assertThat(storage.files()).contains("/t/snapshot/snapshot-1").noneMatch(name -> name.contains("tmp"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "3", "99", "0", "-4", "", "x", "00002", "99999999999999999999999", "\u0000\u00ff"})
    void doesWithoutAHintThatDoesNotHold(String latest) throws IOException {
        create(1, 2, 3);
        hint("LATEST", latest);
        hint("EARLIEST", latest);
        assertThat(store.latestId()).contains(3L);
        assertThat(store.earliestId()).isIn(java.util.Optional.of(1L), java.util.Optional.of(3L));
    }

    @Test
    void aHintWhoseSnapshotHasExpiredIsNotTrusted() throws IOException {
        create(1, 2, 3, 4);
        store.delete(1);
        store.delete(2);
        hint("LATEST", "1");
        assertThat(store.latestId()).contains(4L);
        hint("EARLIEST", "1");
        assertThat(store.earliestId()).contains(3L);
        store.hintEarliest(3);
        store.hintLatest(4);
        assertThat(store.earliestId()).contains(3L);
        assertThat(store.latestId()).contains(4L);
    }

    @Test
    void aHintThatCannotBeWrittenDoesNotFailTheSnapshot() throws IOException {
        FaultyStorage faulty = FaultyStorage.neverFailing(storage);
        new SnapshotStore(faulty, new TablePaths("/t"), pauses::add).create(snapshot(1, 0));
        int creating = faulty.operations()
                .indexOf(faulty.operations().stream()
                        .filter(op -> op.contains("LATEST"))
                        .findFirst()
                        .orElseThrow());
        FaultyStorage failing = FaultyStorage.failingAt(creating, storage);
        SnapshotStore unlucky = new SnapshotStore(failing, new TablePaths("/t"), pauses::add);
        assertThat(unlucky.create(snapshot(2, 0))).isTrue();
        assertThat(failing.fired()).isTrue();
        assertThat(pauses).containsExactly(500L);
        assertThat(store.latestId()).contains(2L);
    }

    @Test
    void waitsForTheEndOfASnapshotThatIsStillBeingWritten() throws IOException {
        byte[] whole = SnapshotJson.print(snapshot(1, 5));
        storage.createIfAbsent("/t/snapshot/snapshot-1", java.util.Arrays.copyOf(whole, 40));
        int[] waits = {0};
        SnapshotStore patient = new SnapshotStore(storage, new TablePaths("/t"), millis -> {
            waits[0]++;
            if (waits[0] == 3) {
                try {
                    storage.damage("/t/snapshot/snapshot-1", whole);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        });
        assertThat(patient.get(1)).isEqualTo(snapshot(1, 5));
        assertThat(waits[0]).isEqualTo(3);
    }

    @Test
    void givesUpOnASnapshotThatStaysIncomplete() throws IOException {
        storage.createIfAbsent("/t/snapshot/snapshot-1", new byte[0]);
        assertThatThrownBy(() -> store.get(1)).isInstanceOf(DamagedFileException.class);
        assertThat(pauses).hasSize(9).containsOnly(200L);
        pauses.clear();
        storage.createIfAbsent("/t/snapshot/snapshot-2", "{\"id\": oops}".getBytes(UTF_8));
        assertThatThrownBy(() -> store.get(2)).isInstanceOf(DamagedFileException.class);
        assertThat(pauses).as("what is complete and wrong does not get better").isEmpty();
    }

    @Test
    void aSnapshotUnderAnotherNumberIsDamaged() throws IOException {
        create(1);
        storage.createIfAbsent("/t/snapshot/snapshot-2", storage.read("/t/snapshot/snapshot-1"));
        assertThatThrownBy(() -> store.get(2))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage("/t/snapshot/snapshot-2: id: expected 2, found 1");
    }

    @Test
    void findsTheStateAtATime() throws IOException {
        create(3, 4, 5, 6, 7, 8);
        for (long millis = 250; millis <= 900; millis += 50) {
            long expected = Math.min(8, millis / 100);
            assertThat(store.asOfTime(millis).map(Snapshot::id))
                    .as("at %d", millis)
                    .isEqualTo(expected < 3 ? java.util.Optional.empty() : java.util.Optional.of(expected));
        }
    }

    @Test
    void ignoresOtherFilesOfTheFolder() throws IOException {
        create(1);
        for (String name :
                List.of(".snapshot-9.abc.tmp", "snapshot-", "snapshot-x", "snapshot-02", "snapshot-0", "note")) {
            storage.createIfAbsent("/t/snapshot/" + name, new byte[] {1});
        }
        storage.createFolders("/t/snapshot/snapshot-77");
        storage.delete("/t/snapshot/LATEST");
        assertThat(store.ids()).containsExactly(1L);
        assertThat(store.latestId()).contains(1L);
    }
}
