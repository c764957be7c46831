package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Row;

/**
 * Keys of type CHAR that differ in blanks at their end. Parquet and Avro files keep them; in ORC files two would become one, and a key
 * with a control character out of order, as they do where real Paimon writes them: there they are refused.
 */
@ExtendWith(CheckedTables.class)
class CharKeysTest {
    private static Table table(Path folder, Map<String, String> options) {
        TableDefinition definition = TableDefinition.parse("k CHAR(5), v CHAR(5), PRIMARY KEY (k)");
        return Table.create(folder.resolve("db.db/t"), definition.with(List.of(), options, null));
    }

    private static void write(Table table, Row... rows) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            for (Row row : rows) {
                writer.upsert(row);
            }
            writer.commit();
        }
    }

    private static List<Row> rows(Table table) {
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.next()) {
                rows.add(cursor.copy());
            }
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "avro"})
    void otherFormatsKeepThem(String format, Path folder) {
        try (Table table = table(folder, Map.of("file.format", format))) {
            write(table, Row.of("a", "1"), Row.of("a ", "2 "), Row.of("a\t", "3"));
            write(table, Row.of("a ", "4"));
            assertThat(rows(table)).containsExactly(Row.of("a", "1"), Row.of("a\t", "3"), Row.of("a ", "4"));
            table.compactFully();
            assertThat(rows(table)).containsExactly(Row.of("a", "1"), Row.of("a\t", "3"), Row.of("a ", "4"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void inOrcFilesTheyAreRefused(String thin, Path folder) {
        try (Table table = table(folder, Map.of("file.format", "orc", "data-file.thin-mode", thin))) {
            write(table, Row.of("a", "1 "), Row.of("a\t", "2"));
            assertThatThrownBy(() -> write(table, Row.of("b", "3"), Row.of("a ", "4")))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining(
                            "column 'k': a key of type CHAR(5) NOT NULL in an ORC file loses the blanks at its"
                                    + " end and may become another key; found 'a '");
            assertThat(rows(table)).containsExactly(Row.of("a", "1"), Row.of("a\t", "2"));
            write(table, Row.of("a", "5"));
            assertThat(rows(table)).containsExactly(Row.of("a", "5"), Row.of("a\t", "2"));
        }
    }

    /** A compaction from files that keep them into ones that do not. */
    @Test
    void alsoWhenFilesAreRewritten(Path folder) {
        try (Table table = table(folder, Map.of("file.format", "avro", "file.format.per.level", "5:orc"))) {
            write(table, Row.of("a", "1"), Row.of("a ", "0"));
            write(table, Row.of("a ", "2"));
            assertThatThrownBy(table::compactFully)
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("found 'a '");
            assertThat(rows(table)).containsExactly(Row.of("a", "1"), Row.of("a ", "2"));
        }
    }
}
