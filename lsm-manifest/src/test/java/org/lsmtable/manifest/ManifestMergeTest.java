package org.lsmtable.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.options.Options;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.MemoryStorage;

class ManifestMergeTest {
    private static final BinaryRow ONE = TestEntries.partition("a", 1);
    private static final BinaryRow TWO = TestEntries.partition("b", 1);

    private final MemoryStorage storage = new MemoryStorage();
    private final ManifestStore writer = store(Map.of());

    private ManifestStore store(Map<String, String> options) {
        int number = storage.files().size();
        return new ManifestStore(storage, "/m", TestEntries.DAY_AND_HOUR, new Options(options), () -> "u" + number);
    }

    private ManifestFileMeta manifest(ManifestEntry... entries) throws IOException {
        return writer.writeManifests(List.of(entries)).get(0);
    }

    private static ManifestEntry add(BinaryRow partition, String name) {
        return TestEntries.add(partition, 0, TestEntries.file(name, 0));
    }

    private static ManifestEntry delete(BinaryRow partition, String name) {
        return TestEntries.delete(add(partition, name));
    }

    /** The names and kinds of the entries of each manifest: {@code [+a -b]}. */
    private List<String> shown(List<ManifestFileMeta> manifests) throws IOException {
        List<String> shown = new ArrayList<>();
        for (ManifestFileMeta manifest : manifests) {
            StringBuilder text = new StringBuilder();
            for (ManifestEntry entry : writer.readManifest(manifest)) {
                text.append(entry.kind() == FileKind.ADD ? "+" : "-")
                        .append(entry.file().fileName());
            }
            shown.add(text.toString());
        }
        return shown;
    }

    @Test
    void leavesFewSmallManifestsAlone() throws IOException {
        List<ManifestFileMeta> given = List.of(manifest(add(ONE, "a")), manifest(delete(ONE, "a")));
        assertThat(store(Map.of()).merge(given)).isEqualTo(given);
        assertThat(store(Map.of()).merge(List.of())).isEmpty();
    }

    @Test
    void mergesAsManySmallOnesAsTheOptionSays() throws IOException {
        List<ManifestFileMeta> given = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            given.add(manifest(add(ONE, "a" + i)));
        }
        Map<String, String> three = Map.of("manifest.merge-min-count", "3");
        assertThat(shown(store(three).merge(given))).containsExactly("+a0+a1+a2");
        assertThat(store(three).merge(given.subList(0, 2))).isEqualTo(given.subList(0, 2));
    }

    @Test
    void oneFileAfterAnotherIsNotRewrittenAtEveryMerge() throws IOException {
        int commits = 5000;
        ManifestStore store = store(Map.of());
        List<ManifestFileMeta> manifests = List.of();
        long rewritten = 0;
        int longest = 0;
        for (int i = 0; i < commits; i++) {
            List<ManifestFileMeta> given = new ArrayList<>(manifests);
            given.addAll(store.writeManifests(List.of(add(ONE, "a" + i))));
            manifests = store.merge(given);
            rewritten += manifests.stream()
                    .filter(manifest -> !given.contains(manifest))
                    .mapToLong(ManifestFileMeta::numAddedFiles)
                    .sum();
            longest = Math.max(longest, manifests.size());
        }
        assertThat(manifests.stream().mapToLong(ManifestFileMeta::numAddedFiles).sum())
                .isEqualTo(commits);
        // merging everything at every thirtieth commit would rewrite each entry 80 times
        assertThat(rewritten).isLessThan(25L * commits);
        assertThat(longest).isLessThanOrEqualTo(40);
    }

    @Test
    void minorMergeKeepsDeletesWhoseAddItHasNotSeen() throws IOException {
        // the target is reached by each pair, so the pairs are merged without each other
        List<ManifestFileMeta> given = List.of(
                manifest(add(ONE, "a"), add(ONE, "b")),
                manifest(add(ONE, "c")),
                manifest(delete(ONE, "a"), add(ONE, "d")),
                manifest(delete(ONE, "d"), delete(ONE, "c"), add(ONE, "e")));
        long pair = given.get(0).fileSize() + given.get(1).fileSize();
        Map<String, String> options =
                Map.of("manifest.target-file-size", pair + " b", "manifest.full-compaction-threshold-size", "1 gb");
        assertThat(shown(store(options).merge(given))).containsExactly("+a+b+c", "-a-c+e");
    }

    @Test
    void fullMergeDropsAllDeletesAndSkipsWhatCannotHoldTheirFiles() throws IOException {
        List<ManifestFileMeta> given = List.of(
                manifest(add(ONE, "a"), add(ONE, "b")),
                manifest(add(TWO, "c"), add(TWO, "d")),
                manifest(delete(ONE, "a")),
                manifest(add(ONE, "e")));
        // every manifest is at least as large as the target, so only the one with a DELETE must be rewritten
        Map<String, String> options =
                Map.of("manifest.target-file-size", "1 b", "manifest.full-compaction-threshold-size", "1 b");
        FaultyStorage watched = FaultyStorage.neverFailing(storage);
        List<ManifestFileMeta> merged = new ManifestStore(
                        watched, "/m", TestEntries.DAY_AND_HOUR, new Options(options), () -> "w")
                .merge(given);
        // the second has another partition, the fourth turns out to hold nothing dead
        assertThat(merged).contains(given.get(1), given.get(3)).doesNotContain(given.get(0), given.get(2));
        assertThat(shown(merged)).containsExactlyInAnyOrder("+c+d", "+e", "+b");
        assertThat(watched.operations())
                .noneMatch(op -> op.contains(given.get(1).fileName()));
    }

    @Test
    void fullMergeOfSmallOnesRewritesAll() throws IOException {
        List<ManifestFileMeta> given =
                List.of(manifest(add(ONE, "a")), manifest(add(TWO, "b")), manifest(delete(TWO, "b")));
        Map<String, String> options = Map.of("manifest.full-compaction-threshold-size", "1 b");
        assertThat(shown(store(options).merge(given))).containsExactly("+a");
        List<ManifestFileMeta> dead = List.of(manifest(add(ONE, "a")), manifest(delete(ONE, "a")));
        assertThat(store(options).merge(dead)).isEmpty();
        assertThat(store(options).merge(given.subList(0, 1))).isEqualTo(given.subList(0, 1));
    }

    @Test
    void identityHasLevelAndBucketAndPartition() throws IOException {
        ManifestEntry a = add(ONE, "a");
        ManifestEntry up = TestEntries.add(ONE, 0, TestEntries.file("a", 5));
        List<ManifestFileMeta> given = List.of(
                manifest(a, add(TWO, "a"), TestEntries.add(ONE, 1, TestEntries.file("a", 0))),
                manifest(TestEntries.delete(a), up));
        Map<String, String> options = Map.of("manifest.full-compaction-threshold-size", "1 b");
        List<ManifestEntry> live =
                store(options).readManifest(store(options).merge(given).get(0));
        assertThat(live).hasSize(3).contains(up).doesNotContain(a);
    }

    @Test
    void anAddThatIsThereTwiceIsNamed() throws IOException {
        List<ManifestFileMeta> given = List.of(manifest(add(ONE, "a")), manifest(add(ONE, "a")));
        assertThatThrownBy(() -> store(Map.of("manifest.merge-min-count", "2")).merge(given))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("data file a on level 0")
                .hasMessageContaining("found an ADD after ADD");
    }

    @Test
    void rollsAtTheTargetSize() throws IOException {
        List<ManifestEntry> entries = new ArrayList<>();
        for (int i = 0; i < 4500; i++) {
            entries.add(add(i < 3000 ? ONE : TWO, "data-" + i));
        }
        ManifestStore store = store(Map.of("manifest.target-file-size", "1 kb", "manifest.compression", "none"));
        List<ManifestFileMeta> written = store.writeManifests(entries);
        assertThat(written)
                .extracting(ManifestFileMeta::numAddedFiles)
                .containsExactly(1000L, 1000L, 1000L, 1000L, 500L);
        assertThat(written.get(0).partitionStats().max().get(0, TestEntries.DAY_AND_HOUR.typeAt(0)))
                .isEqualTo("a");
        assertThat(written.get(3).partitionStats().min().get(0, TestEntries.DAY_AND_HOUR.typeAt(0)))
                .isEqualTo("b");
        List<ManifestEntry> read = new ArrayList<>();
        for (ManifestFileMeta manifest : written) {
            read.addAll(store.readManifest(manifest));
        }
        assertThat(read).isEqualTo(entries);
        assertThat(store.writeManifests(List.of())).isEmpty();
    }

    @Test
    void deletedFilesMayGoWithoutStatistics() throws IOException {
        ManifestStore store = store(Map.of("manifest.delete-file-drop-stats", "true"));
        ManifestEntry entry = add(ONE, "a");
        List<ManifestEntry> read = store.readManifest(
                store.writeManifests(List.of(entry, TestEntries.delete(entry))).get(0));
        assertThat(read.get(0)).isEqualTo(entry);
        assertThat(read.get(1).file().valueStats()).isEqualTo(StatsRow.EMPTY);
        assertThat(read.get(1).file().valueStatsCols()).isEmpty();
        assertThat(read.get(1).identity()).isEqualTo(entry.identity());
    }

    @Test
    void whateverOperationFailsNothingIsLeftBehindAndNothingIsOpen() throws IOException {
        Map<String, String> options = new HashMap<>();
        options.put("manifest.target-file-size", "1 kb");
        options.put("manifest.merge-min-count", "2");
        List<ManifestFileMeta> given = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            given.add(manifest(add(ONE, "a" + i), add(ONE, "b" + i)));
        }
        List<String> before = storage.files();
        for (int n = 0; ; n++) {
            FaultyStorage faulty = FaultyStorage.failingAt(n, storage);
            int unique = n;
            ManifestStore store =
                    new ManifestStore(faulty, "/m", TestEntries.DAY_AND_HOUR, new Options(options), () -> "f" + unique);
            try {
                List<ManifestFileMeta> merged = store.merge(given);
                assertThat(faulty.fired()).as("fault at %d", n).isFalse();
                merged.stream().filter(m -> !given.contains(m)).forEach(m -> store.deleteQuietly(m.fileName()));
                return;
            } catch (IOException expected) {
                assertThat(storage.files())
                        .as("fault at %d%n%s", n, faulty.trace())
                        .isEqualTo(before);
                storage.assertNothingOpen();
            }
        }
    }

    @Test
    void whatWasWrittenSurvivesAPowerCut() throws IOException {
        List<ManifestFileMeta> manifests = writer.writeManifests(List.of(add(ONE, "a")));
        ManifestStore.Written list = writer.writeList(manifests);
        writer.syncNames();
        storage.loseUnsynced();
        assertThat(writer.readList(list.fileName(), list.fileSize())).isEqualTo(manifests);
        assertThat(shown(manifests)).containsExactly("+a");
    }

    @Test
    void sizesAndCountsOfTheListAreChecked() throws IOException {
        ManifestFileMeta manifest = manifest(add(ONE, "a"));
        ManifestStore.Written list = writer.writeList(List.of(manifest));
        for (long size : new long[] {list.fileSize() - 1, list.fileSize() + 1}) {
            assertThatThrownBy(() -> writer.readList(list.fileName(), size))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessage("/m/" + list.fileName() + ": length: expected the " + size
                            + " bytes that the table's metadata say, found " + list.fileSize() + " bytes");
        }
        ManifestFileMeta wrong = new ManifestFileMeta(
                manifest.fileName(),
                manifest.fileSize(),
                0,
                1,
                manifest.partitionStats(),
                0,
                null,
                null,
                null,
                null,
                null,
                null);
        assertThatThrownBy(() -> writer.readManifest(wrong))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("entries of kind ADD: expected the 0 that its manifest list says, found 1");
        writer.deleteQuietly(manifest.fileName());
        writer.deleteQuietly(manifest.fileName());
        assertThatThrownBy(() -> writer.readManifest(manifest))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("missing, though the table's metadata names it");
    }
}
