package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.data.Row;
import org.lsmtable.maintenance.Retention;
import org.lsmtable.table.TableException.Reason;

/** A reader whose snapshot expires while it reads is told so; only files that are missing from a snapshot that is there are damage. */
@ExtendWith(CheckedTables.class)
class ReadsDuringExpiryTest {
    private static final Retention ALL_BUT_ONE = new Retention(1, 1, Duration.ZERO, Integer.MAX_VALUE);
    private static final SnapshotRef FIRST = SnapshotRef.snapshot(1);

    private static Table create(Path folder) {
        return Table.create(
                folder.resolve("t"),
                TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                        .with(List.of(), Map.of("bucket", "1"), null));
    }

    private static void write(Table table, String value) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of(1, value));
            writer.commit();
        }
    }

    private static void expireTheFirst(Table table) {
        write(table, "b");
        table.compactFully();
        Maintenance maintenance = table.maintenance();
        assertThat(maintenance.execute(maintenance.expiry(ALL_BUT_ONE)).failures())
                .isEmpty();
    }

    private static void assertExpired(ThrowingCallable read) {
        assertThatThrownBy(read)
                .isInstanceOfSatisfying(
                        TableException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND))
                .hasMessageContaining("snapshot 1 expired while it was read");
    }

    @Test
    void rowsAndBatches(Path folder) {
        try (Table table = create(folder)) {
            write(table, "a");
            try (RowCursor rows = table.scan().asOf(FIRST).open();
                    BatchCursor batches = table.scan().asOf(FIRST).openBatches()) {
                expireTheFirst(table);
                assertExpired(rows::next);
                assertExpired(batches::next);
            }
        }
    }

    @Test
    void aTagKeepsWhatIsRead(Path folder) {
        try (Table table = create(folder)) {
            write(table, "a");
            table.createTag("kept", FIRST);
            try (RowCursor rows = table.scan().asOf(FIRST).open()) {
                expireTheFirst(table);
                assertThat(rows.next()).isTrue();
                assertThat(rows.get(1)).isEqualTo("a");
            }
        }
    }

    @Test
    void aMissingFileOfASnapshotThatIsThereIsDamage(Path folder) throws Exception {
        Path elsewhere = java.nio.file.Files.createTempDirectory("damaged");
        try (Table table = create(elsewhere)) {
            write(table, "a");
            try (RowCursor rows = table.scan().open();
                    var files = java.nio.file.Files.list(elsewhere.resolve("t/bucket-0"))) {
                for (Path file : files.toList()) {
                    java.nio.file.Files.delete(file);
                }
                assertThatThrownBy(rows::next)
                        .isInstanceOfSatisfying(
                                TableException.class,
                                e -> assertThat(e.reason()).isEqualTo(Reason.DAMAGED));
            }
        }
        assertThat(folder).isEmptyDirectory();
    }
}
