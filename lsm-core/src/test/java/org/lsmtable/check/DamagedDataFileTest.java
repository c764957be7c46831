package org.lsmtable.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.data.Row;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableException;
import org.lsmtable.table.TableWriter;

/** What the checker and a scan say of a data file that was damaged behind the table's back. */
class DamagedDataFileTest {
    private static final int ROWS = 1_000;

    @TempDir
    Path folder;

    private Path file = Path.of("");

    private Table table() throws IOException {
        Path location = folder.resolve("t");
        Table table = Table.create(location, TableDefinition.parse("id BIGINT, n INT, PRIMARY KEY (id)"));
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            Random random = new Random(42);
            for (int i = 0; i < ROWS; i++) {
                writer.upsert(Row.of(random.nextLong(), i));
            }
            writer.commit();
        }
        try (var files = Files.list(location.resolve("bucket-0"))) {
            file = files.findFirst().orElseThrow();
        }
        return table;
    }

    private static long scan(Table table) throws Exception {
        try (var rows = table.scan().open()) {
            long count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        }
    }

    @Test
    void theCopiesOfKeysAreReread() throws Exception {
        try (Table table = table()) {
            assertThat(table.check(Depth.ROWS)).isEmpty();
            byte[] bytes = Files.readAllBytes(file);
            // 1,000 random longs take some 8,000 bytes, and the copy of the key is the first column
            bytes[4_000] ^= 1;
            Files.write(file, bytes);
            List<Finding> found = table.check(Depth.ROWS);
            assertThat(found).hasSize(1);
            assertThat(found.get(0).toString()).contains(file.toString()).contains("'_KEY_id'");
        }
    }

    @Test
    void aMissingDataFileIsDamage() throws Exception {
        try (Table table = table()) {
            assertThat(scan(table)).isEqualTo(ROWS);
            Files.delete(file);
            assertThatThrownBy(() -> scan(table))
                    .isInstanceOf(TableException.class)
                    .hasMessage(file + ": missing, though the table's metadata names it")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(TableException.Reason.DAMAGED);
        }
    }
}
