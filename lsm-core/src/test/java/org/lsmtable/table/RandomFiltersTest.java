package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.check.Depth;
import org.lsmtable.data.Row;
import org.lsmtable.predicate.NaiveLogic;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.predicate.RandomPredicates;
import org.lsmtable.scan.ScanCounters;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.ColumnPosition;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.schema.SchemaChange.RenameColumn;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;

/**
 * Random tables, layouts and schema changes under random conditions: a filtered scan gives the rows that a row-at-a-time evaluation of SQL's
 * three-valued logic keeps of the whole table, in the same order, whatever is left out on the way.
 *
 * <p>{@code -Dfilters=N} for more tables, {@code -Dfilter.seed=S} for one again. Traps of the format: C01, C03, C04, C07, C08, C15, C34, C41,
 * C42.
 */
class RandomFiltersTest {
    private static final int TABLES = Integer.getInteger("filters", 12);
    private static final int CONDITIONS = 40;
    private static final String LOCATION = "/warehouse/db.db/t";

    private static final List<String> TYPES = List.of(
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INT",
            "BIGINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL(5, 2)",
            "DECIMAL(18, 4)",
            "DECIMAL(38, 10)",
            "CHAR(3)",
            "STRING",
            "BYTES",
            "DATE",
            "TIME(3)",
            "TIMESTAMP(3)",
            "TIMESTAMP(6)",
            "TIMESTAMP(3) WITH LOCAL TIME ZONE",
            "TIMESTAMP(6) WITH LOCAL TIME ZONE");

    private static final List<String> KEY_TYPES = List.of(
            "INT", "BIGINT", "STRING", "BYTES", "DOUBLE", "DECIMAL(18, 4)", "DECIMAL(38, 10)", "TIMESTAMP(6)", "DATE");

    /** What a column may become without failing, whatever it holds. */
    private static final Map<String, List<String>> CHANGES = Map.ofEntries(
            Map.entry("BOOLEAN", List.of("INT", "STRING")),
            Map.entry("TINYINT", List.of("SMALLINT", "BIGINT", "DOUBLE", "DECIMAL(5, 2)")),
            Map.entry("SMALLINT", List.of("INT", "TINYINT", "FLOAT", "DECIMAL(18, 4)")),
            Map.entry("INT", List.of("BIGINT", "SMALLINT", "DECIMAL(5, 2)", "DECIMAL(18, 4)", "STRING", "FLOAT")),
            Map.entry("BIGINT", List.of("INT", "DECIMAL(38, 10)", "DOUBLE", "STRING")),
            Map.entry("FLOAT", List.of("DOUBLE", "INT")),
            Map.entry("DOUBLE", List.of("FLOAT", "BIGINT")),
            Map.entry("DECIMAL(5, 2)", List.of("DECIMAL(18, 4)", "DOUBLE", "INT", "STRING")),
            Map.entry("DECIMAL(18, 4)", List.of("DECIMAL(38, 10)", "DECIMAL(5, 2)", "FLOAT")),
            Map.entry("DECIMAL(38, 10)", List.of("DECIMAL(18, 4)", "DOUBLE")),
            Map.entry("CHAR(3)", List.of("STRING", "VARCHAR(9)")),
            Map.entry("DATE", List.of("TIMESTAMP(3)", "TIMESTAMP(6)", "STRING")),
            Map.entry("TIMESTAMP(3)", List.of("TIMESTAMP(6)", "DATE")),
            Map.entry("TIMESTAMP(6)", List.of("TIMESTAMP(3)", "DATE", "STRING")),
            Map.entry(
                    "TIMESTAMP(3) WITH LOCAL TIME ZONE", List.of("TIMESTAMP(6) WITH LOCAL TIME ZONE", "TIMESTAMP(3)")),
            Map.entry("TIMESTAMP(6) WITH LOCAL TIME ZONE", List.of("TIMESTAMP(3) WITH LOCAL TIME ZONE")));

    private final Skipped skipped = new Skipped();

    /** What was left out in all, so that the test is seen to test something. */
    private static final class Skipped {
        long entriesByPartition;
        long entriesByBucket;
        long filesByKey;
        long filesByValue;
        long filesByIndex;
        long rows;
        long rowsByIndex;

        void add(ScanReport report) {
            ScanCounters counters = report.plan();
            rows += report.rowsSkipped();
            rowsByIndex += report.rowsSkippedByIndex();
            entriesByPartition += counters.entriesSkippedByPartition();
            entriesByBucket += counters.entriesSkippedByBucket();
            filesByKey += counters.filesSkippedByKey();
            filesByValue += counters.filesSkippedByValue();
            filesByIndex += counters.filesSkippedByIndex();
        }
    }

    @Test
    void filteredScansAreExact() {
        Long one = Long.getLong("filter.seed");
        long first = one != null ? one : new Random().nextLong();
        for (int i = 0; i < (one != null ? 1 : TABLES); i++) {
            long seed = first + i;
            try {
                new OneTable(seed).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("-Dfilter.seed=" + seed + ": " + e.getMessage(), e);
            }
        }
        if (one == null && TABLES >= 12) {
            assertThat(skipped.filesByKey).as("files left out by key").isPositive();
            assertThat(skipped.filesByValue).as("files left out by value").isPositive();
            assertThat(skipped.filesByIndex).as("files left out by index").isPositive();
            assertThat(skipped.rows + skipped.rowsByIndex)
                    .as("rows left out by row group, page or bitmap")
                    .isPositive();
            assertThat(skipped.entriesByBucket + skipped.entriesByPartition)
                    .as("entries left out by partition or bucket")
                    .isPositive();
        }
    }

    /** One random table and its conditions. */
    private final class OneTable {
        private final long seed;
        private final Random random;
        private final String format;
        private final boolean isPartitioned;
        /** Columns that had floating numbers at some time: NaN is no DECIMAL. */
        private final Set<Integer> floating = new HashSet<>();

        private int added;

        OneTable(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.format = oneOf(List.of("parquet", "parquet", "orc", "avro"));
            this.isPartitioned = random.nextBoolean();
        }

        private <T> T oneOf(List<T> values) {
            return values.get(random.nextInt(values.size()));
        }

        void run() {
            MemoryStorage disk = new MemoryStorage();
            AtomicInteger names = new AtomicInteger();
            TableEnvironment environment = new TableEnvironment(
                    disk,
                    Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC),
                    () -> "n" + seed + "-" + names.getAndIncrement(),
                    Runnable::run,
                    System.getProperty("java.io.tmpdir"),
                    1);
            List<String> types = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                types.add(oneOf(TYPES));
            }
            StringBuilder columns = new StringBuilder("p STRING, k " + oneOf(KEY_TYPES) + ", n INT");
            for (int i = 0; i < types.size(); i++) {
                columns.append(", c").append(i).append(' ').append(types.get(i));
            }
            columns.append(", PRIMARY KEY (p, k, n)");
            TableDefinition definition = TableDefinition.parse(columns.toString())
                    .with(isPartitioned ? List.of("p") : List.of(), options(types), null);
            try (Table table = Table.create(LOCATION, environment, definition)) {
                work(table);
                check(table);
                if (random.nextInt(4) == 0) {
                    table.compactFully();
                    check(table);
                }
                assertThat(table.check(Depth.ROWS)).isEmpty();
            }
        }

        private Map<String, String> options(List<String> types) {
            Map<String, String> options = new LinkedHashMap<>();
            options.put("bucket", oneOf(List.of("1", "1", "2", "5")));
            options.put("file.format", format);
            options.put("metadata.stats-mode", oneOf(List.of("none", "counts", "truncate(2)", "full", "full")));
            options.put("data-file.thin-mode", Boolean.toString(random.nextBoolean()));
            options.put("parquet.page.row.count.limit", oneOf(List.of("3", "10", "20000")));
            options.put("orc.row.index.stride", "1000");
            options.put("num-sorted-run.compaction-trigger", "3");
            if (random.nextInt(3) > 0) {
                List<String> indexed = new ArrayList<>();
                for (int i = 0; i < types.size(); i++) {
                    if (!types.get(i).startsWith("DECIMAL") && !types.get(i).equals("BOOLEAN")) {
                        indexed.add("c" + i);
                        options.put("file-index.bloom-filter.c" + i + ".items", "50");
                    }
                }
                indexed.add("n");
                options.put("file-index.bloom-filter.n.items", "50");
                options.put("file-index.bloom-filter.columns", String.join(",", indexed));
                options.put("file-index.in-manifest-threshold", oneOf(List.of("0 b", "10 kb")));
            }
            if (random.nextBoolean()) {
                bitmaps(types, options);
            }
            return options;
        }

        private void bitmaps(List<String> types, Map<String, String> options) {
            List<String> indexed = new ArrayList<>(List.of("n"));
            for (int i = 0; i < types.size(); i++) {
                if (!types.get(i).startsWith("DECIMAL") && !types.get(i).equals("BYTES") && random.nextInt(4) > 0) {
                    indexed.add("c" + i);
                    options.put("file-index.bitmap.c" + i + ".version", oneOf(List.of("1", "2")));
                    options.put("file-index.bitmap.c" + i + ".index-block-size", oneOf(List.of("40 b", "16 kb")));
                }
            }
            options.put("file-index.bitmap.columns", String.join(",", indexed));
            options.putIfAbsent("file-index.in-manifest-threshold", oneOf(List.of("0 b", "10 kb")));
        }

        /** Commits with overlapping or disjoint keys, compactions, schema changes. */
        private void work(Table table) {
            int commits = 2 + random.nextInt(6);
            boolean disjoint = random.nextBoolean();
            for (int commit = 0; commit < commits; commit++) {
                RowType type = type(table);
                boolean compacts = random.nextInt(4) == 0;
                try (TableWriter writer = table.newWriter(compacts ? CompactionMode.AWAIT : CompactionMode.NONE)) {
                    RandomPredicates values = new RandomPredicates(random.nextLong(), type);
                    int rows = 1 + random.nextInt(30);
                    for (int i = 0; i < rows; i++) {
                        writer.upsert(row(type, values, disjoint ? commit * 10 : 0));
                    }
                    for (int i = random.nextInt(4); i > 0; i--) {
                        writer.delete(row(type, values, disjoint ? commit * 10 : 0));
                    }
                    writer.commit();
                }
                for (int i = random.nextInt(3); i > 0; i--) {
                    change(table);
                }
            }
        }

        private Row row(RowType type, RandomPredicates values, int firstNumber) {
            @Nullable Object[] row = new @Nullable Object[type.fieldCount()];
            for (int c = 0; c < row.length; c++) {
                DataField column = type.field(c);
                row[c] = switch (column.name()) {
                    case "p" -> oneOf(List.of("", " ", "a", "a/b", "b=c"));
                    case "n" -> firstNumber + random.nextInt(10);
                    default ->
                        !column.name().equals("k") && random.nextInt(5) == 0
                                ? null
                                : storable(values.value(column.type()));
                };
            }
            return Row.of(row);
        }

        /** ORC cannot hold times within the second before 1970. */
        private Object storable(Object value) {
            if (format.equals("orc") && value instanceof LocalDateTime time && time.getYear() < 1970) {
                return time.minusSeconds(1);
            }
            return format.equals("orc") && value instanceof Instant instant && instant.isBefore(Instant.EPOCH)
                    ? instant.minusSeconds(1)
                    : value;
        }

        private void change(Table table) {
            List<DataField> columns = type(table).fields();
            DataField column = columns.get(3 + random.nextInt(columns.size() - 3));
            ColumnPath path = ColumnPath.of(column.name());
            String type = column.type().nullable().asText();
            if (type.equals("FLOAT") || type.equals("DOUBLE")) {
                floating.add(column.id());
            }
            List<String> targets = CHANGES.getOrDefault(type, List.of()).stream()
                    .filter(target -> !target.startsWith("DECIMAL") || !floating.contains(column.id()))
                    .toList();
            SchemaChange change = switch (random.nextInt(4)) {
                case 0 -> new RenameColumn(path, "r" + added++);
                case 1 ->
                    new AddColumn(
                            ColumnPath.of("a" + added++),
                            TypeParser.parse(oneOf(TYPES)),
                            null,
                            new ColumnPosition.Last());
                default ->
                    targets.isEmpty()
                            ? new RenameColumn(path, "r" + added++)
                            : new ChangeType(path, TypeParser.parse(oneOf(targets)), Nullability.AS_GIVEN);
            };
            try {
                table.alter(change);
            } catch (TableException e) {
                assertThat(e).hasMessageContaining("cannot have a b");
            }
        }

        private void check(Table table) {
            RowType type = type(table);
            List<Row> all = rows(table.scan());
            RandomPredicates conditions = new RandomPredicates(random.nextLong(), type).aimingAt(all);
            for (int i = 0; i < CONDITIONS; i++) {
                Predicate condition = conditions.predicate(i % 4);
                List<Row> expected = all.stream()
                        .filter(row -> Boolean.TRUE.equals(NaiveLogic.evaluate(condition, type, row)))
                        .toList();
                assertThat(rows(table.scan().where(condition)))
                        .as("%s, %s", format, condition)
                        .isEqualTo(expected);
                assertThat(table.scan().where(condition).count())
                        .as("count, %s, %s", format, condition)
                        .isEqualTo(expected.size());
            }
        }

        private RowType type(Table table) {
            try (RowCursor cursor = table.scan().open()) {
                return cursor.type();
            }
        }
    }

    private List<Row> rows(Scan scan) {
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.next()) {
                rows.add(cursor.copy());
            }
            assertThat(cursor.report().rowsReturned()).isEqualTo(rows.size());
            skipped.add(cursor.report());
        }
        return rows;
    }
}
