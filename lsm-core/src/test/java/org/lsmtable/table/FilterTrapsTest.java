package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Row;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.types.TypeParser;

/** Traps of filters on whole tables, each value in a file of its own so that a wrong bound would hide it. */
@ExtendWith(CheckedTables.class)
class FilterTrapsTest {
    private static Table table(Path folder, String format, String key, String value) {
        return Table.create(
                folder.resolve("db.db/" + format + key.length() + value.replaceAll("\\W", "")),
                TableDefinition.parse("k " + key + ", v " + value + ", PRIMARY KEY (k)")
                        .with(List.of(), Map.of("file.format", format, "metadata.stats-mode", "full"), null));
    }

    private static void write(Table table, Object key, Object value) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of(key, value));
            writer.commit();
        }
    }

    private static List<Object> keys(Table table, Predicate where) {
        List<Object> keys = new ArrayList<>();
        try (RowCursor cursor = table.scan().where(where).open()) {
            while (cursor.next()) {
                keys.add(cursor.get("k"));
            }
        }
        return keys;
    }

    /** C01: the physical type of a decimal follows its precision in the file, and negative ones have a sign. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void decimalsOfEveryWidth(String format, Path folder) {
        for (String type : List.of("DECIMAL(9, 2)", "DECIMAL(18, 2)", "DECIMAL(38, 2)")) {
            try (Table table = table(folder, format, "INT", type)) {
                List<String> values = List.of("-9999999.99", "-1.00", "0.00", "0.01", "9999999.99");
                for (int i = 0; i < values.size(); i++) {
                    write(table, i, new BigDecimal(values.get(i)));
                }
                for (int change = 0; change < 2; change++) {
                    assertThat(keys(table, Predicate.lt("v", new BigDecimal("0"))))
                            .containsExactly(0, 1);
                    assertThat(keys(table, Predicate.le("v", 0))).containsExactly(0, 1, 2);
                    assertThat(keys(table, Predicate.ge("v", new BigDecimal("0.005"))))
                            .containsExactly(3, 4);
                    assertThat(keys(table, Predicate.eq("v", new BigDecimal("-1"))))
                            .containsExactly(1);
                    assertThat(keys(table, Predicate.eq("v", new BigDecimal("-9999999.99"))))
                            .containsExactly(0);
                    assertThat(keys(table, Predicate.gt("v", new BigDecimal("9999999.989"))))
                            .containsExactly(4);
                    assertThat(keys(table, Predicate.in("v", 0, new BigDecimal("0.010"))))
                            .containsExactly(2, 3);
                    // the same on files of another precision than the table's
                    table.alter(new ChangeType(
                            ColumnPath.of("v"), TypeParser.parse("DECIMAL(38, 4)"), Nullability.AS_GIVEN));
                }
            }
        }
    }

    /** C03: bytes have no sign, and a prefix comes first. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void binaryKeysHaveNoSign(String format, Path folder) {
        List<byte[]> ordered = List.of(
                new byte[0], new byte[] {0}, new byte[] {0x7f}, new byte[] {0x7f, 0}, new byte[] {-128}, new byte[] {-1
                });
        try (Table table = table(folder, format, "BYTES", "INT")) {
            for (int i = ordered.size() - 1; i >= 0; i--) {
                write(table, ordered.get(i), i);
            }
            assertThat(keys(table, Predicate.ge("v", 0)))
                    .usingElementComparator((a, b) -> java.util.Arrays.compare((byte[]) a, (byte[]) b))
                    .containsExactlyElementsOf(ordered);
            assertThat(keys(table, Predicate.gt("k", new byte[] {0x7f}))).hasSize(3);
            assertThat(keys(table, Predicate.between("k", new byte[] {0x7f, 0}, new byte[] {-128})))
                    .hasSize(2);
            assertThat(keys(table, Predicate.lt("k", new byte[] {-128}))).hasSize(4);
            write(table, new byte[] {-128}, 7);
            assertThat(keys(table, Predicate.eq("k", new byte[] {-128}))).hasSize(1);
            assertThat(table.get(new Object[] {new byte[] {-128}}).orElseThrow().get(1))
                    .isEqualTo(7);
        }
    }

    /** C04: NaN is one value and the greatest, and −0.0 comes before 0.0. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void floatingValuesAreInTotalOrder(String format, Path folder) {
        List<Double> ordered =
                List.of(Double.NEGATIVE_INFINITY, -1.5, -0.0, 0.0, 1.5, Double.POSITIVE_INFINITY, Double.NaN);
        try (Table table = table(folder, format, "INT", "DOUBLE")) {
            for (int i = 0; i < ordered.size(); i++) {
                write(table, i, ordered.get(i));
            }
            write(table, 7, Double.longBitsToDouble(0x7ff8000000000123L));
            assertThat(keys(table, Predicate.eq("v", Double.NaN))).containsExactly(6, 7);
            assertThat(keys(table, Predicate.gt("v", Double.POSITIVE_INFINITY))).containsExactly(6, 7);
            assertThat(keys(table, Predicate.gt("v", Double.NaN))).isEmpty();
            assertThat(keys(table, Predicate.lt("v", 0.0))).containsExactly(0, 1, 2);
            assertThat(keys(table, Predicate.eq("v", -0.0))).containsExactly(2);
            assertThat(keys(table, Predicate.not(Predicate.le("v", 1.5)))).containsExactly(5, 6, 7);
        }
    }

    /** C07: bounds that a format cuts to milliseconds must not hide the microseconds above them. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void microsecondsAboveTheBound(String format, Path folder) {
        try (Table table = table(folder, format, "INT", "TIMESTAMP(6)")) {
            write(table, 1, LocalDateTime.parse("2024-01-01T00:00:00.000902"));
            assertThat(keys(table, Predicate.gt("v", LocalDateTime.parse("2024-01-01T00:00:00.000500"))))
                    .containsExactly(1);
            assertThat(keys(table, Predicate.le("v", LocalDateTime.parse("2024-01-01T00:00:00"))))
                    .isEmpty();
            assertThat(keys(table, Predicate.eq("v", LocalDateTime.parse("2024-01-01T00:00:00.000902"))))
                    .containsExactly(1);
            assertThat(keys(table, Predicate.eq("v", LocalDateTime.parse("2024-01-01T00:00:00.000902001"))))
                    .isEmpty();
        }
    }

    /** C08: the unit of the file is not that of the table. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void filesOfAnotherUnit(String format, Path folder) {
        LocalDateTime whole = LocalDateTime.parse("2024-01-01T00:00:00.123");
        try (Table table = table(folder, format, "INT", "TIMESTAMP(6)")) {
            write(table, 1, whole);
            write(table, 2, whole.plusNanos(456_000));
            table.alter(new ChangeType(ColumnPath.of("v"), TypeParser.parse("TIMESTAMP(3)"), Nullability.AS_GIVEN));
            write(table, 3, whole);
            assertThat(keys(table, Predicate.eq("v", whole))).containsExactly(1, 2, 3);
            assertThat(keys(table, Predicate.gt("v", whole))).isEmpty();
            assertThat(keys(table, Predicate.lt("v", whole.plusNanos(1)))).containsExactly(1, 2, 3);
        }
        try (Table table = table(folder, format, "INT", "TIMESTAMP(3)")) {
            write(table, 1, whole);
            table.alter(new ChangeType(ColumnPath.of("v"), TypeParser.parse("TIMESTAMP(6)"), Nullability.AS_GIVEN));
            write(table, 2, whole.plusNanos(1_000));
            assertThat(keys(table, Predicate.eq("v", whole))).containsExactly(1);
            assertThat(keys(table, Predicate.ge("v", whole.plusNanos(500)))).containsExactly(2);
        }
    }

    /** C15: partitions under conditions that are negated or list values, blank ones among them. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet"})
    void partitionsFollowThreeValuedLogic(String format, Path folder) {
        TableDefinition definition = TableDefinition.parse("p STRING, q INT, k INT, v INT, PRIMARY KEY (p, q, k)")
                .with(List.of("p", "q"), Map.of("file.format", format), null);
        try (Table table = Table.create(folder.resolve("db.db/p"), definition)) {
            List<String> partitions = List.of("x", "", " ", "y", "__DEFAULT_PARTITION__");
            for (int i = 0; i < partitions.size(); i++) {
                try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                    writer.upsert(Row.of(partitions.get(i), i % 2, i, i));
                    writer.commit();
                }
            }
            assertThat(keys(table, Predicate.ne("p", "x"))).containsExactlyInAnyOrder(1, 2, 3, 4);
            assertThat(keys(table, Predicate.not(Predicate.eq("p", "x")))).containsExactlyInAnyOrder(1, 2, 3, 4);
            assertThat(keys(table, Predicate.in("p", "", " "))).containsExactlyInAnyOrder(1, 2);
            assertThat(keys(table, Predicate.eq("p", "__DEFAULT_PARTITION__"))).containsExactly(4);
            assertThat(keys(table, Predicate.isNull("p"))).isEmpty();
            assertThat(keys(table, Predicate.not(Predicate.in("p", "x", "y")))).containsExactlyInAnyOrder(1, 2, 4);
            assertThat(keys(table, Predicate.not(Predicate.and(Predicate.eq("p", "x"), Predicate.eq("q", 0)))))
                    .containsExactlyInAnyOrder(1, 2, 3, 4);
            assertThat(keys(table, Predicate.eq("q", 1))).containsExactlyInAnyOrder(1, 3);
        }
    }
}
