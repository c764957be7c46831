package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Type;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.Values;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;

/** Files that other writers may make, and files whose parts contradict each other, each with its message. */
class ForeignFilesTest {
    private static final String PATH = "/t/bucket-0/data-1-0.parquet";

    private final OracleFile numbers;

    ForeignFilesTest() throws IOException {
        List<OracleColumn> all = OracleColumns.all(new Random(4));
        OracleColumn column = OracleColumns.named(all, "bigint_narrow");
        OracleColumn few = new OracleColumn(column.field(), column.type(), r -> (long) r.nextInt(5), v -> v);
        numbers = OracleFile.random(
                List.of(few), 250, OracleFile.Settings.PLAIN.withDictionary().withGroupRows(100), new Random(4));
    }

    @Test
    void theDictionaryNeedNotBeTold() throws IOException {
        byte[] bytes = FooterEdit.editChunks(numbers.bytes(), 0, meta -> {
            meta.setData_page_offset(meta.getDictionary_page_offset());
            meta.unsetDictionary_page_offset();
        });
        assertThat(readAll(bytes)).isEqualTo(expected());
        assertThat(readLast(bytes)).isEqualTo(expected().get(249));
    }

    @Test
    void nestedColumnsBesideAreNoMatter() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message m { optional int32 a;"
                + " optional group l (LIST) { repeated group list { optional binary element; } }"
                + " required group r { optional int32 x; repeated int64 y; }"
                + " optional group m (MAP) { repeated group key_value { required binary key; optional double value; } }"
                + " repeated int32 many; required int64 z; }");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ParquetWriter<Group> writer = OracleFile.writer(bytes, schema, OracleFile.Settings.PLAIN)) {
            for (int i = 0; i < 300; i++) {
                Group row = new SimpleGroup(schema);
                row.add("a", i);
                Group list = row.addGroup("l");
                for (int k = 0; k < i % 4; k++) {
                    list.addGroup("list").add("element", "e" + k);
                    row.add("many", k);
                }
                row.addGroup("r").append("x", i).append("y", 1L).append("y", 2L);
                row.add("z", i * 10L);
                writer.write(row);
            }
        }
        try (ParquetReader reader = open(bytes.toByteArray())) {
            assertThat(reader.columnNames()).containsExactly("a", "l", "r", "m", "many", "z");
            try (ColumnCursor a = reader.column("a", Types.INT);
                    ColumnCursor z = reader.column("z", Types.BIGINT)) {
                ColumnVector as = a.read(300, null);
                ColumnVector zs = z.read(300, null);
                for (int i = 0; i < 300; i++) {
                    assertThat(Values.get(as, i)).isEqualTo(i);
                    assertThat(Values.get(zs, i)).isEqualTo(i * 10L);
                }
            }
            assertThatThrownBy(() -> reader.column("r", Types.INT))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessage(PATH + ": column 'r': expected one that holds INT, found a group of 2 columns");
            assertThatThrownBy(() -> reader.column("many", Types.INT))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessage(PATH + ": column 'many': expected one that holds INT, found repeated INT32");
        }
    }

    @Test
    void columnsThatCannotHoldTheType() throws IOException {
        List<OracleColumn> all = OracleColumns.all(new Random(8));
        OracleFile file = OracleFile.random(all, 3, OracleFile.Settings.PLAIN, new Random(8));
        try (ParquetReader reader = open(file.bytes())) {
            refused(reader, "string", Types.INT, "expected one that holds INT, found BYTE_ARRAY text");
            refused(reader, "int", Types.FLOAT, "expected one that holds FLOAT, found INT32");
            refused(reader, "float", Types.DOUBLE, "expected one that holds DOUBLE, found FLOAT");
            refused(reader, "date", Types.INT, "expected one that holds INT, found INT32 date");
            refused(
                    reader,
                    "dec18",
                    Types.decimal(18, 3),
                    "expected one that holds DECIMAL(18, 3), found INT64 DECIMAL(18, 4)");
            refused(
                    reader,
                    "dec38",
                    Types.BYTES,
                    "expected one that holds BYTES, found FIXED_LEN_BYTE_ARRAY(16) DECIMAL(38, 10)");
            refused(
                    reader,
                    "time_micros",
                    Types.timestamp(6),
                    "expected one that holds TIMESTAMP(6), found INT64 time_micros");
            refused(reader, "bigint", Types.timestamp(9), "expected one that holds TIMESTAMP(9), found INT64");
        }
    }

    private static void refused(ParquetReader reader, String column, DataType type, String problem) {
        assertThatThrownBy(() -> reader.column(column, type))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage(PATH + ": column '" + column + "': " + problem);
    }

    @Test
    void valuesThatDoNotFitTheType() throws IOException {
        OracleColumn wide = new OracleColumn(
                OracleColumns.named(OracleColumns.all(new Random(1)), "int_long")
                        .field(),
                Types.INT,
                r -> 0,
                v -> v);
        List<@Nullable Object[]> raw = new ArrayList<>();
        raw.add(new @Nullable Object[] {3_000_000_000L});
        OracleFile file = OracleFile.of(List.of(wide), raw, OracleFile.Settings.PLAIN);
        try (ParquetReader reader = open(file.bytes());
                ColumnCursor cursor = reader.column("int_long", Types.INT)) {
            damaged(
                    () -> cursor.read(1, null),
                    "column 'int_long'",
                    "expected -2147483648 to 2147483647",
                    "3000000000");
        }
    }

    @Test
    void kindOfTheFile() {
        damaged(() -> open(new byte[0]), "length: expected at least 12 bytes, found 0 bytes");
        damaged(
                () -> open("not a parquet file at all".getBytes(StandardCharsets.UTF_8)),
                "magic at byte 21",
                "expected 50415231 (Parquet)",
                "found 20616c6c");
        byte[] encrypted = numbers.bytes().clone();
        System.arraycopy("PARE".getBytes(StandardCharsets.US_ASCII), 0, encrypted, encrypted.length - 4, 4);
        assertThatThrownBy(() -> open(encrypted))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining(PATH)
                .hasMessageContaining("encrypted");
        byte[] tooLong = numbers.bytes().clone();
        Arrays.fill(tooLong, tooLong.length - 8, tooLong.length - 4, (byte) 0x7f);
        damaged(() -> open(tooLong), "footer length", "found 2139062143 bytes");
        byte[] head = numbers.bytes().clone();
        head[0] = 'X';
        damaged(() -> open(head), "magic at byte 0");
    }

    @Test
    void codecsNotReadAreRefusedByName() throws IOException {
        byte[] bytes = FooterEdit.editChunks(numbers.bytes(), 0, meta -> meta.setCodec(CompressionCodec.BROTLI));
        assertThatThrownBy(() -> readAll(bytes))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining(PATH)
                .hasMessageContaining("BROTLI")
                .hasMessageContaining("bigint_narrow");
    }

    @Test
    void partsOfTheFooterThatContradict() throws IOException {
        byte[] good = numbers.bytes();
        damaged(
                () -> open(FooterEdit.edit(good, meta -> meta.setNum_rows(251))),
                "rows of the file",
                "expected the sum over row groups, 250",
                "found 251");
        damaged(() -> open(FooterEdit.edit(good, meta -> meta.getSchema().get(0).setNum_children(2))), "schema nodes");
        damaged(
                () -> open(FooterEdit.edit(
                        good, meta -> meta.getRow_groups().get(0).getColumns().clear())),
                "columns of a row group",
                "expected 1",
                "found 0");
        damaged(
                () -> readAll(FooterEdit.editChunks(good, 0, meta -> meta.setType(Type.INT32))),
                "type of the column chunk",
                "expected INT64",
                "found INT32");
        damaged(
                () -> readAll(FooterEdit.editChunks(good, 0, meta -> meta.setPath_in_schema(List.of("other")))),
                "path of the column chunk",
                "found [other]");
        damaged(
                () -> readAll(FooterEdit.editChunks(good, 0, meta -> meta.setNum_values(99))),
                "values of the column chunk",
                "expected 100, as the row group",
                "found 99");
        damaged(
                () -> readAll(FooterEdit.editChunks(good, 0, meta -> meta.setTotal_compressed_size(1L << 40))),
                "pages of the column chunk");
        damaged(
                () -> readAll(FooterEdit.editChunks(good, 0, meta -> meta.setTotal_uncompressed_size(10))),
                "uncompressed bytes of the page",
                "expected 0 to 10");
        damaged(
                () -> readAll(FooterEdit.editChunks(good, 0, meta -> {
                    meta.setTotal_compressed_size(meta.getTotal_compressed_size() - 1);
                })),
                "compressed bytes of the page");
    }

    @Test
    void rowsOfGroupAndPagesThatContradict() throws IOException {
        byte[] more = FooterEdit.edit(numbers.bytes(), meta -> {
            meta.setNum_rows(251);
            meta.getRow_groups().get(2).setNum_rows(51);
            meta.getRow_groups().get(2).getColumns().get(0).getMeta_data().setNum_values(51);
        });
        damaged(() -> readAll(more), "pages of the column chunk: expected one more, to make up 51 rows, found the end");
        byte[] fewer = FooterEdit.edit(numbers.bytes(), meta -> {
            meta.setNum_rows(249);
            meta.getRow_groups().get(2).setNum_rows(49);
            meta.getRow_groups().get(2).getColumns().get(0).getMeta_data().setNum_values(49);
        });
        damaged(() -> readAll(fewer), "values of the page: expected 0 to 49, found 50");
    }

    @Test
    void pagesThatContradictTheirHeaders() throws IOException {
        byte[] good = numbers.bytes();
        List<FooterEdit.Page> pages = FooterEdit.pages(good);
        FooterEdit.Page dictionary = pages.get(0);
        FooterEdit.Page data = pages.get(1);
        assertThat(dictionary.header().getType()).isEqualTo(PageType.DICTIONARY_PAGE);
        byte[] turned = good.clone();
        turned[data.body() + 3] ^= 4;
        damaged(() -> readAll(turned), "column 'bigint_narrow', byte " + data.start(), "checksum of the page");
        damaged(
                () -> readAll(FooterEdit.editPage(good, data, h -> h.setUncompressed_page_size(1))),
                "bytes of a page that is not compressed",
                "expected 1");
        damaged(
                () -> readAll(FooterEdit.editPage(
                        good, data, h -> h.getData_page_header().setNum_values(99))),
                "byte " + pages.get(2).start());
        damaged(
                () -> readAll(FooterEdit.editPage(good, dictionary, h -> {
                    h.unsetCrc();
                    h.getDictionary_page_header().setNum_values(1);
                })),
                "dictionary number",
                "expected 0 to 0");
        damaged(
                () -> readAll(FooterEdit.editPage(good, dictionary, h -> {
                    h.unsetCrc();
                    h.getDictionary_page_header().setNum_values(1 << 20);
                })),
                "values of a dictionary");
        damaged(
                () -> readAll(FooterEdit.editPage(
                        good, data, h -> h.getData_page_header().setEncoding(Encoding.DELTA_LENGTH_BYTE_ARRAY))),
                "encoding of values of layout LONG",
                "found DELTA_LENGTH_BYTE_ARRAY");
        assertThatThrownBy(() -> readAll(FooterEdit.editPage(
                        good, data, h -> h.getData_page_header().setEncoding(Encoding.BIT_PACKED))))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("encoding BIT_PACKED is not read");
    }

    @Test
    void theOffsetIndexMustAgreeWithThePages() throws IOException {
        OracleFile file =
                OracleFile.random(numbers.columns(), 250, OracleFile.Settings.PLAIN.withPageRows(20), new Random(9));
        byte[] bytes = FooterEdit.editPage(
                file.bytes(),
                FooterEdit.pages(file.bytes()).get(11),
                h -> h.getData_page_header().setNum_values(19));
        try (ParquetReader reader = open(bytes);
                ColumnCursor cursor = reader.column("bigint_narrow", Types.BIGINT)) {
            cursor.skipTo(225);
            damaged(() -> cursor.read(1, null), "rows of the page: expected 20, as in the offset index, found 19");
        }
    }

    private List<@Nullable Object> expected() {
        List<@Nullable Object> values = new ArrayList<>();
        numbers.rows().forEach(row -> values.add(row[0]));
        return values;
    }

    private static void damaged(ThrowingCallable action, String... parts) {
        assertThatThrownBy(action)
                .isInstanceOf(DamagedFileException.class)
                .hasMessageStartingWith(PATH + ": ")
                .hasMessageContainingAll(parts);
    }

    private List<@Nullable Object> readAll(byte[] bytes) throws IOException {
        try (ParquetReader reader = open(bytes)) {
            return ReadsWhatParquetHadoopWroteTest.readAll(
                    reader, numbers.columns().get(0));
        }
    }

    private static @Nullable Object readLast(byte[] bytes) throws IOException {
        try (ParquetReader reader = open(bytes);
                ColumnCursor cursor = reader.column("bigint_narrow", Types.BIGINT)) {
            cursor.skipTo(reader.rowCount() - 1);
            return Values.get(cursor.read(1, null), 0);
        }
    }

    private static ParquetReader open(byte[] bytes) throws IOException {
        return ParquetReader.open(new BytesInput(PATH, bytes), 64);
    }
}
