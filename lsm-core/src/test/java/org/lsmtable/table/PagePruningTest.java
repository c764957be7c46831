package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.data.Row;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.types.TypeParser;

/**
 * Pages and row groups are left out for a column that had another type when its file was written, where the change keeps the order of values,
 * and not where it does not (C34). Manifests have no statistics here, so that only files can tell.
 */
@ExtendWith(CheckedTables.class)
class PagePruningTest {
    private static final int ROWS = 5_000;

    /** A change, the value of a row before it, a literal and the only row that has it, and whether bounds can be cast. */
    static Stream<Arguments> changes() {
        IntFunction<Object> number = row -> row;
        return Stream.of(
                Arguments.of("INT", "INT", number, 4_321, 4_321, true),
                Arguments.of("INT", "BIGINT", number, 4_321L, 4_321, true),
                Arguments.of("INT", "DECIMAL(12, 2)", number, new BigDecimal("4321.00"), 4_321, true),
                Arguments.of("INT", "DOUBLE", number, 4_321.0, 4_321, true),
                Arguments.of("INT", "STRING", number, "4321", 4_321, false),
                Arguments.of("INT", "DECIMAL(5, 2)", number, new BigDecimal("432.00"), 432, false),
                Arguments.of("BIGINT", "INT", (IntFunction<Object>) row -> (long) row << 20, 4 << 20, -1, false),
                Arguments.of(
                        "DECIMAL(6, 1)",
                        "DECIMAL(20, 3)",
                        (IntFunction<Object>) row -> BigDecimal.valueOf(row - 2_500, 1),
                        new BigDecimal("-123.400"),
                        2_500 - 1_234,
                        true),
                Arguments.of(
                        "TIMESTAMP(3)",
                        "TIMESTAMP(6)",
                        (IntFunction<Object>)
                                row -> LocalDateTime.of(2024, 1, 1, 0, 0).plusSeconds(row * 10L),
                        LocalDateTime.parse("2024-01-01T12:00:10"),
                        4_321,
                        true),
                Arguments.of(
                        "TIMESTAMP(6)",
                        "TIMESTAMP(3)",
                        (IntFunction<Object>)
                                row -> LocalDateTime.of(2024, 1, 1, 0, 0).plusNanos(row * 10_000_000_900L),
                        LocalDateTime.parse("2024-01-01T00:08:20"),
                        50,
                        true));
    }

    @ParameterizedTest(name = "{0} to {1}")
    @MethodSource("changes")
    void pagesOfOlderTypes(
            String from, String to, IntFunction<Object> value, Object literal, int row, boolean canTell, Path folder) {
        for (String format : List.of("parquet", "orc")) {
            TableDefinition definition = TableDefinition.parse("id INT, v " + from + ", PRIMARY KEY (id)")
                    .with(
                            List.of(),
                            Map.of(
                                    "file.format", format,
                                    "metadata.stats-mode", "none",
                                    "parquet.page.row.count.limit", "1000",
                                    "orc.row.index.stride", "1000"),
                            null);
            try (Table table = Table.create(folder.resolve("db.db/" + format), definition)) {
                try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                    for (int i = 0; i < ROWS; i++) {
                        writer.upsert(Row.of(i, value.apply(i)));
                    }
                    writer.commit();
                }
                if (!from.equals(to)) {
                    table.alter(new ChangeType(ColumnPath.of("v"), TypeParser.parse(to), Nullability.AS_GIVEN));
                }
                List<Object> found = new ArrayList<>();
                ScanReport report;
                try (RowCursor cursor =
                        table.scan().where(Predicate.eq("v", literal)).open()) {
                    while (cursor.next()) {
                        found.add(cursor.get("id"));
                    }
                    report = cursor.report();
                }
                assertThat(report.rowsInFiles()).isEqualTo(ROWS);
                assertThat(report.rowsReturned()).isEqualTo(found.size());
                if (row >= 0) {
                    assertThat(found).as(format).containsExactly(row);
                } else {
                    // cut to 32 bits, every 4096th number is the same
                    assertThat(found).as(format).containsExactly(4, 4 + 4096);
                }
                assertThat(report.rowsDecoded()).as(format).isEqualTo(canTell ? 1_000 : ROWS);
                assertThat(report.pagesSkipped()).as(format).isEqualTo(canTell ? 4 : 0);
                assertThat(report.pages()).as(format).isEqualTo(5);
                assertThat(table.scan().where(Predicate.gt("v", literal)).count()
                                + table.scan().where(Predicate.le("v", literal)).count()
                                + table.scan().where(Predicate.isNull("v")).count())
                        .isEqualTo(ROWS);
            }
        }
    }
}
