package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;

/** The same commits with the same options leave the same metadata as those of real Paimon: manifests, statistics, folders. */
@ExtendWith(CheckedTables.class)
@Execution(ExecutionMode.CONCURRENT)
class ManifestPeersTest {
    private static final List<Peer.Column> COLUMNS = List.of(
            new Peer.Column("id", "INT NOT NULL"),
            new Peer.Column("dt", "STRING NOT NULL"),
            new Peer.Column("n", "BIGINT"),
            new Peer.Column("s", "STRING"),
            new Peer.Column("d", "DECIMAL(20, 2)"),
            new Peer.Column("b", "BYTES"));

    private static Peer peer;

    @BeforeAll
    static void open() {
        peer = Peers.paimon20();
    }

    @AfterAll
    static void close() {
        peer.close();
    }

    /** The same table made twice, one by us and one by the peer. */
    private record Twins(Path ours, Path theirs) {
        static Twins create(Path folder, Map<String, String> options) throws Exception {
            Map<String, String> all = new LinkedHashMap<>(Map.of("bucket", "2"));
            all.putAll(options);
            RandomTables.Definition definition =
                    new RandomTables.Definition(COLUMNS, List.of("dt", "id"), List.of("dt"), all);
            Twins twins = new Twins(folder.resolve("ours.db/t"), folder.resolve("theirs.db/t"));
            Ours.create(twins.ours, definition);
            peer.create(twins.theirs, COLUMNS, definition.keys(), definition.partitions(), all);
            return twins;
        }

        void write(List<Object[]> rows) throws Exception {
            Ours.write(ours, rows, CompactionMode.NONE);
            peer.write(theirs, rows, Map.of("write-only", "true"));
        }

        void compactFully() throws Exception {
            try (Table table = Table.open(ours)) {
                table.compactFully();
            }
            peer.compactFully(theirs);
        }
    }

    private static List<Object[]> rows(int commit) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            rows.add(new Object[] {
                "+I",
                i * 7 % 30,
                i % 2 == 0 ? "2026-01-01" : "a/b",
                i % 3 == 0 ? null : (long) commit * i - 9,
                "a text that is longer than what is kept of it " + i + (char) 0x7fff,
                new java.math.BigDecimal(i - 10).setScale(2),
                i % 5 == 0 ? null : new byte[] {(byte) (i * 13), -1, (byte) commit}
            });
        }
        return rows;
    }

    private static List<ManifestFileMeta> manifests(Table table) throws IOException {
        Snapshot snapshot = table.snapshot(SnapshotRef.latest()).orElseThrow();
        ManifestStore store = table.stores().manifests();
        List<ManifestFileMeta> all =
                new ArrayList<>(store.readList(snapshot.baseManifestList(), snapshot.baseManifestListSize()));
        all.addAll(store.readList(snapshot.deltaManifestList(), snapshot.deltaManifestListSize()));
        return all;
    }

    private static List<String> summary(Path location) throws IOException {
        try (Table table = Table.open(location)) {
            return manifests(table).stream()
                    .map(manifest -> manifest.numAddedFiles() + " added, " + manifest.numDeletedFiles() + " deleted")
                    .toList();
        }
    }

    static Stream<Map<String, String>> merging() {
        return Stream.of(
                Map.of("manifest.merge-min-count", "3"),
                Map.of("manifest.merge-min-count", "5"),
                Map.of("manifest.merge-min-count", "4", "manifest.target-file-size", "6 kb"),
                Map.of("manifest.full-compaction-threshold-size", "1 b"),
                Map.of("manifest.full-compaction-threshold-size", "12 kb", "manifest.merge-min-count", "4"));
    }

    @ParameterizedTest
    @MethodSource("merging")
    void manifestsAreMergedWhenTheirsAre(Map<String, String> options, Path folder) throws Exception {
        Twins twins = Twins.create(folder, options);
        for (int commit = 1; commit <= 12; commit++) {
            if (commit % 5 == 0) {
                twins.compactFully();
            } else {
                twins.write(rows(commit));
            }
            List<String> theirs = summary(twins.theirs);
            assertThat(summary(twins.ours))
                    .as("%s after %d commits", options, commit)
                    .isEqualTo(theirs);
        }
        assertThat(summary(twins.theirs)).as("manifests were merged").hasSizeLessThan(10);
    }

    /** What the metadata of a file says of its content. */
    private static List<String> files(Path location) throws IOException {
        Map<ManifestEntry.Identity, ManifestEntry> live = new LinkedHashMap<>();
        try (Table table = Table.open(location)) {
            for (ManifestFileMeta manifest : manifests(table)) {
                for (ManifestEntry entry : table.stores().manifests().readManifest(manifest)) {
                    if (entry.kind() == FileKind.ADD) {
                        live.put(entry.identity(), entry);
                    } else {
                        live.remove(entry.identity());
                    }
                }
            }
        }
        return live.values().stream()
                .map(entry -> {
                    DataFileMeta file = entry.file();
                    return entry.bucket() + "/" + entry.totalBuckets() + " level " + file.level() + " rows "
                            + file.rowCount() + " deletes " + file.deleteRowCount() + " sequence " + file.minSequence()
                            + " to " + file.maxSequence() + " keys " + file.minKey() + " to " + file.maxKey()
                            + " key stats " + file.keyStats() + " value stats " + file.valueStats() + " of "
                            + file.valueStatsCols() + " source " + file.fileSource() + " partition "
                            + entry.partition();
                })
                .sorted()
                .toList();
    }

    static Stream<Map<String, String>> statistics() {
        return Stream.of(
                Map.of(),
                Map.of("metadata.stats-mode", "none"),
                Map.of("metadata.stats-mode", "counts"),
                Map.of("metadata.stats-mode", "truncate(5)"),
                Map.of("metadata.stats-mode", "full"),
                Map.of("metadata.stats-dense-store", "false"),
                Map.of("metadata.stats-dense-store", "false", "metadata.stats-mode", "none"),
                Map.of("metadata.stats-dense-store", "false", "metadata.stats-mode", "counts"),
                Map.of("metadata.stats-keep-first-n-columns", "3"),
                Map.of("metadata.stats-keep-first-n-columns", "0"),
                Map.of("metadata.stats-keep-first-n-columns", "3", "metadata.stats-dense-store", "false"),
                Map.of("metadata.stats-mode.per.level", "0:none,5:full"),
                Map.of(
                        "metadata.stats-mode",
                        "none",
                        "fields.n.stats-mode",
                        "full",
                        "fields.s.stats-mode",
                        "truncate(4)"),
                Map.of("fields.s.stats-mode", "none", "fields.d.stats-mode", "counts"),
                Map.of("data-file.thin-mode", "true"),
                Map.of("data-file.thin-mode", "true", "metadata.stats-mode", "full"),
                // ORC tells no bounds of bytes, so real Paimon has none; ours come from the values
                Map.of("file.format", "orc", "metadata.stats-mode", "full", "fields.b.stats-mode", "counts"),
                Map.of("file.format", "avro", "metadata.stats-mode", "full"),
                Map.of("file.format.per.level", "0:avro", "metadata.stats-mode", "truncate(3)"));
    }

    @ParameterizedTest
    @MethodSource("statistics")
    void statisticsAreTheirs(Map<String, String> options, Path folder) throws Exception {
        Twins twins = Twins.create(folder, options);
        for (int commit = 1; commit <= 2; commit++) {
            twins.write(rows(commit));
            assertThat(files(twins.ours)).as("%s, level 0", options).isEqualTo(files(twins.theirs));
        }
        twins.compactFully();
        assertThat(files(twins.ours)).as("%s, compacted", options).isEqualTo(files(twins.theirs));
    }

    @Test
    void dataFilesLieInTheFolderOfTheOption(Path folder) throws Exception {
        Twins twins =
                Twins.create(folder, Map.of("data-file.path-directory", "data/here", "data-file.prefix", "part-"));
        twins.write(rows(1));
        assertThat(folders(twins.ours))
                .isEqualTo(folders(twins.theirs))
                .anyMatch(path -> path.startsWith("data/here/dt="));
        List<String> expected = Ours.texts(peer.read(twins.theirs, null, Map.of()));
        assertThat(Ours.texts(Ours.rows(twins.ours))).isEqualTo(expected);
        assertThat(Ours.texts(Ours.rows(twins.theirs))).isEqualTo(expected);
        assertThat(Ours.texts(peer.read(twins.ours, null, Map.of()))).isEqualTo(expected);
    }

    private static List<String> folders(Path table) throws IOException {
        try (Stream<Path> walk = Files.walk(table)) {
            return walk.filter(Files::isDirectory)
                    .map(path -> table.relativize(path).toString())
                    .filter(path -> !path.isEmpty())
                    .sorted()
                    .toList();
        }
    }
}
