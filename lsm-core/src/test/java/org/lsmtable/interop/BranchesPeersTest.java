package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.check.Depth;
import org.lsmtable.data.Row;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.snapshot.BranchStore;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableException;
import org.lsmtable.table.TableException.Reason;
import org.lsmtable.table.TableWriter;
import org.lsmtable.types.Types;

/** Branches made, written and moved to by us and by real Paimon: the same files, and each reads the other's. */
@ExtendWith(CheckedTables.class)
class BranchesPeersTest {
    private static Peer peer;

    @BeforeAll
    static void open() {
        peer = Peers.paimon20();
    }

    @AfterAll
    static void close() throws Exception {
        peer.close();
    }

    /** A table of two schemas and three snapshots, with tags of the first and the last. */
    private static Path create(Path folder) {
        Path path = folder.resolve("db.db/t");
        try (Table table = Table.create(path, TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)"))) {
            write(table, Row.of(1, "a"));
            write(table, Row.of(2, "b"));
            table.createTag("one", SnapshotRef.snapshot(1));
            table.alter(new AddColumn("n", Types.INT));
            write(table, Row.of(1, "aa", 1));
            table.createTag("three", SnapshotRef.latest());
        }
        return path;
    }

    private static void write(Table table, Row row) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(row);
            writer.commit();
        }
    }

    private static List<String> rows(Table table) {
        try (RowCursor cursor = table.scan().open()) {
            List<String> rows = new java.util.ArrayList<>();
            while (cursor.next()) {
                Row row = cursor.copy();
                Object[] values = new Object[row.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = row.get(i);
                }
                rows.add(Arrays.toString(values));
            }
            return rows;
        }
    }

    private static List<String> theirs(Path path, String branch) throws Exception {
        return peer.read(path, null, Map.of("branch", branch)).stream()
                .map(Arrays::toString)
                .toList();
    }

    /** The content of every file below a folder, by its path there. */
    private static Map<String, String> tree(Path folder) throws IOException {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                tree.put(folder.relativize(file).toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return tree;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path file : walk.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    @Test
    void areTheSameFilesAsThoseOfPaimon(Path folder) throws Exception {
        Path ours = create(folder);
        Path theirs = folder.resolve("db.db/copy");
        copy(ours, theirs);
        peer.createBranch(theirs, "empty", null);
        peer.createBranch(theirs, "b", "one");
        try (Table table = Table.open(ours)) {
            table.branches().create("empty");
            table.branches().create("b", "one");
            assertThat(tree(ours.resolve("branch")))
                    .isEqualTo(tree(theirs.resolve("branch")))
                    .containsKeys(
                            "branch-b/schema/schema-0",
                            "branch-b/snapshot/snapshot-1",
                            "branch-b/tag/tag-one",
                            "branch-empty/schema/schema-1")
                    .doesNotContainKey("branch-b/schema/schema-1");
            assertThat(table.branches().all())
                    .extracting(BranchStore.Branch::name)
                    .containsExactly("b", "empty");

            try (Table branch = table.branches().open("b")) {
                branch.alter(new AddColumn("x", Types.STRING));
                write(branch, Row.of(7, "on b", "x"));
                branch.createTag("on-b", SnapshotRef.latest());
            }
            // from here on the copy has our branch too
            for (String part : List.of("branch", "bucket-0", "manifest")) {
                deleteAll(theirs.resolve(part));
                copy(ours.resolve(part), theirs.resolve(part));
            }
            peer.fastForward(theirs, "b");
            table.branches().execute(table.branches().fastForward("b"));
        }
        for (String part : List.of("schema", "snapshot", "tag")) {
            assertThat(tree(ours.resolve(part))).as(part).isEqualTo(tree(theirs.resolve(part)));
        }
        try (Table table = Table.open(ours)) {
            assertThat(rows(table))
                    .containsExactly("[1, a, null]", "[7, on b, x]")
                    .isEqualTo(theirs(ours, "main"));
        }
        peer.deleteBranch(theirs, "b");
        try (Table table = Table.open(ours)) {
            table.branches().delete("b");
        }
        assertThat(tree(ours.resolve("branch"))).isEqualTo(tree(theirs.resolve("branch")));
        assertThat(Files.exists(ours.resolve("branch/branch-b"))).isFalse();
    }

    private static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void areWrittenByBothInTurn(Path folder) throws Exception {
        Path path = create(folder);
        peer.createBranch(path, "theirs", "three");
        try (Table main = Table.open(path)) {
            main.branches().create("ours", "three");
            for (String name : List.of("ours", "theirs")) {
                try (Table branch = main.branches().open(name)) {
                    assertThat(branch.branch()).isEqualTo(name);
                    write(branch, Row.of(3, name, 3));
                    peer.write(path, List.<Object[]>of(new Object[] {"+U", 1, "peer", 4}), Map.of("branch", name));
                    branch.compactFully();
                    write(branch, Row.of(4, "after", null));
                    assertThat(branch.snapshots()).extracting(s -> s.id()).containsExactly(3L, 4L, 5L, 6L, 7L);
                    assertThat(rows(branch))
                            .containsExactly("[1, peer, 4]", "[2, b, null]", "[3, " + name + ", 3]", "[4, after, null]")
                            .isEqualTo(theirs(path, name));
                    assertThat(branch.check(Depth.ROWS)).isEmpty();
                }
            }
            assertThat(main.snapshots()).hasSize(3);
            assertThat(rows(main)).containsExactly("[1, aa, 1]", "[2, b, null]").isEqualTo(theirs(path, "main"));
            // nothing of the branches lies in the way of the table
            peer.write(path, List.<Object[]>of(new Object[] {"+I", 9, "main", 9}), Map.of());
            assertThat(rows(main)).hasSize(3);
            // the system tables of a branch are its own, but for the list of branches
            assertThat(peer.read(path, "snapshots", Map.of("branch", "ours"))).hasSize(5);
            assertThat(peer.read(path, "branches", Map.of("branch", "ours"))).hasSize(2);
        }
    }

    /** A branch without rows takes the first ones; a branch of a branch is its sibling. */
    @Test
    void beginWithoutRowsOrWithThoseOfAnotherBranch(Path folder) throws Exception {
        Path path = create(folder);
        try (Table main = Table.open(path)) {
            main.branches().create("empty");
            try (Table empty = main.branches().open("empty")) {
                assertThat(rows(empty)).isEmpty();
                write(empty, Row.of(5, "first", 5));
                assertThat(theirs(path, "empty")).containsExactly("[5, first, 5]");
                empty.createTag("t", SnapshotRef.latest());
                empty.branches().create("child", "t");
                try (Table child = empty.branches().open("child")) {
                    assertThat(rows(child)).containsExactly("[5, first, 5]").isEqualTo(theirs(path, "child"));
                }
                try (Table back = empty.branches().open("main")) {
                    assertThat(rows(back)).hasSize(2);
                }
            }
            assertThat(main.branches().all()).hasSize(2);
        }
        assertThat(path.resolve("branch/branch-child/tag/tag-t")).exists();
    }

    /** A branch outlives the expiration of the snapshot it began with while the tag is there, and the deletion of the tag by itself. */
    @Test
    void keepTheirFilesWhileTheTagIsThere(Path folder) throws Exception {
        Path path = create(folder);
        try (Table main = Table.open(path)) {
            main.branches().create("b", "one");
            main.compactFully();
            peer.expire(path, 1);
            try (Table branch = main.branches().open("b")) {
                assertThat(rows(branch)).containsExactly("[1, a]").isEqualTo(theirs(path, "b"));
                main.deleteTag("one");
                assertThat(rows(branch)).containsExactly("[1, a]");
                branch.createTag("kept", SnapshotRef.latest());
                branch.compactFully();
                branch.deleteTag("kept");
            }
            assertThat(rows(main)).containsExactly("[1, aa, 1]", "[2, b, null]").isEqualTo(theirs(path, "main"));
            // the tag's snapshot file is gone, the tag has all that is needed
            main.createTag("last", SnapshotRef.latest());
            write(main, Row.of(3, "c", 3));
            main.compactFully();
            peer.expire(path, 1);
            main.branches().create("late", "last");
            try (Table late = main.branches().open("late")) {
                assertThat(rows(late))
                        .containsExactly("[1, aa, 1]", "[2, b, null]")
                        .isEqualTo(theirs(path, "late"));
            }
        }
    }

    @Test
    void whatCannotBeIsSaid(Path folder) {
        Path path = create(folder);
        try (Table table = Table.open(path)) {
            table.branches().create("b", "one");
            table.branches().create("empty");
            for (var attempt : List.<Map.Entry<Reason, Runnable>>of(
                    Map.entry(Reason.EXISTS, () -> table.branches().create("b")),
                    Map.entry(Reason.INVALID, () -> table.branches().create("main")),
                    Map.entry(Reason.INVALID, () -> table.branches().create("12")),
                    Map.entry(Reason.INVALID, () -> table.branches().create(" ")),
                    Map.entry(Reason.INVALID, () -> table.branches().create("../x")),
                    Map.entry(Reason.NOT_FOUND, () -> table.branches().create("c", "none")),
                    Map.entry(Reason.NOT_FOUND, () -> table.branches().open("none")),
                    Map.entry(Reason.NOT_FOUND, () -> table.branches().delete("none")),
                    Map.entry(Reason.NOT_FOUND, () -> table.branches().delete("main")),
                    Map.entry(Reason.NOT_FOUND, () -> table.branches().fastForward("none")),
                    Map.entry(Reason.INVALID, () -> table.branches().fastForward("empty")))) {
                assertThatThrownBy(() -> attempt.getValue().run())
                        .isInstanceOf(TableException.class)
                        .extracting(e -> ((TableException) e).reason())
                        .isEqualTo(attempt.getKey());
            }
        }
    }
}
