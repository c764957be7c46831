package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.types.Types;

/** Columns that say which row is newer (option {@code sequence.field}; spec: merge engines, order of records of one key). */
@ExtendWith(CheckedTables.class)
class SequenceFieldsTest {
    /** Whether the rows come in one commit, or each in its own, and whether the result is compacted. */
    enum Way {
        ONE_COMMIT,
        COMMITS,
        COMPACTED
    }

    private static Table create(Path folder, String columns, Map<String, String> options) {
        return Table.create(
                folder.resolve("db.db/t"), TableDefinition.parse(columns).with(List.of(), options, null));
    }

    private static List<Row> rows(Table table, String... columns) {
        List<Row> rows = new ArrayList<>();
        Scan scan = columns.length == 0 ? table.scan() : table.scan().select(columns);
        try (RowCursor cursor = scan.open()) {
            while (cursor.next()) {
                rows.add(cursor.copy());
            }
        }
        return rows;
    }

    private static void commit(TableWriter writer) {
        assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
    }

    private static void write(Table table, Way way, List<Row> rows) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            for (Row row : rows) {
                writer.upsert(row);
                if (way != Way.ONE_COMMIT) {
                    commit(writer);
                }
            }
            if (way == Way.ONE_COMMIT) {
                commit(writer);
            }
        }
        if (way == Way.COMPACTED) {
            table.compactFully();
        }
    }

    /** The examples of the format page; a number is the position of the row that wins. */
    @ParameterizedTest
    @CsvSource({
        "'5 3', 0",
        "'null 1', 1",
        "'1 null', 0",
        "'7 7', 1",
        "'null null', 1",
        "'3 5 4 5 2', 3",
    })
    void theGreatestValueWinsAndAmongEqualOnesTheLast(String sequences, int winner, Path folder) {
        for (Way way : Way.values()) {
            try (Table table = create(
                    folder.resolve(way.name()),
                    "id INT, v INT, s BIGINT, PRIMARY KEY (id)",
                    Map.of("sequence.field", "s"))) {
                List<Row> rows = new ArrayList<>();
                for (String text : sequences.split(" ", -1)) {
                    rows.add(Row.of(1, rows.size(), text.equals("null") ? null : Long.valueOf(text)));
                }
                write(table, way, rows);
                assertThat(rows(table)).as("%s", way).containsExactly(rows.get(winner));
                assertThat(table.get(1)).as("%s", way).contains(rows.get(winner));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void severalFieldsAreComparedInTheirOrder(Way way, Path folder) {
        try (Table table = create(
                folder, "id INT, s2 INT, s1 INT, v STRING, PRIMARY KEY (id)", Map.of("sequence.field", "s1, s2"))) {
            write(
                    table,
                    way,
                    List.of(
                            Row.of(1, 1, 5, "a"),
                            Row.of(1, 0, 5, "b"),
                            Row.of(1, 9, 4, "c"),
                            Row.of(1, 2, 5, "d"),
                            Row.of(1, null, 5, "e")));
            assertThat(rows(table)).containsExactly(Row.of(1, 2, 5, "d"));
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void theSmallestWinsWhereTheOptionSaysSoButNeverANull(Way way, Path folder) {
        try (Table table = create(
                folder,
                "id INT, s INT, v STRING, PRIMARY KEY (id)",
                Map.of("sequence.field", "s", "sequence.field.sort-order", "descending"))) {
            write(
                    table,
                    way,
                    List.of(
                            Row.of(1, 5, "a"),
                            Row.of(1, 3, "b"),
                            Row.of(1, 4, "c"),
                            Row.of(1, null, "d"),
                            Row.of(2, null, "e"),
                            Row.of(2, 9, "f")));
            assertThat(rows(table)).containsExactly(Row.of(1, 3, "b"), Row.of(2, 9, "f"));
        }
    }

    @Test
    void notANumberIsTheGreatestOfAllAndMinusZeroLessThanZero(Path folder) { // Paimon pull request 8295
        try (Table table = create(folder, "id INT, s DOUBLE, v INT, PRIMARY KEY (id)", Map.of("sequence.field", "s"))) {
            write(
                    table,
                    Way.COMMITS,
                    List.of(
                            Row.of(1, Double.NaN, 1),
                            Row.of(1, Double.POSITIVE_INFINITY, 2),
                            Row.of(2, 0.0, 1),
                            Row.of(2, -0.0, 2)));
            assertThat(rows(table)).containsExactly(Row.of(1, Double.NaN, 1), Row.of(2, 0.0, 1));
        }
    }

    /** Paimon issue 2219: a read of columns without the sequence field returned rows of other versions. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void aReadWithoutTheFieldGivesTheSameRows(Way way, Path folder) {
        try (Table table = create(folder, "k INT, s INT, v STRING, PRIMARY KEY (k)", Map.of("sequence.field", "s"))) {
            write(table, way, List.of(Row.of(1, 9, "new"), Row.of(2, 1, "x"), Row.of(1, 8, "old"), Row.of(2, 2, "y")));
            assertThat(rows(table, "k")).containsExactly(Row.of(1), Row.of(2));
            assertThat(rows(table, "v")).containsExactly(Row.of("new"), Row.of("y"));
            assertThat(rows(table, "v", "k")).containsExactly(Row.of("new", 1), Row.of("y", 2));
        }
    }

    @Test
    void aDeleteHasItsOwnAge(Path folder) {
        try (Table table = create(folder, "id INT, s INT, v STRING, PRIMARY KEY (id)", Map.of("sequence.field", "s"));
                TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of(1, 9, "stays"));
            writer.upsert(Row.of(2, 5, "goes"));
            commit(writer);
            writer.write(RowKind.DELETE, Row.of(1, 8, null));
            writer.write(RowKind.DELETE, Row.of(2, 5, null));
            commit(writer);
            writer.upsert(Row.of(2, 4, "too old"));
            commit(writer);
            assertThat(rows(table)).containsExactly(Row.of(1, 9, "stays"));
            assertThat(table.get(2)).isEmpty();
            assertThatThrownBy(() -> writer.delete(Row.key(1)))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("expected a whole row")
                    .hasMessageContaining("'sequence.field'");
        }
    }

    @Test
    void aDeleteThatReachedTheLastLevelIsForgotten(Path folder) {
        try (Table table = create(folder, "id INT, s INT, v STRING, PRIMARY KEY (id)", Map.of("sequence.field", "s"))) {
            try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                writer.upsert(Row.of(1, 5, "first"));
                writer.write(RowKind.DELETE, Row.of(1, 9, null));
                writer.upsert(Row.of(2, 1, "other"));
                commit(writer);
            }
            table.compactFully();
            write(table, Way.COMMITS, List.of(Row.of(1, 6, "older than the delete")));
            assertThat(rows(table)).containsExactly(Row.of(1, 6, "older than the delete"), Row.of(2, 1, "other"));
        }
    }

    @Test
    void filesFromBeforeTheFieldHaveItNullAndWidenedOnesAreCast(Path folder) {
        try (Table table = create(folder, "id INT, v STRING, s INT, PRIMARY KEY (id)", Map.of())) {
            write(table, Way.COMMITS, List.of(Row.of(1, "a", 7), Row.of(2, "b", 7)));
            table.alter(
                    new SchemaChange.AddColumn("t", Types.INT),
                    new SchemaChange.ChangeType(ColumnPath.of("s"), Types.BIGINT, SchemaChange.Nullability.KEPT),
                    new SchemaChange.SetOption("sequence.field", "s,t"));
        }
        try (Table table = Table.open(folder.resolve("db.db/t"))) {
            write(
                    table,
                    Way.COMMITS,
                    List.of(Row.of(1, "older", 6L, 1), Row.of(2, "newer by its second field", 7L, 0)));
            assertThat(rows(table))
                    .containsExactly(Row.of(1, "a", 7L, null), Row.of(2, "newer by its second field", 7L, 0));
        }
    }

    /** Many rows through a small buffer that is spilled, against a plain map; keys that share their first bytes and keys that do not. */
    @ParameterizedTest
    @CsvSource({"1", "2"})
    void aBufferThatSpillsKeepsTheNewest(long seed, Path folder) {
        Random random = new Random(seed);
        Map<String, String> options = new LinkedHashMap<>();
        options.put("sequence.field", "s");
        options.put("write-buffer-size", "256 kb");
        options.put("local-sort.max-num-file-handles", "3");
        Map<String, Row> model = new TreeMap<>();
        try (Table table = create(folder, "id STRING, s INT, v BIGINT, PRIMARY KEY (id)", options)) {
            try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                for (int i = 0; i < 30_000; i++) {
                    Row row = Row.of(
                            "a common beginning " + random.nextInt(9_000),
                            random.nextInt(10) == 0 ? null : random.nextInt(20),
                            (long) i);
                    writer.upsert(row);
                    model.merge((String) row.get(0), row, SequenceFieldsTest::newer);
                }
                commit(writer);
            }
            assertThat(rows(table)).as("seed %d", seed).containsExactlyElementsOf(model.values());
        }
    }

    private static Row newer(Row earlier, Row later) {
        int before = earlier.isNull(1) ? -1 : earlier.getInt(1);
        int after = later.isNull(1) ? -1 : later.getInt(1);
        return before > after ? earlier : later;
    }
}
