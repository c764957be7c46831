package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.format.BetweenFilter;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.RowRanges;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.format.parquet.NestedShape.Part;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.predicate.Filter;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/**
 * Random nested columns through the writer, read back with parquet-hadoop, which assembles the rows by itself, and with the reader here.
 * Rerun one case with {@code -Dparquet.seed=N}.
 */
class NestedWriteTest {
    private static final int CASES = 40;
    private static final String PATH = "/t/nested.parquet";
    private static final List<String> LEAVES = List.of(
            "boolean",
            "tinyint",
            "smallint",
            "int",
            "int_narrow",
            "bigint",
            "bigint_narrow",
            "float",
            "double",
            "dec9",
            "dec18",
            "dec19",
            "dec38",
            "string",
            "string_short",
            "string_prefixed",
            "bytes",
            "date",
            "time",
            "ts3_MILLIS",
            "ts6_MICROS",
            "ts9_INT96");

    @Test
    void everyValueComesBack() throws IOException {
        String only = System.getProperty("parquet.seed");
        for (int seed = 0; seed < CASES; seed++) {
            if (only == null || Integer.parseInt(only) == seed) {
                oneFile(seed);
            }
        }
    }

    private static void oneFile(int seed) throws IOException {
        MemoryStorage storage = new MemoryStorage();
        Random random = new Random(seed);
        List<OracleColumn> all = OracleColumns.all(random);
        List<OracleColumn> leaves =
                LEAVES.stream().map(name -> OracleColumns.named(all, name)).toList();
        WriteSettings settings = new WriteSettings(
                pick(random, "zstd", "snappy", "none"),
                1,
                pick(random, 1L, 20_000L, 1L << 24),
                pick(random, 1, 9, 100, 20_000),
                pick(random, 1, 64, 1000, 20_000, 1 << 20),
                pick(random, 0, 1, 40, 1000, 1 << 20, 1 << 20),
                Runnable::run);
        int rows = random.nextInt(settings.pageRows() < 10 || settings.pageBytes() < 100 ? 100 : 1500);
        List<Part> columns = new ArrayList<>();
        List<DataField> fields = new ArrayList<>();
        for (int c = 0; c < 3; c++) {
            columns.add(
                    NestedShape.standard(1 + random.nextInt(4), leaves, random).top(random));
            fields.add(new DataField(c, "c" + c, columns.get(c).type()));
        }
        RowType schema = RowType.of(fields);
        String context = "parquet.seed=" + seed + " " + settings + " " + schema.asText();
        List<List<@Nullable Object>> expected = new ArrayList<>();
        try (DataFileWriter writer = new ParquetFormat().create(storage.create(PATH), schema, settings)) {
            columns.forEach(column -> expected.add(new ArrayList<>()));
            for (int from = 0; from < rows; ) {
                int n = Math.min(rows - from, 1 + random.nextInt(pick(random, 5, 500, 3000)));
                List<ColumnVector> vectors = new ArrayList<>();
                for (int c = 0; c < columns.size(); c++) {
                    Part column = columns.get(c);
                    ColumnVector vector = ColumnVector.of(column.type(), 0);
                    for (int i = 0; i < n; i++) {
                        Object value = column.expected(column.value(random));
                        expected.get(c).add(value);
                        NestedShape.append(value, vector);
                    }
                    vectors.add(vector);
                }
                writer.write(vectors, n);
                from += n;
            }
            DataFileWriter.Result result = writer.finish();
            assertThat(result.columns()).as(context).containsOnly(ColumnRange.unknown(rows));
        }
        byte[] bytes = storage.read(PATH);
        readWithLibrary(bytes, columns, expected, context);
        checkPages(bytes, settings, context);
        checkCodesComeFirst(bytes, context);
        try (ParquetReader reader = ParquetReader.open(new BytesInput(PATH, bytes), 1 + random.nextInt(20_000))) {
            for (int c = 0; c < columns.size(); c++) {
                try (ColumnCursor cursor = reader.column("c" + c, columns.get(c).type())) {
                    NestedReadTest.walk(cursor, expected.get(c), random, context);
                }
            }
        }
    }

    @SafeVarargs
    private static <T> T pick(Random random, T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static void readWithLibrary(
            byte[] bytes, List<Part> columns, List<List<@Nullable Object>> expected, String context)
            throws IOException {
        int row = 0;
        for (Group group : LibraryFile.groups(bytes)) {
            for (int c = 0; c < columns.size(); c++) {
                Object found = columns.get(c).expected(columns.get(c).read(group, "c" + c));
                if (!Objects.equals(found, expected.get(c).get(row))) {
                    assertThat(found)
                            .as("%s column %d row %d", context, c, row)
                            .isEqualTo(expected.get(c).get(row));
                }
            }
            row++;
        }
        assertThat(row).as(context).isEqualTo(expected.get(0).size());
    }

    /** Paimon's readers fail at codes behind plain values, also if the plain page has no values. */
    private static void checkCodesComeFirst(byte[] bytes, String context) throws IOException {
        List<FooterEdit.Page> pages = FooterEdit.pages(bytes);
        for (RowGroup group : FooterEdit.footer(bytes).getRow_groups()) {
            for (ColumnChunk chunk : group.getColumns()) {
                long start = chunk.getFile_offset();
                long end = start + chunk.getMeta_data().getTotal_compressed_size();
                boolean plain = false;
                for (FooterEdit.Page page : pages) {
                    if (page.start() >= start
                            && page.end() <= end
                            && page.header().isSetData_page_header()) {
                        boolean coded = page.header().getData_page_header().getEncoding() == Encoding.PLAIN_DICTIONARY;
                        assertThat(plain && coded).as(context).isFalse();
                        plain |= !coded;
                    }
                }
            }
        }
    }

    /** Pages begin with rows and hold no more of them than they may. */
    private static void checkPages(byte[] bytes, WriteSettings settings, String context) throws IOException {
        LibraryFile file = LibraryFile.read(bytes);
        for (int g = 0; g < file.rowGroups().size(); g++) {
            long rows = file.footer().getBlocks().get(g).getRowCount();
            for (LibraryFile.Chunk chunk : file.rowGroups().get(g).values()) {
                OffsetIndex index = chunk.offsetIndex();
                for (int page = 0; page < index.getPageCount(); page++) {
                    long end = page + 1 < index.getPageCount() ? index.getFirstRowIndex(page + 1) : rows;
                    assertThat(end - index.getFirstRowIndex(page)).as(context).isBetween(1L, (long)
                            settings.pageRows());
                }
            }
        }
    }

    private static void refused(DataType type, ColumnVector vector, String message) throws IOException {
        MemoryStorage storage = new MemoryStorage();
        RowType schema = RowType.of(List.of(new DataField(0, "c", type)));
        try (DataFileWriter writer = new ParquetFormat().create(storage.create(PATH), schema, WriteSettings.DEFAULT)) {
            assertThatThrownBy(() -> writer.write(List.of(vector), 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(message);
        }
        assertThat(storage.exists(PATH)).isFalse();
    }

    @Test
    void nullsWhereNoneIsAllowed() throws IOException {
        DataType list = new ArrayType(Types.INT.notNull(), true);
        ColumnVector elements = ColumnVector.of(list, 0);
        NestedShape.append(Arrays.asList(1, null), elements);
        refused(list, elements, "column 'c.list.element' is INT NOT NULL, found a null");

        DataType map = new MapType(Types.INT, Types.INT, true);
        ColumnVector keys = ColumnVector.of(map, 0);
        NestedShape.append(List.of(Arrays.asList(null, 1)), keys);
        refused(map, keys, "column 'c.key_value.key' is INT NOT NULL, found a null");

        DataType array = list.notNull();
        refused(array, ColumnVector.allNull(array, 1), "column 'c' is " + array.asText() + ", found a null");

        RowType row = new RowType(List.of(new DataField(1, "a", list.notNull())), true);
        ColumnVector fields = ColumnVector.of(row, 0);
        NestedShape.append(Arrays.asList((Object) null), fields);
        refused(row, fields, "column 'c.a' is " + array.asText() + ", found a null");
    }

    @Test
    void aValueUnderANullIsNotWritten() throws IOException {
        RowType row = new RowType(List.of(new DataField(1, "a", Types.INT)), true);
        RowVector vector = (RowVector) ColumnVector.of(row, 1);
        ((IntVector) vector.child(0)).append(7);
        vector.nullsForWrite(1)[0] = true;
        vector.setSize(1);
        refused(row, vector, "column 'c.a': found a value where what is around it is null");

        DataType list = new ArrayType(Types.INT, true);
        ListVector lists = (ListVector) ColumnVector.of(list, 1);
        ((IntVector) lists.child(0)).append(7);
        lists.endRow();
        lists.nullsForWrite(1)[0] = true;
        refused(list, lists, "column 'c': found elements in a null");
    }

    @Test
    void statisticsAndFiltersLeaveNestedColumnsAlone() throws IOException {
        DataType list = new ArrayType(Types.INT, true);
        RowType schema = RowType.of(List.of(new DataField(0, "c", list), new DataField(1, "n", Types.INT)));
        MemoryStorage storage = new MemoryStorage();
        WriteSettings settings = new WriteSettings("none", 1, 1, 100, 1 << 20, 0, Runnable::run);
        try (DataFileWriter writer = new ParquetFormat().create(storage.create(PATH), schema, settings)) {
            for (int from = 0; from < 1000; from += 500) {
                ColumnVector lists = ColumnVector.of(list, 0);
                ColumnVector numbers = ColumnVector.of(Types.INT, 0);
                for (int i = from; i < from + 500; i++) {
                    NestedShape.append(i < 500 ? null : List.of(i, i), lists);
                    NestedShape.append(i, numbers);
                }
                writer.write(List.of(lists, numbers), 500);
            }
            assertThat(writer.finish().columns())
                    .containsExactly(ColumnRange.unknown(1000), new ColumnRange(0, 999, 0L, 1000));
        }
        try (ParquetReader reader = ParquetReader.open(storage.open(PATH))) {
            assertThat(reader.mayMatch(nullFilter(list), schema).ranges())
                    .containsExactly(new RowRanges.Range(0, 1000));
            Filter between = new BetweenFilter(List.of(new BetweenFilter.Condition(1, Types.INT, 730, 731)));
            assertThat(reader.mayMatch(between, schema).ranges()).containsExactly(new RowRanges.Range(700, 800));
        }
    }

    private static Filter nullFilter(DataType type) {
        return BetweenFilter.of(type, null, null);
    }
}
