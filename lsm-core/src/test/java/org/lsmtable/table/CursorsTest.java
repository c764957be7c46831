package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.data.Row;
import org.lsmtable.vector.Batch;

/** What cursors and writers say to a caller that asks for the wrong thing, or too late. */
@ExtendWith(CheckedTables.class)
class CursorsTest {
    private static final int ROWS = 50_000;

    private static Table table(Path folder) {
        Table table = Table.create(
                folder.resolve("db.db/t"), TableDefinition.parse("id INT, v STRING, n BIGINT, PRIMARY KEY (id)"));
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            for (int i = 0; i < ROWS; i++) {
                writer.upsert(Row.of(i, "v" + i, i % 2 == 0 ? (Long) (long) i : null));
            }
            writer.commit();
            writer.upsert(Row.of(0, "w", 0L));
            writer.commit();
        }
        table.compactFully();
        return table;
    }

    private static void assertClosed(BatchCursor batches) {
        assertThat(batches.next()).isNotNull();
        batches.close();
        batches.close();
        assertThatThrownBy(batches::next)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the cursor is closed");
        if (batches instanceof ChangeBatchCursor changes) {
            assertThatThrownBy(changes::kinds)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the cursor is closed");
        }
    }

    @Test
    void aClosedCursorDoesNotPassForOneAtItsEnd(Path folder) {
        try (Table table = table(folder)) {
            for (Scan scan : List.of(table.scan(), table.scan("audit_log"), table.scan("binlog"), table.scan("ro"))) {
                RowCursor rows = scan.open();
                assertThatThrownBy(() -> rows.get(0)).hasMessageContaining("call next() first");
                assertThat(rows.next()).isTrue();
                Row copy = rows.copy();
                rows.close();
                rows.close();
                assertThatThrownBy(rows::next)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the cursor is closed");
                assertThatThrownBy(() -> rows.get(0)).hasMessage("the cursor is closed");
                assertThatThrownBy(() -> rows.isNull(0)).hasMessage("the cursor is closed");
                assertThatThrownBy(rows::kind).hasMessage("the cursor is closed");
                assertThatThrownBy(rows::copy).hasMessage("the cursor is closed");
                assertThat(copy.size()).isEqualTo(rows.type().fieldCount());
                assertClosed(scan.openBatches());
            }
            assertClosed(table.changelog().openBatches());
            assertClosed(table.diff(SnapshotRef.snapshot(1), SnapshotRef.snapshot(2)));
        }
    }

    @Test
    void aWrongQuestionIsAnsweredWithTheColumns(Path folder) {
        try (Table table = table(folder);
                RowCursor rows = table.scan().open()) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isTrue();
            assertThatThrownBy(() -> rows.get("nope"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("no column 'nope'; columns are [id, v, n]");
            assertThatThrownBy(() -> rows.get(9))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("expected a position from 0 to 2, found 9; columns are [id, v, n]");
            assertThatThrownBy(() -> rows.getInt("v"))
                    .isInstanceOf(ClassCastException.class)
                    .hasMessage("column 'v' STRING: asked for INT, SMALLINT or TINYINT, found a value of class String");
            assertThatThrownBy(() -> rows.getString(0))
                    .isInstanceOf(ClassCastException.class)
                    .hasMessage("column 'id' INT NOT NULL: asked for CHAR or VARCHAR, found a value of class Integer");
            assertThatThrownBy(() -> rows.getLong("n"))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("column 'n' BIGINT: expected a value, found null; ask isNull first");
            assertThat(rows.next()).isTrue();
            assertThatThrownBy(() -> rows.getInt("n"))
                    .as("a BIGINT is not cut to an INT")
                    .isInstanceOf(ClassCastException.class);
            assertThatThrownBy(() -> rows.copy().getDate(1))
                    .hasMessage("position 1: asked for DATE, found a value of class String");
        }
    }

    @Test
    void everyTypeIsReadByName(Path folder) {
        LocalDateTime time = LocalDateTime.parse("2026-01-02T03:04:05");
        Instant instant = Instant.parse("2026-01-02T03:04:05Z");
        Row row = Row.of(
                1,
                true,
                5L,
                1.5f,
                2.5,
                "x",
                new byte[] {7},
                new BigDecimal("1.25"),
                LocalDate.of(2026, 1, 2),
                LocalTime.of(3, 4),
                time,
                instant,
                List.of(1, 2),
                Map.of("k", 3),
                Row.of(4));
        try (Table table = Table.create(
                        folder.resolve("db.db/t"),
                        TableDefinition.parse("id INT, b BOOLEAN, l BIGINT, f FLOAT, d DOUBLE, s STRING, y BYTES,"
                                + " m DECIMAL(5, 2), a DATE, t TIME, p TIMESTAMP(3), z TIMESTAMP_LTZ(3),"
                                + " r ARRAY<INT>, e MAP<STRING, INT>, o ROW<i INT>, PRIMARY KEY (id)"));
                TableWriter writer = table.newWriter()) {
            writer.upsert(row);
            writer.commit();
            try (RowCursor rows = table.scan().open()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.isNull("b")).isFalse();
                assertThat(rows.getInt("id")).isEqualTo(1);
                assertThat(rows.getLong("id")).isEqualTo(1);
                assertThat(rows.getBoolean("b")).isTrue();
                assertThat(rows.getLong("l")).isEqualTo(5);
                assertThat(rows.getFloat("f")).isEqualTo(1.5f);
                assertThat(rows.getDouble("f")).isEqualTo(1.5);
                assertThat(rows.getDouble("d")).isEqualTo(2.5);
                assertThat(rows.getString("s")).isEqualTo("x");
                assertThat(rows.getBytes("y")).containsExactly(7);
                assertThat(rows.getDecimal("m")).isEqualTo("1.25");
                assertThat(rows.getDate("a")).isEqualTo("2026-01-02");
                assertThat(rows.getTime("t")).isEqualTo("03:04");
                assertThat(rows.getTimestamp("p")).isEqualTo(time);
                assertThat(rows.getInstant("z")).isEqualTo(instant);
                assertThat(rows.getList("r")).isEqualTo(List.of(1, 2));
                assertThat(rows.getMap("e")).isEqualTo(Map.of("k", 3));
                assertThat(rows.getRow("o")).isEqualTo(Row.of(4));
                assertThat(rows.copy()).isEqualTo(row);
            }
        }
    }

    @Test
    void aClosedWriterTakesNothing(Path folder) {
        try (Table table = table(folder)) {
            Batch batch;
            try (BatchCursor batches = table.scan().openBatches()) {
                batch = Objects.requireNonNull(batches.next());
            }
            TableWriter writer = table.newWriter();
            writer.close();
            writer.close();
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> writer.upsert(Row.of(1, "x", 1L)),
                    () -> writer.delete(Row.key(1)),
                    () -> writer.upsert(batch),
                    writer::prepareCommit,
                    writer::commit)) {
                assertThatThrownBy(call)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the writer is closed");
            }
        }
    }
}
