package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.table.Maintenance;
import org.lsmtable.table.Table;

/**
 * Files that nothing refers to, found by us and by real Paimon in the same tables: the same ones, but for what
 * docs/maintenance.md says we do otherwise.
 */
class OrphanPeersTest {
    private static final List<Peer.Column> COLUMNS = List.of(
            new Peer.Column("dt", "STRING NOT NULL"),
            new Peer.Column("hr", "INT NOT NULL"),
            new Peer.Column("id", "INT NOT NULL"),
            new Peer.Column("v", "STRING"));
    private final Instant old = Instant.now().minus(Duration.ofDays(3));
    private static final List<String> PARTITIONS = List.of("b/c:d", " ");

    private static List<Peer> peers;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        peers = Peers.all();
    }

    @AfterAll
    static void close() {
        peers.forEach(Peer::close);
    }

    /** Where the files of a table lie. */
    enum Layout {
        FIXED_BUCKETS,
        PARTITIONS_IN_OTHER_FOLDERS,
        EXTERNAL_PATHS;

        private List<String> partitionKeys() {
            return this == FIXED_BUCKETS ? List.of() : List.of("dt", "hr");
        }

        private Map<String, String> options(Path external) {
            Map<String, String> options = new HashMap<>(Map.of(
                    "bucket", "2",
                    "write-only", "true",
                    "changelog-producer", "input",
                    "file-index.bloom-filter.columns", "v",
                    "file-index.in-manifest-threshold", "1 b"));
            switch (this) {
                case FIXED_BUCKETS -> options.put("data-file.thin-mode", "true");
                case PARTITIONS_IN_OTHER_FOLDERS ->
                    options.putAll(Map.of(
                            "bucket", "-1", "data-file.path-directory", "d/e", "index-file-in-data-file-dir", "true"));
                case EXTERNAL_PATHS ->
                    options.putAll(Map.of(
                            "data-file.external-paths",
                            external.toUri() + "x," + external.toUri() + "y/",
                            "data-file.external-paths.strategy",
                            "round-robin"));
            }
            return options;
        }
    }

    /** Snapshots, some expired, tags, branches, statistics, change records kept for long; written by a peer. */
    private static void fill(Peer peer, Path table, Layout layout, Path external) throws Exception {
        Map<String, String> options = layout.options(external);
        List<String> keys = layout.partitionKeys().isEmpty() ? List.of("id") : List.of("dt", "hr", "id");
        peer.create(table, COLUMNS, keys, layout.partitionKeys(), options);
        for (int commit = 1; commit <= 3; commit++) {
            write(peer, table, "v" + commit, Map.of());
        }
        peer.createTag(table, "two", 2);
        peer.createBranch(table, "b", "two");
        write(peer, table, "on b", Map.of("branch", "b"));
        peer.createBranch(table, "empty", null);
        peer.compactFully(table);
        peer.analyze(table, 7, "id", 0);
        write(peer, table, "last", Map.of());
        peer.expire(table, 2);
    }

    private static void write(Peer peer, Path table, String value, Map<String, String> dynamic) throws Exception {
        List<Object[]> rows = new ArrayList<>();
        for (int id = 0; id < 4; id++) {
            rows.add(new Object[] {"+I", PARTITIONS.get(id % 2), 7, id, value});
        }
        peer.write(table, rows, dynamic);
    }

    /** Puts files into a table's folders that nothing refers to. */
    private static void plant(Path table, Path external) throws IOException {
        for (String name : List.of(
                "manifest/manifest-dead-0",
                "manifest/manifest-list-dead-0",
                "manifest/index-manifest-dead-0",
                "manifest/notes.txt",
                "index/index-dead-0",
                "statistics/stat-dead-0",
                "snapshot/.snapshot-9.3f1c.tmp",
                "snapshot/odd",
                "changelog/.changelog-1.3f1c.tmp",
                "branch/branch-b/snapshot/.snapshot-4.77.tmp",
                // not for anybody to touch
                "odd",
                "branch/odd",
                "manifest/folder/manifest-dead-0",
                "bucket-x/y/data-dead-0.parquet",
                "plain/bucket-0/data-dead-0.parquet",
                "tag/tag-success-file/two_SUCCESS")) {
            put(table.resolve(name));
        }
        for (Path root : List.of(table, external)) {
            if (Files.exists(root)) {
                plantInBuckets(root);
            }
        }
    }

    private static void plantInBuckets(Path root) throws IOException {
        List<Path> buckets;
        try (Stream<Path> walk = Files.walk(root)) {
            buckets = walk.filter(p -> Files.isDirectory(p)
                            && p.getFileName().toString().startsWith("bucket-")
                            && !p.toString().contains("plain")
                            && !p.toString().contains("bucket-x/"))
                    .toList();
        }
        for (Path bucket : buckets) {
            // the peer takes files of one name for one file; in a table every name is there once
            String unique = root.relativize(bucket).toString().replace('/', '_');
            put(bucket.resolve("data-dead-" + unique + ".parquet"));
            put(bucket.resolve("changelog-dead-" + unique + ".parquet"));
            put(bucket.resolve("data-dead-" + unique + ".parquet.index"));
            put(bucket.resolve("folder/data-dead-2.parquet"));
            if (!bucket.getParent().equals(root)) {
                put(bucket.resolveSibling("_SUCCESS"));
                put(bucket.resolveSibling("bucket-77/data-dead-77-" + unique + ".parquet"));
                put(bucket.getParent().resolveSibling("hr=99/bucket-0/data-dead-99-" + unique + ".parquet"));
            }
        }
    }

    private static void put(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "x");
    }

    @ParameterizedTest
    @EnumSource
    void areThoseThatPaimonFinds(Layout layout) throws Exception {
        Path root = folder.resolve("root");
        Path table = root.resolve("db.db/t");
        Path external = root.resolve("external");
        Files.createDirectories(external);
        Peer writer = peers.get(layout.ordinal() % peers.size());
        fill(writer, table, layout, external);
        plant(table, external);
        FolderTree.setTimes(root, old.toEpochMilli());
        Path young = table.resolve("manifest/manifest-young-0");
        put(young);
        Map<String, String> before = FolderTree.of(root);

        List<Removal> planned;
        try (Table opened = Table.open(table)) {
            planned = opened.maintenance().orphanFiles().removals();
        }
        assertThat(FolderTree.of(root)).as("after a plan").isEqualTo(before);
        Set<String> files = planned.stream()
                .filter(removal -> removal.bytes() > 0)
                .map(Removal::path)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(files)
                .hasSizeGreaterThan(10)
                // expirations of Paimon leave the indexes of changelog files behind
                .allMatch(path -> path.matches(".*(dead|notes|odd|\\.tmp|changelog-.*\\.index).*"));

        Path saved = folder.resolve("saved");
        FolderTree.copy(root, saved);
        long day = Instant.now().minus(Duration.ofDays(1)).toEpochMilli();
        Map<String, String> left = null;
        for (Peer peer : peers) {
            assertThat(new TreeSet<>(peer.removeOrphans(table, day)))
                    .as("Paimon %s", peer.version())
                    .isEqualTo(files);
            left = FolderTree.of(root);
            FolderTree.delete(root);
            FolderTree.copy(saved, root);
        }
        try (Table opened = Table.open(table)) {
            Maintenance maintenance = opened.maintenance();
            assertThat(maintenance.execute(maintenance.orphanFiles()).paths())
                    .isEqualTo(planned.stream().map(Removal::path).toList());
            assertThat(maintenance.orphanFiles().removals()).isEmpty();
        }
        assertThat(FolderTree.of(root)).isEqualTo(left);
        assertThat(young).exists();
        for (Map<String, String> state :
                List.of(Map.<String, String>of(), Map.of("branch", "b"), Map.of("scan.tag-name", "two"))) {
            assertThat(writer.read(table, null, state)).hasSize(4);
        }
        write(writer, table, "again", Map.of());
        assertThat(writer.read(table, null, Map.of())).hasSize(4);
    }

    /** A mark in a partition's folder whose buckets are elsewhere, which Paimon deletes; and temporary files it does not look at. */
    @Test
    void differWhereMarksAndTemporaryFilesAreConcerned() throws Exception {
        Path table = folder.resolve("db.db/t");
        Peer peer = peers.get(1);
        peer.create(table, COLUMNS, List.of("dt", "hr", "id"), List.of("dt", "hr"), Map.of("bucket", "1"));
        Path mark = table.resolve("dt=a/hr=1/_SUCCESS");
        put(mark);
        List<Path> temporary = List.of(
                table.resolve("schema/.schema-1.5d9e.tmp"),
                table.resolve("tag/.tag-a.b.5d9e.tmp"),
                table.resolve("consumer/.consumer-c.5d9e.tmp"));
        for (Path file : temporary) {
            put(file);
        }
        put(table.resolve("schema/.schema-1.5d9e"));
        put(table.resolve("tag/.hidden.tmp"));
        FolderTree.setTimes(table, old.toEpochMilli());
        try (Table opened = Table.open(table)) {
            Maintenance maintenance = opened.maintenance();
            assertThat(maintenance.execute(maintenance.orphanFiles()).paths())
                    .containsExactlyInAnyOrderElementsOf(
                            temporary.stream().map(Path::toString).toList());
        }
        assertThat(mark).exists();
        assertThat(peer.removeOrphans(table, Instant.now().toEpochMilli())).containsExactly(mark.toString());
    }
}
