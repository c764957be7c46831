package org.lsmtable.tools.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.data.Row;
import org.lsmtable.testing.RandomValues;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.OutputForm;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeParser;

/** Nested values as JSON, both ways, and what cells of a table or CSV hold of them. */
class NestedTextTest {
    private static String printed(OutputForm form, DataType type, @Nullable Object value) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordWriter writer = form.open(Column.texts("v"), out);
        writer.startRecord();
        ColumnPrinter.of(type).print(value, writer);
        writer.endRecord();
        writer.finish();
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String json(DataType type, @Nullable Object value) throws IOException {
        String line = printed(OutputForm.JSONL, type, value);
        return line.substring("{\"v\":".length(), line.length() - "}\n".length());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ARRAY<INT>|[1,null,-3]|[1,null,-3]",
                "ARRAY<INT>|[ ]|[]",
                "ARRAY<ARRAY<STRING>>|[[\"a\"],[],null]|[[\"a\"],[],null]",
                "ARRAY<DECIMAL(5, 2)>|[1,\"2.5\"]|[1.00,2.50]",
                "ARRAY<DOUBLE>|[1.5,\"NaN\"]|[1.5,\"NaN\"]",
                "ARRAY<BYTES>|[\"AP8Q\"]|[\"AP8Q\"]",
                "ARRAY<TIMESTAMP(3) WITH LOCAL TIME ZONE>|[\"2026-01-31T10:00:00Z\"]|[\"2026-01-31T10:00:00.000Z\"]",
                "MAP<STRING, INT>|{\"a\":1,\"b\":null}|{\"a\":1,\"b\":null}",
                "MAP<STRING, INT>|[[\"a\",1]]|{\"a\":1}",
                "MAP<STRING, INT>|{}|{}",
                "MAP<INT, STRING>|[[7,\"x\"],[8,null]]|[[7,\"x\"],[8,null]]",
                "MAP<INT, STRING>|{\"7\":\"x\"}|[[7,\"x\"]]",
                "MAP<DATE, ARRAY<BOOLEAN>>|[[\"2026-01-31\",[true]]]|[[\"2026-01-31\",[true]]]",
                "MULTISET<STRING>|{\"x\":2}|{\"x\":2}",
                "MULTISET<INT>|[[5,1]]|[[5,1]]",
                "ROW<a INT, b STRING>|{\"b\":\"x\",\"a\":5}|{\"a\":5,\"b\":\"x\"}",
                "ROW<a INT, b ROW<c DATE>>|{\"b\":{}}|{\"a\":null,\"b\":{\"c\":null}}",
                "ROW<a INT, b STRING>|{}|{\"a\":null,\"b\":null}",
            })
    void jsonIsReadAndPrinted(String type, String text, String json) throws Exception {
        DataType parsed = TypeParser.parse(type);
        assertThat(json(parsed, TextParser.of(parsed).parse(text))).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ARRAY<INT>|12|expected ARRAY<INT> (a JSON array), found '12'",
                "MAP<INT, INT>|12|expected MAP<INT, INT> (a JSON object or array), found '12'",
                "ARRAY<INT>|[1,2|expected ARRAY<INT> (JSON), found '[1,2'",
                "ARRAY<INT>|[1] 2|expected ARRAY<INT> (one JSON value), found '[1] 2'",
                "ARRAY<INT>|[1,\"x\"]|element 1: expected INT, found 'x'",
                "ARRAY<INT>|[1,true]|element 1: expected INT, found 'true'",
                "ARRAY<INT>|[[1]]|element 0: expected INT, found 'an array'",
                "ARRAY<INT NOT NULL>|[1,null]|element 1: expected INT NOT NULL, found null",
                "MAP<STRING, INT>|{\"a\":\"x\"}|value of key 'a': expected INT, found 'x'",
                "MAP<STRING, INT>|{\"a\":1,\"a\":2}|expected MAP<STRING, INT> (each key once), found 'a'",
                "MAP<INT, INT>|[[1,1],[1,2]]|expected MAP<INT, INT> (each key once), found '1'",
                "MAP<INT, INT>|[[null,1]]|key: expected INT NOT NULL, found null",
                "MAP<INT, INT>|[[1]]|expected MAP<INT, INT> (an array of [key, value]), found '[1]'",
                "MAP<INT, INT>|[[1,2,3]]|expected MAP<INT, INT> (an array of [key, value]), found '3'",
                "MAP<INT, INT>|[1]|expected MAP<INT, INT> (an array of [key, value]), found '1'",
                "MULTISET<STRING>|{\"x\":0}|expected MULTISET<STRING> (counts of at least 1), found '0'",
                "ROW<a INT>|{\"b\":1}|expected ROW<a INT> (fields a), found 'b'",
                "ROW<a INT>|{\"a\":1,\"a\":1}|(each field once), found 'a'",
                "ROW<a INT NOT NULL>|{}|field 'a': expected INT NOT NULL, found null",
                "ROW<a ARRAY<MAP<STRING, INT>>>|{\"a\":[{\"k\":1.5}]}|field 'a': element 0: value of key 'k': expected"
                        + " INT, found '1.5'",
                "ROW<a INT>|[1]|(a JSON object), found 'an array'",
            })
    void badJsonIsRefusedWithItsPlace(String type, String text, String message) {
        assertThatThrownBy(() -> TextParser.of(TypeParser.parse(type)).parse(text))
                .isInstanceOf(BadValueException.class)
                .hasMessageContaining(message);
    }

    /** What is printed of a random value reads back as the value. */
    @Test
    void randomValuesBothWays() throws Exception {
        for (long seed = 1; seed <= 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            DataType type = RandomValues.nestedType(random, 3);
            TextParser parser = TextParser.of(type);
            for (int i = 0; i < 5; i++) {
                Object value = RandomValues.value(random, type);
                assertThat(Row.of(parser.parse(json(type, value))))
                        .as("seed " + seed + " " + type.asText())
                        .isEqualTo(Row.of(value));
            }
        }
    }

    @Test
    void cellsHoldJson() throws Exception {
        DataType type = TypeParser.parse("MAP<STRING, ARRAY<INT>>");
        Object value = TextParser.of(type).parse("{\"a\":[1,null]}");
        assertThat(printed(OutputForm.CSV, type, value)).isEqualTo("v\n\"{\"\"a\"\":[1,null]}\"\n");
        assertThat(printed(OutputForm.TABLE, type, value)).contains("{\"a\":[1,null]}");
        assertThat(printed(OutputForm.CSV, type, null)).isEqualTo("v\n\n");
        assertThat(json(type, null)).isEqualTo("null");
    }
}
