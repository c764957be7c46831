package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.data.Row;
import org.lsmtable.interop.Peer;
import org.lsmtable.interop.Peers;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.snapshot.TagStore;
import org.lsmtable.types.Types;

/** Tags made by us and by real Paimon: both read them, and an expiration by either spares what they name. */
@ExtendWith(CheckedTables.class)
class TagsTest {
    private static Table table(Path folder) {
        Table table = Table.create(folder.resolve("db.db/t"), TableDefinition.parse("id INT, n INT, PRIMARY KEY (id)"));
        for (int n = 1; n <= 3; n++) {
            write(table, Row.of(1, n));
        }
        return table;
    }

    private static void write(Table table, Row row) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(row);
            writer.commit();
        }
    }

    private static Row only(Table table, SnapshotRef ref) {
        try (RowCursor rows = table.scan().asOf(ref).open()) {
            assertThat(rows.next()).isTrue();
            Row row = rows.copy();
            assertThat(rows.next()).isFalse();
            return row;
        }
    }

    @Test
    void aTaggedSnapshotOutlivesItsExpiration(Path folder) throws Exception {
        Path path = folder.resolve("db.db/t");
        try (Table table = table(folder);
                Peer peer = Peers.paimon20()) {
            assertThat(table.createTag("two", SnapshotRef.snapshot(2))
                            .snapshot()
                            .id())
                    .isEqualTo(2);
            table.createTag("kept", SnapshotRef.latest(), Duration.ofHours(36));
            table.alter(new AddColumn("x", Types.INT));
            write(table, Row.of(1, 4, 40));
            peer.expire(path, 1);
            assertThat(table.snapshots()).hasSize(1);
            assertThat(only(table, SnapshotRef.tag("two")))
                    .as("the columns it had")
                    .isEqualTo(Row.of(1, 2));
            assertThat(peer.read(path, null, Map.of("scan.tag-name", "two"))).containsExactly(new Object[] {1, 2});
            assertThat(peer.read(path, "tags", Map.of()).stream()
                            .map(row -> Arrays.asList(row[0], row[1], row[6]))
                            .toList())
                    .containsExactly(Arrays.asList("kept", 3L, "PT36H"), Arrays.asList("two", 2L, null));
            // a tag of a tag: its snapshot file is gone
            table.createTag("again", SnapshotRef.tag("two"));
            table.deleteTag("two");
            assertThat(only(table, SnapshotRef.tag("again"))).isEqualTo(Row.of(1, 2));
        }
    }

    @Test
    void tagsOfPaimonAreDeletedLikeOurs(Path folder) throws Exception {
        Path path = folder.resolve("db.db/t");
        try (Table table = table(folder);
                Peer peer = Peers.paimon20()) {
            peer.createTag(path, "theirs", 1);
            table.createTag("ours", SnapshotRef.snapshot(1));
            assertThat(table.tags()).extracting(TagStore.Tag::name).containsExactly("ours", "theirs");
            table.deleteTag("theirs");
            assertThat(peer.read(path, "tags", Map.of())).hasSize(1);
        }
    }

    @Test
    void whatCannotBeIsSaid(Path folder) {
        try (Table table = table(folder)) {
            table.createTag("a", SnapshotRef.latest());
            for (var attempt : List.<Map.Entry<TableException.Reason, Runnable>>of(
                    Map.entry(TableException.Reason.EXISTS, () -> table.createTag("a", SnapshotRef.snapshot(1))),
                    Map.entry(TableException.Reason.INVALID, () -> table.createTag("12", SnapshotRef.latest())),
                    Map.entry(TableException.Reason.NOT_FOUND, () -> table.createTag("b", SnapshotRef.snapshot(9))),
                    Map.entry(TableException.Reason.NOT_FOUND, () -> table.deleteTag("b")))) {
                assertThatThrownBy(() -> attempt.getValue().run())
                        .isInstanceOf(TableException.class)
                        .extracting(e -> ((TableException) e).reason())
                        .isEqualTo(attempt.getKey());
            }
            assertThat(table.tags()).extracting(tag -> tag.snapshot().id()).containsExactly(3L);
        }
    }
}
