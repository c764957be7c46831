package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.ColumnPosition;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.CommentTable;
import org.lsmtable.schema.SchemaChange.DropColumn;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.schema.SchemaChange.RenameColumn;
import org.lsmtable.schema.SchemaChange.SetOption;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.Types;

/** A table altered through the embedding API, with writers and other openings of it around. */
@ExtendWith(CheckedTables.class)
class AlterTableTest {
    private static Path table(Path folder) {
        Path table = folder.resolve("db.db/t");
        Table.create(table, TableDefinition.parse("id INT, a INT, PRIMARY KEY (id)"))
                .close();
        return table;
    }

    private static List<Row> rows(Scan scan) {
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.next()) {
                rows.add(cursor.copy());
            }
        }
        return rows;
    }

    private static void write(Table table, Row... rows) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            for (Row row : rows) {
                writer.upsert(row);
            }
            assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
        }
    }

    @Test
    void theTableHasTheNewSchemaAtOnce(Path folder) {
        try (Table table = Table.open(table(folder))) {
            write(table, Row.of(1, 10));
            assertThat(table.alter(new AddColumn(
                                    ColumnPath.of("b"), Types.STRING, "said", new ColumnPosition.After("id")))
                            .rowType()
                            .names())
                    .containsExactly("id", "b", "a");
            write(table, Row.of(2, "two", 20));
            assertThat(rows(table.scan())).containsExactly(Row.of(1, null, 10), Row.of(2, "two", 20));
            table.alter(new RenameColumn(ColumnPath.of("id"), "key"), new DropColumn(ColumnPath.of("a")));
            assertThat(rows(table.scan())).containsExactly(Row.of(1, null), Row.of(2, "two"));
            assertThat(table.get(2)).contains(Row.of(2, "two"));
            table.compactFully();
            assertThat(rows(table.scan())).containsExactly(Row.of(1, null), Row.of(2, "two"));
            // each state has the columns it had
            assertThat(rows(table.scan().asOf(SnapshotRef.snapshot(1)))).containsExactly(Row.of(1, 10));
            assertThat(rows(table.scan().asOf(SnapshotRef.snapshot(2))))
                    .containsExactly(Row.of(1, null, 10), Row.of(2, "two", 20));
            assertThat(table.snapshots()).extracting(Snapshot::schemaId).containsExactly(0L, 1L, 2L);
        }
    }

    @Test
    void aRefusedChangeChangesNothing(Path folder) {
        try (Table table = Table.open(table(folder))) {
            assertThatThrownBy(() -> table.alter(new AddColumn("b", Types.INT), new DropColumn(ColumnPath.of("id"))))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("column 'id' is of the primary key")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(TableException.Reason.INVALID);
            assertThat(table.schema().id()).isZero();
            assertThat(table.schema().rowType().names()).containsExactly("id", "a");
        }
    }

    /** What it writes is null in the new column, and says so by its schema; the snapshot has the latest schema. */
    @Test
    void aWriterThatWasOpenGoesOnUnderItsSchema(Path folder) {
        try (Table table = Table.open(table(folder));
                TableWriter old = table.newWriter(CompactionMode.AWAIT)) {
            old.upsert(Row.of(1, 10));
            table.alter(new AddColumn("b", Types.INT));
            assertThat(old.commit()).isInstanceOf(CommitResult.Committed.class);
            old.upsert(Row.of(2, 20));
            assertThat(old.commit()).isInstanceOf(CommitResult.Committed.class);
            assertThat(rows(table.scan())).containsExactly(Row.of(1, 10, null), Row.of(2, 20, null));
            assertThat(table.snapshot(SnapshotRef.latest()).orElseThrow().schemaId())
                    .isEqualTo(1);
        }
    }

    /** A compaction by someone who does not know a column would lose it. */
    @Test
    void nobodyCompactsUnderAnOlderSchema(Path folder) {
        Path path = table(folder);
        try (Table old = Table.open(path);
                Table table = Table.open(path)) {
            write(table, Row.of(1, 10));
            table.alter(new AddColumn("b", Types.INT));
            write(table, Row.of(1, 11, 12));
            for (Runnable compaction : List.<Runnable>of(old::compactFully, old::compact)) {
                assertThatThrownBy(compaction::run)
                        .isInstanceOf(TableException.class)
                        .hasMessageContaining("opened with schema 0")
                        .hasMessageContaining("is of schema 1")
                        .extracting(e -> ((TableException) e).reason())
                        .isEqualTo(TableException.Reason.SCHEMA_CHANGED);
            }
            assertThat(rows(old.scan())).as("reading loses nothing it knows of").containsExactly(Row.of(1, 11));
            for (int i = 3; i < 10; i++) { // who writes goes on, and leaves the merging to others
                try (TableWriter writer = old.newWriter(CompactionMode.AWAIT)) {
                    writer.upsert(Row.of(3, 10 * i));
                    assertThat(writer.commit().snapshots())
                            .extracting(Snapshot::commitKind)
                            .containsExactly(CommitKind.APPEND);
                }
            }
            assertThat(rows(table.scan())).containsExactly(Row.of(1, 11, 12), Row.of(3, 90, null));
            table.compactFully();
            assertThat(rows(table.scan())).containsExactly(Row.of(1, 11, 12), Row.of(3, 90, null));
        }
    }

    /** Rows of the older type are cast when they are read. */
    @Test
    void aWriterGoesOnWhereATypeHasChanged(Path folder) {
        Path path = table(folder);
        try (Table old = Table.open(path);
                TableWriter writer = old.newWriter(CompactionMode.AWAIT);
                Table table = Table.open(path)) {
            writer.upsert(Row.of(1, 10));
            writer.commit();
            table.alter(new ChangeType(ColumnPath.of("a"), Types.STRING, Nullability.KEPT));
            write(table, Row.of(2, "x"));
            table.compactFully();
            for (int i = 0; i < 8; i++) {
                writer.upsert(Row.of(3, i));
                assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
            }
            assertThat(rows(table.scan())).containsExactly(Row.of(1, "10"), Row.of(2, "x"), Row.of(3, "7"));
            assertThatThrownBy(() -> rows(old.scan())).hasMessageContaining("open the table again");
        }
    }

    /** An alteration that leaves the columns what they are is no reason to stop: a service goes on for which somebody sets an option. */
    @Test
    void whoKnowsAllColumnsCompacts(Path folder) {
        Path path = table(folder);
        for (SchemaChange change : List.of(
                new SetOption("num-sorted-run.compaction-trigger", "4"),
                new CommentTable("said"),
                new RenameColumn(ColumnPath.of("a"), "b"))) {
            try (Table old = Table.open(path);
                    TableWriter writer = old.newWriter(CompactionMode.AWAIT)) {
                writer.upsert(Row.of(1, 10));
                writer.commit();
                try (Table table = Table.open(path)) {
                    table.alter(change);
                    write(table, Row.of(0, 0), Row.of(2, 20));
                    table.compactFully();
                }
                Set<CommitKind> kinds = new HashSet<>();
                for (int i = 0; i < 12; i++) {
                    writer.upsert(Row.of(3, i));
                    writer.commit().snapshots().forEach(made -> kinds.add(made.commitKind()));
                }
                assertThat(kinds).as("%s", change).contains(CommitKind.COMPACT);
                old.compactFully();
                assertThat(rows(old.scan())).containsExactly(Row.of(0, 0), Row.of(1, 10), Row.of(2, 20), Row.of(3, 11));
            }
        }
    }

    @Test
    void optionsAreInForceAtOnce(Path folder) {
        try (Table table = Table.open(table(folder))) {
            table.alter(new SetOption("bucket", "3"));
            write(table, Row.of(1, 1), Row.of(2, 2), Row.of(3, 3));
            assertThat(table.levels(SnapshotRef.latest()))
                    .allSatisfy(bucket -> assertThat(bucket.ref().bucket()).isBetween(0, 2))
                    .hasSizeGreaterThan(1);
            table.alter(new SetOption("bucket", "4"));
            assertThatThrownBy(() -> write(table, Row.of(1, 1)))
                    .as("a partition keeps its number of buckets")
                    .hasMessageContaining("was written with 3 buckets");
        }
    }
}
