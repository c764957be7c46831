package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Row;
import org.lsmtable.maintenance.Outcome;
import org.lsmtable.maintenance.Retention;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TagStore;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableWriter;

/**
 * Expiration and deletion of tags on copies of one table, once by us and once by real Paimon: the same files are left, and both go on reading,
 * writing and expiring.
 */
@ExtendWith(CheckedTables.class)
@Execution(ExecutionMode.CONCURRENT)
class ExpiryPeersTest {
    private static final Retention ALL_BUT_ONE = new Retention(1, 1, Duration.ZERO, Integer.MAX_VALUE);

    private static Peer peer(String version) {
        return version.equals("2.0.0") ? Peers.paimon20() : Peers.paimon14();
    }

    private static Path create(Path folder, String definition, Map<String, String> options) {
        Path path = folder.resolve("db.db/t");
        Table.create(path, TableDefinition.parse(definition).with(List.of(), options, null))
                .close();
        return path;
    }

    private static void write(Table table, CompactionMode mode, Row... rows) {
        try (TableWriter writer = table.newWriter(mode)) {
            for (Row row : rows) {
                writer.upsert(row);
            }
            writer.commit();
        }
    }

    /** Flushes, small and full compactions, an overwrite: files that come, move to another level, and go. */
    private static void history(Peer peer, Path path) throws Exception {
        try (Table table = Table.open(path)) {
            for (int n = 1; n <= 5; n++) {
                write(table, CompactionMode.AWAIT, Row.of(n, "v" + n), Row.of(100 + n, "w" + n));
            }
            table.compactFully();
            peer.write(path, List.<Object[]>of(new Object[] {"+U", 1, "peer"}, new Object[] {"-D", 2, "v2"}), Map.of());
            write(table, CompactionMode.NONE, Row.of(3, "again"));
            table.compactFully();
            peer.overwrite(path, List.<Object[]>of(new Object[] {"+I", 7, "new"}, new Object[] {"+I", 8, "new"}));
            write(table, CompactionMode.AWAIT, Row.of(9, "after"));
            write(table, CompactionMode.AWAIT, Row.of(10, "after"));
            table.compactFully();
        }
    }

    static Set<String> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    static Path copy(Path from, String name) throws IOException {
        Path to = from.resolveSibling(name);
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path file : walk.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return to;
    }

    private static void expire(Path path, Retention retention) {
        try (Table table = Table.open(path)) {
            Outcome outcome = table.maintenance().execute(table.maintenance().expiry(retention));
            assertThat(outcome.failures()).isEmpty();
        }
    }

    private static List<String> ours(Table table, SnapshotRef ref) {
        List<String> rows = new ArrayList<>();
        try (RowCursor cursor = table.scan().asOf(ref).open()) {
            while (cursor.next()) {
                rows.add(cursor.get(0) + ":" + cursor.get(1));
            }
        }
        rows.sort(null);
        return rows;
    }

    private static List<String> theirs(Peer peer, Path path, String option, String value) throws Exception {
        return peer.read(path, null, Map.of(option, value)).stream()
                .map(row -> row[0] + ":" + row[1])
                .sorted()
                .toList();
    }

    /** Every snapshot and tag is read alike by both. */
    private static void readAll(Peer peer, Path path) throws Exception {
        try (Table table = Table.open(path)) {
            for (Snapshot snapshot : table.snapshots()) {
                assertThat(ours(table, SnapshotRef.snapshot(snapshot.id())))
                        .as("snapshot %d", snapshot.id())
                        .isEqualTo(theirs(peer, path, "scan.snapshot-id", Long.toString(snapshot.id())));
            }
            for (TagStore.Tag tag : table.tags()) {
                assertThat(ours(table, SnapshotRef.tag(tag.name())))
                        .as("tag %s", tag.name())
                        .isEqualTo(theirs(peer, path, "scan.tag-name", tag.name()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.4.2", "2.0.0"})
    void theSameFilesAreLeft(String version, Path folder) throws Exception {
        Path path = create(folder, "id INT, v STRING, PRIMARY KEY (id)", Map.of("bucket", "1"));
        try (Peer peer = peer(version)) {
            history(peer, path);
            Set<String> before = files(path);
            for (Case c : List.of(
                    new Case(ALL_BUT_ONE, List.of()),
                    new Case(ALL_BUT_ONE, List.of(1, 6, 9)),
                    new Case(ALL_BUT_ONE.withLimit(3), List.of(2)),
                    new Case(new Retention(4, 4, Duration.ZERO, 100), List.of(12, 3)),
                    new Case(new Retention(2, 9, Duration.ofHours(1), 100), List.of(5)),
                    new Case(new Retention(2, 100, Duration.ofHours(1), 100), List.of()))) {
                Path ours = copy(path, "ours");
                try (Table table = Table.open(ours)) {
                    c.tags().forEach(id -> table.createTag("t" + id, SnapshotRef.snapshot(id)));
                }
                Path theirs = copy(ours, "theirs");
                expire(ours, c.retention());
                peer.expire(
                        theirs,
                        c.retention().min(),
                        c.retention().max(),
                        c.retention().time(),
                        c.retention().limit());
                assertThat(files(ours)).as("%s", c).isEqualTo(files(theirs));
                assertThat(files(ours).containsAll(before))
                        .as("%s, nothing went", c)
                        .isEqualTo(c.retention().max() == 100);
                for (int tag : c.tags()) {
                    try (Table table = Table.open(ours)) {
                        table.deleteTag("t" + tag);
                    }
                    peer.deleteTag(theirs, "t" + tag);
                    assertThat(files(ours)).as("%s, tag %s deleted", c, tag).isEqualTo(files(theirs));
                }
                delete(ours);
                delete(theirs);
            }
        }
    }

    private record Case(Retention retention, List<Integer> tags) {}

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.4.2", "2.0.0"})
    void bothGoOnAfterEachOther(String version, Path folder) throws Exception {
        Path path = create(folder, "id INT, v STRING, PRIMARY KEY (id)", Map.of("bucket", "1"));
        try (Peer peer = peer(version)) {
            history(peer, path);
            try (Table table = Table.open(path)) {
                table.createTag("four", SnapshotRef.snapshot(4));
                table.createTag("nine", SnapshotRef.snapshot(9));
            }
            for (int round = 0; round < 2; round++) {
                expire(path, new Retention(3, 3, Duration.ZERO, 100));
                readAll(peer, path);
                peer.write(path, List.<Object[]>of(new Object[] {"+I", 20 + round, "p"}), Map.of());
                peer.compactFully(path);
                try (Table table = Table.open(path)) {
                    write(table, CompactionMode.NONE, Row.of(30 + round, "o"));
                }
                peer.expire(path, 2);
                readAll(peer, path);
                try (Table table = Table.open(path)) {
                    write(table, CompactionMode.AWAIT, Row.of(40 + round, "o"));
                    table.compactFully();
                }
            }
            expire(path, ALL_BUT_ONE);
            try (Table table = Table.open(path)) {
                assertThat(table.snapshots()).hasSize(1);
                table.deleteTag("four");
                readAll(peer, path);
            }
            peer.deleteTag(path, "nine");
            readAll(peer, path);
            assertThat(Arrays.asList(files(path).toArray()))
                    .filteredOn(file -> file.toString().startsWith("bucket-"))
                    .as("data files of the last state")
                    .hasSize(TableFiles.live(path).size());
        }
    }

    /** Files of change records, of indexes and of many buckets, and consumers. */
    @ParameterizedTest
    @ValueSource(strings = {"dynamic", "changelog", "partitioned"})
    void otherFilesGoAlike(String kind, Path folder) throws Exception {
        Map<String, String> options = switch (kind) {
            case "dynamic" -> Map.of("bucket", "-1", "dynamic-bucket.target-row-num", "3");
            case "changelog" -> Map.of("bucket", "1", "changelog-producer", "input");
            default ->
                Map.of(
                        "bucket", "2",
                        "snapshot.clean-empty-directories", "true",
                        "file-index.bloom-filter.columns", "v",
                        "file-index.in-manifest-threshold", "1 b");
        };
        String definition = kind.equals("partitioned")
                ? "id INT, v STRING, p INT, PRIMARY KEY (id, p)"
                : "id INT, v STRING, p INT, PRIMARY KEY (id)";
        Path path = folder.resolve("db.db/t");
        Table.create(
                        path,
                        TableDefinition.parse(definition)
                                .with(kind.equals("partitioned") ? List.of("p") : List.of(), options, null))
                .close();
        try (Peer peer = Peers.paimon20()) {
            for (int n = 1; n <= 5; n++) {
                peer.write(
                        path,
                        List.of(new Object[] {"+I", n, "a" + n, n % 2}, new Object[] {"+I", 10 + n, "b" + n, n % 3}),
                        Map.of());
                if (n == 3) {
                    peer.write(path, List.<Object[]>of(new Object[] {"-D", 1, "a1", 1}), Map.of());
                    peer.compactFully(path);
                    peer.analyze(path, 4, "v", 0);
                }
            }
            peer.compactFully(path);
            peer.createTag(path, "t", 4);
            peer.setConsumer(path, "c", 8);
            Path theirs = copy(path, "theirs");
            for (Retention retention : List.of(new Retention(1, 1, Duration.ZERO, 3), ALL_BUT_ONE)) {
                Set<String> before = files(path);
                expire(path, retention);
                peer.expire(theirs, retention.min(), retention.max(), retention.time(), retention.limit());
                assertThat(files(path)).isEqualTo(files(theirs)).isNotEqualTo(before);
                readAll(peer, path);
            }
            try (Table table = Table.open(path)) {
                assertThat(table.snapshots()).as("those of the consumer").hasSize(2);
                table.deleteTag("t");
                peer.deleteTag(theirs, "t");
                assertThat(files(path)).isEqualTo(files(theirs));
            }
        }
    }

    /** A rollback that goes forward brings files back that an older change removed; they stay, where Paimon's own expiration deletes them. */
    @Test
    void filesThatCameBackStay(Path folder) throws Exception {
        Path path = create(folder, "id INT, v STRING, PRIMARY KEY (id)", Map.of("bucket", "-1"));
        try (Peer peer = Peers.paimon20()) {
            try (Table table = Table.open(path)) {
                write(table, CompactionMode.NONE, Row.of(1, "a"));
                write(table, CompactionMode.NONE, Row.of(2, "b"));
                table.compactFully();
                write(table, CompactionMode.NONE, Row.of(3, "c"));
                peer.rollbackAsLatest(path, 2);
                assertThat(ours(table, SnapshotRef.latest())).containsExactly("1:a", "2:b");
                write(table, CompactionMode.NONE, Row.of(4, "d"));
                table.compactFully();
                write(table, CompactionMode.NONE, Row.of(5, "e"));
            }
            for (int kept = 1; kept <= 7; kept++) {
                Path copy = copy(path, "kept" + kept);
                expire(copy, new Retention(kept, kept, Duration.ZERO, 100));
                CheckedTables.assertSound(copy);
                if (kept % 3 == 0) {
                    readAll(peer, copy);
                }
                delete(copy);
            }
        }
    }

    /** Trap C56 with both: the branch is Paimon's, the tag it began with is deleted, and main lets everything go. */
    @Test
    void branchesOfPaimonKeepTheirFiles(Path folder) throws Exception {
        Path path = create(folder, "id INT, v STRING, PRIMARY KEY (id)", Map.of("bucket", "1"));
        try (Peer peer = Peers.paimon20();
                Table table = Table.open(path)) {
            write(table, CompactionMode.NONE, Row.of(1, "a"));
            write(table, CompactionMode.NONE, Row.of(2, "b"));
            peer.createTag(path, "t", 2);
            peer.createBranch(path, "b", "t");
            peer.write(path, List.<Object[]>of(new Object[] {"+I", 3, "on b"}), Map.of("branch", "b"));
            table.compactFully();
            write(table, CompactionMode.NONE, Row.of(4, "main"));
            table.deleteTag("t");
            expire(path, ALL_BUT_ONE);
            assertThat(theirs(peer, path, "branch", "b")).containsExactly("1:a", "2:b", "3:on b");
            assertThat(theirs(peer, path, "branch", "main"))
                    .containsExactly("1:a", "2:b", "4:main")
                    .isEqualTo(ours(table, SnapshotRef.latest()));
        }
    }
}
