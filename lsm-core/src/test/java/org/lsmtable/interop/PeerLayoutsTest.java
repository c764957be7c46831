package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.check.Depth;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableException;
import org.lsmtable.table.TableWriter;

/** Layouts as real Paimon writes them: what docs/compatibility.md says of reading, writing and compacting them is so. */
@ExtendWith(CheckedTables.class)
class PeerLayoutsTest {
    private static final List<Peer.Column> COLUMNS = List.of(
            new Peer.Column("dt", "STRING NOT NULL"),
            new Peer.Column("id", "INT NOT NULL"),
            new Peer.Column("v", "STRING"));

    /** Three commits over two partitions; the last deletes a row of each. */
    private static void write(Peer peer, Path table, Map<String, String> dynamic) throws Exception {
        for (int commit = 0; commit < 2; commit++) {
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                rows.add(new Object[] {"+I", i % 2 == 0 ? "a" : "b/c", i, "v" + commit});
            }
            peer.write(table, rows, dynamic);
        }
        peer.write(table, List.of(new Object[] {"-D", "a", 0, "v1"}, new Object[] {"-D", "b/c", 1, "v1"}), dynamic);
    }

    private static List<List<Object>> ours(Table table) {
        List<List<Object>> rows = new ArrayList<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.next()) {
                rows.add(Arrays.asList(cursor.get(0), cursor.get(1), cursor.get(2)));
            }
        }
        return sorted(rows);
    }

    private static List<List<Object>> theirs(Peer peer, Path table) throws Exception {
        return sorted(
                peer.read(table, null, Map.of()).stream().map(Arrays::asList).toList());
    }

    private static List<List<Object>> sorted(List<List<Object>> rows) {
        return rows.stream()
                .sorted((a, b) -> a.toString().compareTo(b.toString()))
                .toList();
    }

    @Test
    void partitionsAreReadWrittenAndCompacted(Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        try (Peer peer = Peers.paimon20()) {
            peer.create(table, COLUMNS, List.of("dt", "id"), List.of("dt"), Map.of("bucket", "2"));
            write(peer, table, Map.of("write-only", "true"));
            List<List<Object>> expected = theirs(peer, table);
            assertThat(expected).hasSize(38);
            try (Table opened = Table.open(table)) {
                assertThat(ours(opened)).isEqualTo(expected);
                assertThat(opened.get("b/c", 3)).isPresent();
                assertThat(opened.get("b/c", 2)).isEmpty();
                assertThat(opened.compactFully().filesAdded()).isEqualTo(4);
                assertThat(ours(opened)).isEqualTo(expected);
                assertThat(theirs(peer, table)).isEqualTo(expected);
                try (TableWriter writer = opened.newWriter()) {
                    writer.upsert(Row.of("b/c", 3, "ours"));
                    writer.upsert(Row.of(" ", 1, "a partition without a name"));
                    writer.delete(Row.key("b/c", 5));
                    assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
                }
                assertThat(opened.get(" ", 1)).isPresent();
                assertThat(opened.get("b/c", 5)).isEmpty();
                assertThat(theirs(peer, table))
                        .isEqualTo(ours(opened))
                        .contains(List.of("b/c", 3, "ours"), List.of(" ", 1, "a partition without a name"));
            }
        }
    }

    @Test
    void dynamicBucketsAreReadWrittenAndCompacted(Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        try (Peer peer = Peers.paimon20()) {
            peer.create(table, COLUMNS, List.of("id"), List.of(), Map.of("bucket", "-1"));
            write(peer, table, Map.of("write-only", "true"));
            List<List<Object>> expected = theirs(peer, table);
            assertThat(expected).hasSize(38);
            try (Table opened = Table.open(table)) {
                assertThat(ours(opened)).isEqualTo(expected);
                assertThat(opened.get(3)).isPresent();
                assertThat(opened.compactFully().filesAdded()).isEqualTo(1);
                assertThat(ours(opened)).isEqualTo(expected);
                assertThat(theirs(peer, table)).isEqualTo(expected);
                try (TableWriter writer = opened.newWriter()) {
                    writer.upsert(Row.of("ours", 3, "known"));
                    writer.upsert(Row.of("ours", 77, "new"));
                    assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
                }
                peer.write(table, List.<Object[]>of(new Object[] {"+U", "theirs", 77, "after us"}), Map.of());
                assertThat(theirs(peer, table))
                        .isEqualTo(ours(opened))
                        .hasSize(39)
                        .contains(List.of("ours", 3, "known"), List.of("theirs", 77, "after us"));
            }
        }
    }

    /** A directory that begins with a slash is no folder of the table. */
    @Test
    void aDataDirectoryOutsideTheTableIsReadOnly(Path folder) throws Exception {
        for (Peer peer : Peers.all()) {
            try (peer) {
                Path table = folder.resolve("db.db/t" + peer.version());
                Path data = folder.resolve("data" + peer.version());
                peer.create(
                        table,
                        COLUMNS,
                        List.of("dt", "id"),
                        List.of("dt"),
                        Map.of("bucket", "1", "data-file.path-directory", data.toString()));
                write(peer, table, Map.of("write-only", "true"));
                assertThat(data).isNotEmptyDirectory();
                try (Table opened = Table.open(table)) {
                    assertThat(ours(opened)).isEqualTo(theirs(peer, table)).hasSize(38);
                    assertThat(opened.check(Depth.ROWS)).isEmpty();
                    for (ThrowingCallable refused : List.<ThrowingCallable>of(
                            opened::newWriter,
                            opened::compactFully,
                            () -> opened.maintenance().orphanFiles(Instant.EPOCH))) {
                        assertThatThrownBy(refused)
                                .isInstanceOf(TableException.class)
                                .hasMessageContaining("outside the table")
                                .hasMessageContaining("data-file.path-directory")
                                .hasMessageContaining(data.toString());
                    }
                }
            }
        }
    }

    @Test
    void dataFilesOutsideTheTableAreRead(Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        try (Peer peer = Peers.paimon20()) {
            peer.create(
                    table,
                    COLUMNS,
                    List.of("id"),
                    List.of(),
                    Map.of(
                            "bucket",
                            "1",
                            "data-file.external-paths",
                            folder.resolve("elsewhere").toUri().toString(),
                            "data-file.external-paths.strategy",
                            "round-robin"));
            write(peer, table, Map.of("write-only", "true"));
            try (Table opened = Table.open(table)) {
                assertThat(ours(opened)).isEqualTo(theirs(peer, table)).hasSize(38);
                assertThatThrownBy(opened::compactFully)
                        .isInstanceOf(TableException.class)
                        .hasMessageContaining("outside the table");
            }
        }
    }
}
