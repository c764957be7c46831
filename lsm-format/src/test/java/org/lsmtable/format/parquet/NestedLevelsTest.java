package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.parquet.LevelFile.Page;
import org.lsmtable.format.parquet.NestedShape.Part;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;

/** Levels laid out by hand: pages that break inside of rows, levels that contradict each other; and nested files with bits turned. */
class NestedLevelsTest {
    private static final String PATH = "/t/bucket-0/data-1-0.parquet";
    /** So many damaged copies of a file are read. */
    private static final int TURNS = 20;

    private static final String LIST =
            "message m { optional group c (LIST) { repeated group list { optional int32 element; } } }";
    private static final String MAP = "message m { optional group c (MAP) { repeated group key_value {"
            + " required int32 key; optional int32 value; } } }";
    private static final String ROW = "message m { optional group c { optional int32 a; required int32 b; } }";
    private static final DataType INTS = new ArrayType(Types.INT, true);
    private static final DataType INT_MAP = new MapType(Types.INT, Types.INT, true);
    private static final DataType PAIR =
            new RowType(List.of(new DataField(1, "a", Types.INT), new DataField(2, "b", Types.INT)), true);

    private static List<@Nullable Object> read(byte[] bytes, DataType type, int batch, int from) throws IOException {
        List<@Nullable Object> values = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(new BytesInput(PATH, bytes));
                ColumnCursor cursor = reader.column("c", type)) {
            cursor.skipTo(from);
            for (int at = from; at < reader.rowCount(); ) {
                int n = (int) Math.min(batch, reader.rowCount() - at);
                ColumnVector vector = cursor.read(n, null);
                for (int i = 0; i < n; i++) {
                    values.add(NestedShape.of(vector, i));
                }
                at += n;
            }
        }
        return values;
    }

    private static void damaged(byte[] bytes, DataType type, String message) {
        for (int batch : new int[] {1, 2, 100}) {
            assertThatThrownBy(() -> read(bytes, type, batch, 0))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageStartingWith(PATH + ": column 'c")
                    .hasMessageContaining(message);
        }
    }

    @Test
    void aRowMayGoOnInTheNextPages() throws IOException {
        byte[] bytes = LevelFile.of(
                LIST,
                4,
                List.of(List.of(
                        Page.of("03 13", 1, 2),
                        Page.of("13 12", 3),
                        Page.of(""),
                        Page.of("13", 4),
                        Page.of("13 00 03", 5, 6),
                        Page.of("01"))));
        List<@Nullable Object> expected =
                Arrays.asList(Arrays.asList(1, 2, 3, null, 4, 5), null, List.of(6), List.of());

        for (int from = 0; from <= 4; from++) {
            for (int batch = 1; batch <= 4; batch++) {
                assertThat(read(bytes, INTS, batch, from)).isEqualTo(expected.subList(from, 4));
            }
        }
    }

    @Test
    void anIndexLeadsToTheRow() throws IOException {
        List<List<Page>> pages = List.of(
                List.of(Page.of("03 13 00", 1, 2), Page.of("03 13 13", 3, 4, 5), Page.of("03 02", 6), Page.of("01")));
        byte[] bytes = LevelFile.of(LIST, 6, pages, List.of(new long[] {0, 2, 3, 5}));
        List<@Nullable Object> expected = Arrays.asList(
                List.of(1, 2), null, List.of(3, 4, 5), List.of(6), Arrays.asList((Object) null), List.of());

        for (int from = 0; from <= 6; from++) {
            for (int batch = 1; batch <= 6; batch++) {
                assertThat(read(bytes, INTS, batch, from)).isEqualTo(expected.subList(from, 6));
            }
        }
    }

    @Test
    void anIndexThatIsWrongIsDamage() throws IOException {
        List<List<Page>> pages =
                List.of(List.of(Page.of("03 13 03", 1, 2, 3), Page.of("13 03", 4, 5), Page.of("03", 6)));
        byte[] within = LevelFile.of(LIST, 4, pages, List.of(new long[] {0, 2, 3}));
        assertThatThrownBy(() -> read(within, INTS, 1, 2))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("repetition level of the first value of a row: expected 0, found 1");

        List<List<Page>> whole = List.of(List.of(Page.of("03 13", 1, 2), Page.of("03 03", 4, 5), Page.of("03", 6)));
        byte[] shifted = LevelFile.of(LIST, 4, whole, List.of(new long[] {0, 1, 2}));
        assertThatThrownBy(() -> read(shifted, INTS, 3, 1))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("first row of page 2 in the offset index");
    }

    @Test
    void levelsThatMakeNoLists() throws IOException {
        damaged(
                LevelFile.of(LIST, 1, List.of(List.of(Page.of("13 03", 1, 2)))),
                INTS,
                "repetition level of the first value of a row: expected 0, found 1");
        damaged(
                LevelFile.of(LIST, 1, List.of(List.of(Page.of("01 13", 1)))),
                INTS,
                "expected 2 or more, found 3 and 1");
        damaged(
                LevelFile.of(LIST, 1, List.of(List.of(Page.of("03 10", 1)))),
                INTS,
                "expected 2 or more, found 0 and 3");
        String required = LIST.replace("optional int32", "required int32");
        damaged(
                LevelFile.of(required, 1, List.of(List.of(Page.of("03", 1)))),
                INTS,
                "definition level: expected 0 to 2, found 3");
    }

    @Test
    void countsThatDoNotAgree() throws IOException {
        List<List<Page>> three = List.of(List.of(Page.of("03 13 00", 1, 2), Page.of("03", 3)));
        damaged(LevelFile.of(LIST, 4, three), INTS, "rows of the column chunk: expected 4, found 3");
        damaged(LevelFile.of(LIST, 2, three), INTS, "rows of the column chunk: expected 2, found 3");
        damaged(LevelFile.of(LIST, 5, three), INTS, "values of the column chunk: expected 5 or more, found 4");
        damaged(
                FooterEdit.editChunks(LevelFile.of(LIST, 3, three), 0, meta -> meta.setNum_values(3)),
                INTS,
                "rows of the column chunk: expected 3, found 2");
        List<List<Page>> one = List.of(List.of(Page.of("03 13 00 03", 1, 2, 3)));
        damaged(
                FooterEdit.editChunks(LevelFile.of(LIST, 3, one), 0, meta -> meta.setNum_values(3)),
                INTS,
                "values of the page: expected 0 to 3, found 4");
        damaged(
                FooterEdit.editChunks(LevelFile.of(LIST, 3, three), 0, meta -> meta.setNum_values(7)),
                INTS,
                "pages of the column chunk");
        damaged(LevelFile.of(LIST, 1, List.of(List.of(Page.of("03 13 13", 1, 2)))), INTS, "bytes of the page");
        damaged(
                LevelFile.of(LIST, 1, List.of(List.of(Page.of("03 12", 1, 2)))),
                INTS,
                "bytes behind the last value: expected 0, found 4");
        damaged(
                LevelFile.of(LIST, 2, List.of(List.of(new Page("03 13", 2, 1, 2), new Page("03", 1, 3)))),
                INTS,
                "rows of the page: expected 2, found 1");
    }

    @Test
    void leavesThatDoNotAgree() throws IOException {
        String problem = "levels of the columns around it";
        damaged(
                LevelFile.of(MAP, 1, List.of(List.of(Page.of("02 12", 1, 2)), List.of(Page.of("03", 3)))),
                INT_MAP,
                problem);
        damaged(
                LevelFile.of(
                        MAP, 2, List.of(List.of(Page.of("02 12 02", 1, 2, 3)), List.of(Page.of("03 03 13", 4, 5, 6)))),
                INT_MAP,
                problem);
        damaged(LevelFile.of(MAP, 1, List.of(List.of(Page.of("00")), List.of(Page.of("01")))), INT_MAP, problem);
        damaged(
                LevelFile.of(ROW, 2, List.of(List.of(Page.of("02 00", 1)), List.of(Page.of("01 01", 1, 2)))),
                PAIR,
                problem);
    }

    @Test
    void rowsOfMissingFieldsAreStillNullOrNot() throws IOException {
        byte[] bytes =
                LevelFile.of(ROW, 3, List.of(List.of(Page.of("02 00 01", 1)), List.of(Page.of("01 00 01", 5, 6))));
        RowType other = new RowType(List.of(new DataField(9, "z", INTS)), true);

        assertThat(read(bytes, other, 2, 0))
                .isEqualTo(Arrays.asList(Arrays.asList((Object) null), null, Arrays.asList((Object) null)));
        assertThat(read(bytes, PAIR, 2, 0)).isEqualTo(Arrays.asList(List.of(1, 5), null, Arrays.asList(null, 6)));
    }

    @Test
    void columnsThatCannotHoldTheType() throws IOException {
        byte[] map = LevelFile.of(MAP, 1, List.of(List.of(Page.of("00")), List.of(Page.of("00"))));
        byte[] list = LevelFile.of(LIST, 1, List.of(List.of(Page.of("00"))));
        damaged(list, INT_MAP, "expected one that holds MAP<INT, INT>, found a group of 1 columns");
        damaged(list, new ArrayType(Types.STRING, true), "column 'c.list.element': expected");
        damaged(
                map,
                new MapType(Types.INT, INTS, true),
                "column 'c.key_value.value': expected one that holds ARRAY<INT>");
    }

    @Test
    void bitsTurnedEndInAnErrorOrInSomeValues() throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        String only = System.getProperty("parquet.seed");
        int damaged = 0;
        Nested file = null;
        for (int seed = 0; seed < 600 * Integer.getInteger("parquet.scale", 1); seed++) {
            if (only != null && Integer.parseInt(only) != seed) {
                continue;
            }
            if (file == null || seed % TURNS == 0) {
                file = file(seed / TURNS);
            }
            byte[] bytes = file.bytes.clone();
            Random turns = new Random(seed);
            for (int i = 1 + turns.nextInt(3); i > 0; i--) {
                bytes[turns.nextInt(bytes.length)] ^= (byte) (1 << turns.nextInt(8));
            }
            String context = "parquet.seed=" + seed;
            long allocated = threads.getCurrentThreadAllocatedBytes();
            long start = threads.getCurrentThreadCpuTime();
            try {
                readAll(bytes, file.type, 1 + turns.nextInt(20));
            } catch (DamagedFileException | UnsupportedFeatureException e) {
                assertThat(e).as(context).hasMessageStartingWith(PATH + ": ");
                damaged++;
            } catch (IOException | RuntimeException | Error e) {
                throw new AssertionError(context, e);
            }
            assertThat(threads.getCurrentThreadAllocatedBytes() - allocated)
                    .as(context + ": bytes allocated")
                    .isLessThan(64 << 20);
            assertThat(threads.getCurrentThreadCpuTime() - start)
                    .as(context + ": nanoseconds")
                    .isLessThan(2_000_000_000L);
        }
        assertThat(damaged).isGreaterThan(only == null ? 200 : -1);
    }

    private record Nested(byte[] bytes, DataType type) {}

    private static Nested file(int number) throws IOException {
        Random random = new Random(number);
        OracleFile.Settings settings = OracleFile.Settings.random(random)
                .withCodec(CompressionCodecName.UNCOMPRESSED)
                .withPageRows(15);
        NestedShape shape = NestedShape.foreign(1 + random.nextInt(4), OracleColumns.all(random), random);
        List<Part> columns = List.of(shape.top(random));
        byte[] bytes = NestedReadTest.write(columns, 40, settings, random, new ArrayList<>());
        return new Nested(bytes, columns.get(0).type());
    }

    private static void readAll(byte[] bytes, DataType type, int batch) throws IOException {
        try (ParquetReader reader = ParquetReader.open(new BytesInput(PATH, bytes))) {
            if (!reader.hasColumn("c0")) {
                return;
            }
            try (ColumnCursor cursor = reader.column("c0", type)) {
                ColumnVector vector = null;
                for (long at = 0; at < Math.min(80, reader.rowCount()); ) {
                    int n = (int) Math.min(batch, reader.rowCount() - at);
                    vector = cursor.read(n, vector);
                    NestedReadTest.checkForm(vector, PATH);
                    at = Math.min(reader.rowCount(), at + n + batch % 3);
                    cursor.skipTo(at);
                }
            }
        }
    }
}
