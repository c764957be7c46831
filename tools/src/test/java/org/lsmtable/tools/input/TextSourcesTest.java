package org.lsmtable.tools.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.vector.Batch;

/** CSV and lines of JSON: matching of columns, nulls, kinds, and every error with its line. */
class TextSourcesTest {
    private static final InputTarget TARGET = new InputTarget(
            RowType.of(List.of(
                    new DataField(0, "id", Types.INT.notNull()),
                    new DataField(1, "name", Types.STRING),
                    new DataField(2, "price", Types.decimal(6, 2)),
                    new DataField(3, "day", Types.DATE.notNull()))),
            List.of("id"),
            null,
            "");

    private static List<List<@Nullable Object>> read(InputFormat format, String text, InputTarget target)
            throws IOException {
        return read(format, text.getBytes(StandardCharsets.UTF_8), target, 1_000);
    }

    private static List<List<@Nullable Object>> read(InputFormat format, byte[] bytes, InputTarget target, int batch)
            throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (BatchSource source = format.open(new ByteArrayInputStream(bytes), "f", target)) {
            for (InputBatch read = source.next(batch); read != null; read = source.next(batch)) {
                assertThat(read.rows().size()).isBetween(1, batch);
                for (int i = 0; i < read.rows().size(); i++) {
                    List<@Nullable Object> row = row(read.rows(), i);
                    if (read.kinds() != null) {
                        row.add(RowKind.ofCode(read.kinds().get(i)).text());
                    }
                    rows.add(row);
                }
            }
            assertThat(source.bytesRead()).isEqualTo(bytes.length);
        }
        return rows;
    }

    private static List<@Nullable Object> row(Batch batch, int row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < batch.type().fieldCount(); i++) {
            values.add(Values.get(batch.column(i), row));
        }
        return values;
    }

    private static List<List<@Nullable Object>> csv(String text) throws IOException {
        return read(InputFormat.CSV, text, TARGET);
    }

    private static List<List<@Nullable Object>> json(String text) throws IOException {
        return read(InputFormat.JSONL, text, TARGET);
    }

    private static String texts(List<List<@Nullable Object>> rows) {
        return rows.toString();
    }

    private static void refused(InputFormat format, InputTarget target, String text, String message) {
        assertThatThrownBy(() -> read(format, text, target))
                .as(text)
                .isInstanceOfSatisfying(
                        CliException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.USAGE))
                .hasMessage(message);
    }

    @Test
    void csvMatchesColumnsByName() throws IOException {
        assertThat(texts(csv("day,id,price\n2026-01-31,1,9.9\r\n2026-02-01,-2,\n")))
                .isEqualTo("[[1, null, 9.90, 2026-01-31], [-2, null, null, 2026-02-01]]");
        assertThat(csv("id,day\n")).isEmpty();
    }

    @Test
    void csvTellsNullFromEmptyText() throws IOException {
        assertThat(texts(csv("id,name,day\n1,,2026-01-31\n2,\"\",2026-01-31\n3,\"a,\"\"b\"\"\n\",2026-01-31")))
                .isEqualTo("[[1, null, null, 2026-01-31], [2, , null, 2026-01-31], [3, a,\"b\"\n, null, 2026-01-31]]");
        assertThat(texts(read(
                        InputFormat.CSV,
                        "id,name,day\n1,NULL,2026-01-31\n2,\"NULL\",2026-01-31\n3,,2026-01-31\n",
                        TARGET.withNullText("NULL"))))
                .isEqualTo("[[1, null, null, 2026-01-31], [2, NULL, null, 2026-01-31], [3, , null, 2026-01-31]]");
    }

    @Test
    void csvSkipsAByteOrderMarkAndEmptyLines() throws IOException {
        assertThat(texts(csv("\uFEFF\"id\",day\n\n1,2026-01-31\n\n\n2,2026-01-31\n\n")))
                .isEqualTo("[[1, null, null, 2026-01-31], [2, null, null, 2026-01-31]]");
    }

    @Test
    void anEmptyLineIsANullWhereThereIsOneColumn() throws IOException {
        InputTarget one =
                new InputTarget(RowType.of(List.of(new DataField(0, "v", Types.STRING))), List.of(), null, "");
        assertThat(texts(read(InputFormat.CSV, "v\na\n\n\"\"\n", one))).isEqualTo("[[a], [null], []]");
    }

    @Test
    void csvErrorsNameTheLine() {
        refused(InputFormat.CSV, TARGET, "", "f: expected a header line, found an empty file");
        refused(
                InputFormat.CSV,
                TARGET,
                "id,nope,day\n",
                "f: column 'nope' is not in the table; its columns are [id, name, price, day]");
        refused(InputFormat.CSV, TARGET, "id,id,day\n", "f: column 'id' stands there twice");
        refused(
                InputFormat.CSV,
                TARGET,
                "name,day\n",
                "f: expected a column 'id', which belongs to the primary key, found [name, day]");
        refused(InputFormat.CSV, TARGET, "id\n", "f: expected a column 'day', which is NOT NULL, found [id]");
        refused(InputFormat.CSV, TARGET, "id,day\n1,2026-01-31\n1\n", "f:3: expected 2 fields, found 1");
        refused(InputFormat.CSV, TARGET, "id,day\n1,2026-01-31,\n", "f:2: expected 2 fields, found 3");
        refused(
                InputFormat.CSV,
                TARGET,
                "id,name,day\n1,\"a\nb\",2026-01-31\n\nx,\"c\nd\",2026-01-31\n",
                "f:5: column 'id': expected INT, found 'x'");
        refused(
                InputFormat.CSV,
                TARGET,
                "id,day,price\n1,2026-01-31,1.234",
                "f:2: column 'price': expected DECIMAL(6, 2) (more than 2 fraction digits), found '1.234'");
        refused(
                InputFormat.CSV,
                TARGET,
                "id,day\n,2026-01-31\n",
                "f:2: column 'id': expected INT in a primary key column, found null");
        refused(InputFormat.CSV, TARGET, "id,day\n1,\n", "f:2: column 'day': expected DATE NOT NULL, found null");
    }

    @Test
    void brokenCsvNamesTheLine() {
        assertThatThrownBy(() -> csv("id,name,day\n1,\"open,2026-01-31\n"))
                .isInstanceOf(CliException.class)
                .hasMessageStartingWith("f:");
        byte[] latin = "id,name,day\n1,\u00fc,2026-01-31\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> read(InputFormat.CSV, latin, TARGET, 10))
                .isInstanceOf(CliException.class)
                .hasMessage("f:2: expected UTF-8, found other bytes");
    }

    /** Wherever the bytes stand: in lines of all lengths, before and behind what a buffer holds. */
    @Test
    void bytesThatAreNoTextNameTheirLine() {
        for (String end : List.of("\n", "\r\n", "\r")) {
            for (int line : new int[] {1, 2, 3, 1_000, 20_000}) {
                StringBuilder text = new StringBuilder("id,name,day");
                for (int i = 1; i < line; i++) {
                    text.append(end).append(i).append(i % 3 == 0 ? ",\ud83d\ude00,2026-01-31" : ",x,2026-01-31");
                }
                byte[] good = text.toString().getBytes(StandardCharsets.UTF_8);
                byte[] bad = Arrays.copyOf(good, good.length + 3);
                bad[good.length] = (byte) 0xfc;
                bad[good.length + 1] = '\n';
                bad[good.length + 2] = '\n';
                assertThatThrownBy(() -> read(InputFormat.CSV, bad, TARGET, 100))
                        .isInstanceOf(CliException.class)
                        .hasMessage("f:" + line + ": expected UTF-8, found other bytes");
                byte[] cut = Arrays.copyOf(good, good.length + 1);
                cut[good.length] = (byte) 0xc3;
                assertThatThrownBy(() -> read(InputFormat.CSV, cut, TARGET, 100))
                        .hasMessage("f:" + line + ": expected UTF-8, found other bytes");
            }
        }
    }

    @Test
    void textIsReadAlikeHoweverItIsCut() throws IOException {
        String text = "\ufeffa\r\n\ud83d\ude00\u00fc\ufeff\n".repeat(3);
        for (int most = 1; most < 9; most++) {
            int atOnce = most;
            InputStream in = new FilterInputStream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    return super.read(target, offset, Math.min(length, atOnce));
                }
            };
            StringBuilder read = new StringBuilder();
            try (Utf8Reader reader = new Utf8Reader(in)) {
                char[] some = new char[most];
                for (int n = reader.read(some); n >= 0; n = reader.read(some)) {
                    read.append(some, 0, n);
                }
            }
            assertThat(read.toString()).isEqualTo(text.substring(1));
        }
    }

    @Test
    void jsonThatEndsEarlyNamesTheLineOnWhichTheObjectBegins() {
        for (String cut : List.of("{\"id\":1,", "{\"id\":1,\n", "{\"id\":\n\n", "{\"name\":\"x", "{\n")) {
            refused(InputFormat.JSONL, TARGET, cut, "f:1: an object begins here and does not end");
            refused(
                    InputFormat.JSONL,
                    TARGET,
                    "{\"id\":1,\"day\":\"2026-01-31\"}\n" + cut,
                    "f:2: an object begins here and does not end");
        }
    }

    @Test
    void jsonObjectsOneAfterAnother() throws IOException {
        assertThat(texts(json("{\"day\":\"2026-01-31\",\"id\":1,\"price\":9.9}\n"
                        + "{\"id\":\"2\",\"name\":\"x\\n\\u00fc\",\"price\":\"1e1\",\"day\":\"2026-02-01\"} "
                        + "{\"id\":3,\"name\":null,\"day\":\"2026-02-01\"}")))
                .isEqualTo("[[1, null, 9.90, 2026-01-31], [2, x\nü, 10.00, 2026-02-01], [3, null, null, 2026-02-01]]");
        assertThat(json("\n \n")).isEmpty();
    }

    @Test
    void jsonErrorsNameTheLine() {
        refused(InputFormat.JSONL, TARGET, "[1]", "f:1: expected an object, found an array");
        refused(
                InputFormat.JSONL,
                TARGET,
                "{\"id\":1,\"day\":\"2026-01-31\"}\n{\"id\":1,\n\"x\":2}",
                "f:3: field 'x' is not in the table; its columns are [id, name, price, day]");
        refused(
                InputFormat.JSONL,
                TARGET,
                "{\"id\":true,\"day\":\"2026-01-31\"}",
                "f:1: column 'id': expected INT, found 'true'");
        refused(
                InputFormat.JSONL,
                TARGET,
                "{\"id\":1,\"name\":5,\"day\":\"2026-01-31\"}",
                "f:1: column 'name': expected STRING, found '5'");
        refused(
                InputFormat.JSONL,
                TARGET,
                "{\"id\":1,\"name\":{},\"day\":\"2026-01-31\"}",
                "f:1: column 'name': expected STRING, found 'an object'");
        refused(
                InputFormat.JSONL,
                TARGET,
                "{\"id\":1.5,\"day\":\"2026-01-31\"}",
                "f:1: column 'id': expected INT, found '1.5'");
        refused(
                InputFormat.JSONL,
                TARGET,
                "\n{\"name\":\"x\",\"day\":\"2026-01-31\"}",
                "f:2: column 'id': expected INT in a primary key column, found null");
        refused(
                InputFormat.JSONL,
                TARGET,
                "{\"id\":null,\"day\":\"2026-01-31\"}",
                "f:1: column 'id': expected INT in a primary key column, found null");
        refused(
                InputFormat.JSONL,
                TARGET,
                "{\"id\":1,\"id\":2,\"day\":\"2026-01-31\"}",
                "f:1: field 'id' stands there twice");
        assertThatThrownBy(() -> json("{\"id\":1,\"day\":\"2026-01-31\"}\n{\"id\":"))
                .isInstanceOf(CliException.class)
                .hasMessageStartingWith("f:2: ");
    }

    @Test
    void kindsInAllSpellings() throws IOException {
        InputTarget withKinds = TARGET.withKinds("op");
        String[] spellings = {"+I", "-U", "+U", "-D", "c", "r", "u", "d", "insert", "UPDATE", "delete"};
        String[] kinds = {"+I", "-U", "+U", "-D", "+I", "+I", "+U", "-D", "+I", "+U", "-D"};
        StringBuilder csv = new StringBuilder("op,id,day\n");
        StringBuilder json = new StringBuilder();
        for (String spelling : spellings) {
            csv.append(spelling).append(",1,2026-01-31\n");
            json.append("{\"id\":1,\"day\":\"2026-01-31\",\"op\":\"")
                    .append(spelling)
                    .append("\"}\n");
        }
        for (List<List<@Nullable Object>> rows : List.of(
                read(InputFormat.CSV, csv.toString(), withKinds),
                read(InputFormat.JSONL, json.toString(), withKinds))) {
            assertThat(rows.stream().map(r -> r.get(4)).toList()).isEqualTo(Arrays.asList(kinds));
        }
        refused(
                InputFormat.CSV,
                withKinds,
                "op,id,day\nx,1,2026-01-31\n",
                "f:2: column 'op': expected a row kind (+I -U +U -D, c r u d, insert update delete), found 'x'");
        refused(
                InputFormat.CSV,
                withKinds,
                "id,day\n",
                "f: expected a column 'op' with the row kinds (--kind-column), found [id, day]");
        refused(
                InputFormat.JSONL,
                withKinds,
                "{\"id\":1,\"day\":\"2026-01-31\"}",
                "f:1: expected a field 'op' with the row kind (--kind-column), found none");
    }

    @Test
    void aKindColumnMayBeAColumnOfTheTable() throws IOException {
        assertThat(texts(read(InputFormat.CSV, "name,id,day\n-D,1,2026-01-31\n", TARGET.withKinds("name"))))
                .isEqualTo("[[1, -D, null, 2026-01-31, -D]]");
    }

    @Test
    void batchesAreCutWhereAsked() throws IOException {
        StringBuilder csv = new StringBuilder("id,day\n");
        for (int i = 0; i < 1_000; i++) {
            csv.append(i).append(",2026-01-31\n");
        }
        for (int batch : new int[] {1, 7, 999, 1_000, 5_000}) {
            List<List<@Nullable Object>> rows =
                    read(InputFormat.CSV, csv.toString().getBytes(StandardCharsets.UTF_8), TARGET, batch);
            assertThat(rows).hasSize(1_000);
            assertThat(rows.get(999).get(0)).isEqualTo(999);
        }
    }

    @Test
    void formatsThatAreNotReadFromAStream() {
        for (InputFormat format : List.of(InputFormat.ORC, InputFormat.PARQUET)) {
            assertThatThrownBy(() -> read(format, "", TARGET))
                    .isInstanceOf(CliException.class)
                    .hasMessageContaining("give a file");
        }
        assertThatThrownBy(() -> InputFormat.ofFileName("x.txt")).hasMessageContaining("give --format");
        assertThat(InputFormat.ofFileName("a.b/X.NDJSON")).isEqualTo(InputFormat.JSONL);
    }

    private static final InputTarget NESTED = new InputTarget(
            RowType.of(List.of(
                    new DataField(0, "id", Types.INT.notNull()),
                    new DataField(1, "tags", TypeParser.parse("ARRAY<STRING>")),
                    new DataField(2, "m", TypeParser.parse("MAP<INT, ROW<x DATE>>")))),
            List.of("id"),
            null,
            "");

    @Test
    void nestedValuesAreJsonInLinesOfJsonAndInCsv() throws IOException {
        String expected = "[[1, [a, null], {7=[2026-01-31]}], [2, [], null], [3, null, {}]]";
        assertThat(texts(read(InputFormat.JSONL, """
            {"id":1,"tags":["a",null],"m":[[7,{"x":"2026-01-31"}]]}
            {"id":2,"tags":[]}
            {"m":{},"id":3,"tags":null}
            """, NESTED))).isEqualTo(expected);
        assertThat(texts(read(
                        InputFormat.CSV,
                        "id,tags,m\n1,\"[\"\"a\"\",null]\",\"[[7,{\"\"x\"\":\"\"2026-01-31\"\"}]]\"\n2,[],\n3,,{}\n",
                        NESTED)))
                .isEqualTo(expected);
        refused(
                InputFormat.JSONL,
                NESTED,
                "{\"id\":1}\n{\"id\":2,\"m\":[[7,{\"x\":\"never\"}]]}",
                "f:2: column 'm': value of key '7': field 'x': expected DATE (like 2026-01-31), found 'never'");
        refused(InputFormat.JSONL, NESTED, "{\"id\":[1]}", "f:1: column 'id': expected INT, found 'an array'");
        refused(
                InputFormat.CSV,
                NESTED,
                "id,tags\n1,x\n",
                "f:2: column 'tags': expected ARRAY<STRING> (JSON), found 'x'");
    }
}
