package org.lsmtable.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.json.FormatPage;
import org.lsmtable.types.UnsupportedFeatureException;

class SchemaJsonTest {
    /** The smallest real file, as the specification shows it. */
    private static final String SMALLEST = """
            {
              "version" : 3,
              "id" : 0,
              "fields" : [ {
                "id" : 0,
                "name" : "id",
                "type" : "INT"
              } ],
              "highestFieldId" : 0,
              "partitionKeys" : [ ],
              "primaryKeys" : [ ],
              "options" : { },
              "timeMillis" : 1795983374892
            }""";

    private static TableSchema parse(String json) throws IOException {
        return SchemaJson.parse("/t/schema/schema-0", json.getBytes(StandardCharsets.UTF_8));
    }

    private static String print(TableSchema schema) {
        return new String(SchemaJson.print(schema), StandardCharsets.UTF_8);
    }

    private static String oneColumn(String type) {
        return SMALLEST.replace("\"INT\"", type);
    }

    @Test
    void printsTheSmallestRealFileByteForByte() throws IOException {
        assertThat(print(parse(SMALLEST))).isEqualTo(SMALLEST);
    }

    @Test
    void theFormatPageNamesEveryField() throws IOException {
        String all = SMALLEST.replace("  \"timeMillis\"", "  \"comment\" : \"c\",\n  \"timeMillis\"");
        assertThat(print(parse(all))).isEqualTo(all);
        assertThat(FormatPage.names("schema field")).isEqualTo(FormatPage.keys(all));
    }

    @Test
    void keepsCommentsDefaultsKeysAndTheOrderOfOptions() throws IOException {
        String json = """
                {
                  "version" : 3,
                  "id" : 7,
                  "fields" : [ {
                    "id" : 3,
                    "name" : "größe \\"x\\"",
                    "type" : "DECIMAL(10, 2) NOT NULL",
                    "description" : "a comment",
                    "defaultValue" : "1.50"
                  }, {
                    "id" : 1,
                    "name" : "dt",
                    "type" : "STRING NOT NULL"
                  } ],
                  "highestFieldId" : 9,
                  "partitionKeys" : [ "dt" ],
                  "primaryKeys" : [ "dt", "größe \\"x\\"" ],
                  "options" : {
                    "z" : "1",
                    "bucket" : "2",
                    "a" : ""
                  },
                  "comment" : "",
                  "timeMillis" : 5
                }""";
        TableSchema schema = parse(json);
        assertThat(print(schema)).isEqualTo(json);
        assertThat(schema.fields().get(0).defaultValue()).isEqualTo("1.50");
        assertThat(schema.highestFieldId()).isEqualTo(9);
        assertThat(schema.trimmedPrimaryKeys()).containsExactly("größe \"x\"");
    }

    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource(
            delimiter = ';',
            value = {
                // the outer flag belongs to the outer type, whatever the parts say
                "MAP; STRING NOT NULL; INT; true",
                "MAP NOT NULL; STRING; INT; false",
                "MAP NOT NULL; STRING NOT NULL; INT NOT NULL; false",
                "MAP; STRING; INT NOT NULL; true",
            })
    void outerNullabilityOfMapsIsTheirOwn(String outer, String key, String value, boolean nullable) throws IOException {
        String json = oneColumn("""
                {
                      "type" : "%s",
                      "key" : "%s",
                      "value" : "%s"
                    }""".formatted(outer, key, value));
        TableSchema schema = parse(json);
        assertThat(schema.fields().get(0).type().isNullable()).isEqualTo(nullable);
        assertThat(print(schema)).isEqualTo(json);
    }

    @Test
    void outerNullabilityOfBracketedTextIsWhatFollowsTheBrackets() throws IOException {
        String json =
                oneColumn("{\"type\":\"MAP<STRING NOT NULL, INT>\",\"key\":\"STRING NOT NULL\",\"value\":\"INT\"}");
        assertThat(parse(json).fields().get(0).type().asText()).isEqualTo("MAP<STRING NOT NULL, INT>");
        String notNull = json.replace("INT>", "INT> NOT NULL");
        assertThat(parse(notNull).fields().get(0).type().asText()).isEqualTo("MAP<STRING NOT NULL, INT> NOT NULL");
    }

    @Test
    void nestsTypesToAnyDepth() throws IOException {
        String json = oneColumn("""
                {
                      "type" : "ARRAY NOT NULL",
                      "element" : {
                        "type" : "ROW",
                        "fields" : [ {
                          "id" : 1,
                          "name" : "a",
                          "type" : {
                            "type" : "MULTISET",
                            "element" : "TIMESTAMP(3) WITH LOCAL TIME ZONE"
                          },
                          "description" : "inside"
                        } ]
                      }
                    }""");
        TableSchema schema = parse(json);
        assertThat(schema.fields().get(0).type().asText())
                .isEqualTo("ARRAY<ROW<a MULTISET<TIMESTAMP(3) WITH LOCAL TIME ZONE>>> NOT NULL");
        assertThat(print(schema)).isEqualTo(json);
    }

    @Test
    void spellsOutTheDefaultsOfOldVersions() throws IOException {
        TableSchema first = parse(SMALLEST.replace("  \"version\" : 3,\n", ""));
        assertThat(first.options().asMap()).containsEntry("bucket", "1").containsEntry("file.format", "orc");
        TableSchema second = parse(SMALLEST.replace("\"version\" : 3", "\"version\" : 2"));
        assertThat(second.options().asMap()).doesNotContainKey("bucket").containsEntry("file.format", "orc");
        assertThat(parse(SMALLEST).options().asMap()).isEmpty();
        TableSchema set = parse(SMALLEST.replace("\"version\" : 3", "\"version\" : 1")
                .replace("\"options\" : { }", "\"options\" : {\"bucket\":\"4\",\"file.format\":\"avro\"}"));
        assertThat(set.options().asMap()).containsEntry("bucket", "4").containsEntry("file.format", "avro");
    }

    @Test
    void numbersFieldsThatCarryNoIds() throws IOException {
        TableSchema schema = parse(SMALLEST.replace(
                "\"id\" : 0,\n    \"name\" : \"id\",\n    \"type\" : \"INT\"\n  }",
                "\"name\":\"a\",\"type\":{\"type\":\"ROW\",\"fields\":[{\"name\":\"b\",\"type\":\"INT\"}]}},"
                        + "{\"name\":\"c\",\"type\":\"INT\"}"));
        assertThat(schema.fields()).extracting("id").containsExactly(0, 2);
        assertThatThrownBy(() -> parse(SMALLEST.replace("} ],", "}, {\"name\":\"c\",\"type\":\"INT\"} ],")))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage("/t/schema/schema-0: fields[1].id: expected an id in every field or in none, "
                        + "found ids in some fields only");
    }

    @Test
    void refusesLaterVersionsByName() {
        assertThatThrownBy(() -> parse(SMALLEST.replace("\"version\" : 3", "\"version\" : 4")))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("/t/schema/schema-0: schema version 4 is newer than 3, the newest known");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "\"id\" : 0; \"no\" : 0; id: expected a 64-bit number, found no such key",
                "\"INT\"; \"INTO\"; fields[0].type: expected a type, found 'INTO'",
                "\"INT\"; 3; fields[0].type: expected an object, found 3",
                "\"INT\"; {\"type\":\"SET\"}; fields[0].type.type: expected ARRAY, MULTISET, MAP, ROW or VECTOR, found 'SET'",
                "\"partitionKeys\" : [ ]; \"partitionKeys\":[\"x\"]; partitionKeys: expected columns of the table [id], found 'x'",
                "\"options\" : { }; \"options\":{\"a\":1}; options.a: expected a text, found 1",
                "\"highestFieldId\" : 0; \"highestFieldId\":99999999999; highestFieldId: expected a 32-bit number, found 99999999999",
                "1795983374892; 1795983374892}; JSON line 14 column",
            })
    void namesFileKeyExpectedAndFound(String text, String replacement, String message) {
        String json = SMALLEST.replaceFirst(
                java.util.regex.Pattern.quote(text), java.util.regex.Matcher.quoteReplacement(replacement));
        assertThat(json).isNotEqualTo(SMALLEST);
        assertThatThrownBy(() -> parse(json))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageStartingWith("/t/schema/schema-0: " + message)
                .hasMessageNotContaining("\n");
    }
}
