package org.lsmtable.tools.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.tools.output.Column.Align;
import org.lsmtable.tools.value.Trees;

class OutputFormTest {
    private static final List<Column> COLUMNS =
            List.of(new Column("id", Align.RIGHT), new Column("what, now", Align.LEFT), new Column("part", Align.LEFT));

    private static String shown(OutputForm form, @Nullable Object... values) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordWriter writer = form.open(COLUMNS, out);
        for (int i = 0; i < values.length; i += COLUMNS.size()) {
            writer.startRecord();
            for (int j = 0; j < COLUMNS.size(); j++) {
                Trees.write(values[i + j], writer);
            }
            writer.endRecord();
        }
        writer.finish();
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> part() {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("dt", "2026-01-01");
        part.put("hours", List.of(1, 2));
        return part;
    }

    @Test
    void jsonIsOneArray() throws IOException {
        assertThat(shown(OutputForm.JSON)).isEqualTo("[]\n");
        assertThat(shown(OutputForm.JSON, 1, "a", null)).isEqualTo("[{\"id\":1,\"what, now\":\"a\",\"part\":null}]\n");
        assertThat(shown(OutputForm.JSON, 1, "a\n\"b\"", true, 2L, "ü", part())).isEqualTo("""
                        [{"id":1,"what, now":"a\\n\\"b\\"","part":true},
                         {"id":2,"what, now":"ü","part":{"dt":"2026-01-01","hours":[1,2]}}]
                        """);
    }

    @Test
    void jsonlIsOneObjectALine() throws IOException {
        assertThat(shown(OutputForm.JSONL)).isEmpty();
        assertThat(shown(OutputForm.JSONL, 1, "a", 1.5, 2, null, List.of()))
                .isEqualTo("{\"id\":1,\"what, now\":\"a\",\"part\":1.5}\n{\"id\":2,\"what, now\":null,\"part\":[]}\n");
    }

    @Test
    void csvHasAHeaderAndTellsNullFromEmpty() throws IOException {
        assertThat(shown(OutputForm.CSV)).isEqualTo("id,\"what, now\",part\n");
        assertThat(shown(OutputForm.CSV, 1, "", null, 2, "a\"b", "x\ny", 3, " c ", part()))
                .isEqualTo("""
                        id,"what, now",part
                        1,"",
                        2,"a""b","x
                        y"
                        3, c ,"{""dt"":""2026-01-01"",""hours"":[1,2]}"
                        """);
    }

    @Test
    void csvIsWhatAnotherParserReads() throws IOException {
        List<String> texts = List.of("plain", "", "a,b", "\"", "\r\n", "'", "\\", " ", "é\u2028😀", "\"\"", "x\"y,\nz");
        List<Object> values = new ArrayList<>();
        for (String text : texts) {
            values.add(7);
            values.add(text);
            values.add(text + text);
        }
        List<CSVRecord> records = CSVFormat.RFC4180
                .parse(new StringReader(shown(OutputForm.CSV, values.toArray())))
                .getRecords();
        assertThat(records).hasSize(texts.size() + 1);
        for (int i = 0; i < texts.size(); i++) {
            assertThat(records.get(i + 1)).containsExactly("7", texts.get(i), texts.get(i) + texts.get(i));
        }
    }

    @Test
    void tableIsAligned() throws IOException {
        assertThat(shown(OutputForm.TABLE, 1, "a", null, 20, "long\ttext", List.of(1)))
                .isEqualTo("""
                        +----+------------+------+
                        | id | what, now  | part |
                        +----+------------+------+
                        |  1 | a          | null |
                        | 20 | long\\ttext | [1]  |
                        +----+------------+------+
                        """);
    }

    @Test
    void tableCutsNothingAndComesInPages() throws IOException {
        String wide = "x".repeat(500);
        assertThat(shown(OutputForm.TABLE, 1, wide, null)).contains(wide);
        Object[] many = new Object[3 * 2_500];
        for (int i = 0; i < many.length; i++) {
            many[i] = i % 3 == 0 ? i / 3 : "v";
        }
        String text = shown(OutputForm.TABLE, many);
        assertThat(text.lines().filter(line -> line.contains("what, now"))).hasSize(3);
        assertThat(text.lines().filter(line -> line.matches("\\|\\s+\\d+ \\| v.*")))
                .hasSize(2_500);
    }
}
