package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.format.all.Formats;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeParser;

/**
 * Filters on a column whose type has changed, with files from before and after: the rows that pass are those whose cast value passes, for
 * every operator, whatever statistics of old files say (a trap of the format: literals that were narrowed to the old type).
 */
@ExtendWith(CheckedTables.class)
class EvolvedFilterTest {
    private static final List<String> FORMATS =
            Stream.of("parquet", "orc", "avro").filter(Formats::isKnown).toList();

    static Stream<Arguments> changes() {
        return Stream.of(
                change("INT", "BIGINT", List.of(-5, 7, 2_000_000_000), 3_000_000_000L, -5L, 7L),
                change("BIGINT", "INT", List.of(4_294_967_301L, 7L, -1L), 5, 7, -1),
                change("INT", "DECIMAL(12, 2)", List.of(-5, 7, 10), dec("1.50"), dec("7.00"), dec("10.00")),
                change("INT", "DECIMAL(5, 2)", List.of(-5, 7, 100_000), dec("1.50"), dec("7.00"), dec("-5.00")),
                change("INT", "STRING", List.of(10, 9, 100), "9", "10", "95"),
                change("FLOAT", "DOUBLE", List.of(0.1f, Float.NaN, -0.0f), 0.1, (double) 0.1f, 0.0, -0.0),
                change("DOUBLE", "INT", List.of(0.9, Double.NaN, -1.9), 0, -1, 1),
                change(
                        "DECIMAL(5, 2)",
                        "DECIMAL(8, 3)",
                        List.of(dec("1.25"), dec("-9.99")),
                        dec("1.250"),
                        dec("1.251")),
                change("DECIMAL(5, 2)", "DECIMAL(4, 1)", List.of(dec("1.25"), dec("999.99")), dec("1.3"), dec("1.2")),
                change("STRING", "INT", List.of("10", "9", "100"), 9, 10, 95),
                change("STRING", "VARCHAR(2)", List.of("abc", "abd", "b"), "ab", "b", "abc".substring(0, 1)),
                change(
                        "TIMESTAMP(3)",
                        "TIMESTAMP(6)",
                        List.of(time("2024-01-01T00:00:00.123"), time("1969-12-31T23:59:58.5")),
                        time("2024-01-01T00:00:00.123"),
                        time("2024-01-01T00:00:00.123001")),
                change(
                        "TIMESTAMP(6)",
                        "TIMESTAMP(0)",
                        List.of(time("2024-01-01T00:00:00.9"), time("1969-12-31T23:59:58.5")),
                        time("2024-01-01T00:00:00"),
                        time("1969-12-31T23:59:59")));
    }

    private static BigDecimal dec(String text) {
        return new BigDecimal(text);
    }

    private static LocalDateTime time(String text) {
        return LocalDateTime.parse(text);
    }

    private static Arguments change(String from, String to, List<?> values, Object... literals) {
        return Arguments.of(from, to, values, List.of(literals));
    }

    private static List<Predicate> filters(Object literal) {
        return List.of(
                Predicate.eq("v", literal),
                Predicate.not(Predicate.eq("v", literal)),
                Predicate.lt("v", literal),
                Predicate.le("v", literal),
                Predicate.gt("v", literal),
                Predicate.ge("v", literal),
                Predicate.isNull("v"),
                Predicate.isNotNull("v"));
    }

    /** Each of our operators by hand. */
    private static List<Boolean> expected(@Nullable Object value, Object literal, DataType type) {
        if (value == null) {
            return List.of(false, false, false, false, false, false, true, false);
        }
        int order = Values.compare(value, literal, type);
        return List.of(order == 0, order != 0, order < 0, order <= 0, order > 0, order >= 0, false, true);
    }

    @ParameterizedTest(name = "{0} to {1}")
    @MethodSource("changes")
    void theRowsWhoseCastValuePasses(String from, String to, List<?> values, List<?> literals, Path folder) {
        for (String format : FORMATS) {
            Path path = folder.resolve("db.db/" + format);
            TableDefinition definition = TableDefinition.parse("id INT, v " + from + ", PRIMARY KEY (id)")
                    .with(List.of(), Map.of("file.format", format), null);
            check(path, definition, TypeParser.parse(to), values, literals);
        }
    }

    private static void check(Path path, TableDefinition definition, DataType type, List<?> values, List<?> literals) {
        try (Table table = Table.create(path, definition)) {
            int id = 0;
            for (Object value : values) {
                write(table, Row.of(id++, value)); // a file for each value, so that each has its own statistics
            }
            write(table, Row.of(id++, null));
            table.alter(new ChangeType(ColumnPath.of("v"), type, Nullability.AS_GIVEN));
            write(table, Row.of(id, literals.get(0)));
            List<Row> all = rows(table.scan());
            assertThat(all).hasSize(id + 1);
            for (Object literal : literals) {
                List<Predicate> filters = filters(literal);
                for (int i = 0; i < filters.size(); i++) {
                    int operator = i;
                    List<Row> passing = all.stream()
                            .filter(row -> expected(row.get(1), literal, type).get(operator))
                            .toList();
                    assertThat(rows(table.scan().where(filters.get(i))))
                            .as("%s over %s", filters.get(i), all)
                            .isEqualTo(passing);
                }
            }
        }
    }

    private static void write(Table table, Row row) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(row);
            writer.commit();
        }
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
}
