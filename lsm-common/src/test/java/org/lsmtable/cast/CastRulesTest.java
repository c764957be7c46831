package org.lsmtable.cast;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.TypeParser;

class CastRulesTest {
    /** Every pair of types of the vectors: those listed are supported, and no others. */
    @Test
    void supportsWhatPaimonSupports() {
        List<JsonNode> vectors = VectorFile.read("casts.json", "supported");
        Set<String> types = new TreeSet<>();
        for (JsonNode vector : vectors) {
            types.add(vector.get("from").asText());
            vector.get("to").forEach(to -> types.add(to.asText()));
        }
        assertThat(types).hasSize(19);
        for (JsonNode vector : vectors) {
            String from = vector.get("from").asText();
            List<String> expected = new ArrayList<>();
            vector.get("to").forEach(to -> expected.add(to.asText()));
            List<String> found = types.stream()
                    .filter(to ->
                            !to.equals(from) && CastRules.isSupported(TypeParser.parse(from), TypeParser.parse(to)))
                    .toList();
            assertThat(found).as("from %s", from).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    /** What real Paimon 1.4.2 and 2.0.0 allow: nested values become text, and nothing becomes a nested value. */
    @Test
    void nestedTypesBecomeTextOnly() {
        List<String> nested = List.of("ARRAY<INT>", "MAP<STRING, INT>", "ROW<a INT, b STRING>", "MULTISET<STRING>");
        for (String from : nested) {
            for (String to : List.of("STRING", "VARCHAR(3)", "CHAR(4)")) {
                assertThat(CastRules.isSupported(TypeParser.parse(from), TypeParser.parse(to)))
                        .as("%s -> %s", from, to)
                        .isEqualTo(!from.startsWith("MULTISET"));
            }
            for (String to :
                    List.of("BYTES", "INT", "ARRAY<BIGINT>", "MAP<STRING, BIGINT>", "ROW<a BIGINT, b STRING>")) {
                assertThat(CastRules.isSupported(TypeParser.parse(from), TypeParser.parse(to)))
                        .as("%s -> %s", from, to)
                        .isFalse();
                assertThat(CastRules.isSupported(TypeParser.parse(to), TypeParser.parse(from)))
                        .as("%s -> %s", to, from)
                        .isFalse();
            }
        }
    }

    @Test
    void partsMayChangeWhereTheyMay() {
        assertThat(CastRules.isReadable(TypeParser.parse("ARRAY<INT>"), TypeParser.parse("ARRAY<BIGINT>")))
                .isTrue();
        assertThat(CastRules.isReadable(TypeParser.parse("ARRAY<INT>"), TypeParser.parse("ARRAY<BYTES>")))
                .isFalse();
        assertThat(CastRules.isReadable(TypeParser.parse("MAP<INT, INT>"), TypeParser.parse("MAP<INT, STRING>")))
                .isTrue();
        assertThat(CastRules.isReadable(TypeParser.parse("MAP<INT, INT>"), TypeParser.parse("MAP<BIGINT, INT>")))
                .isFalse();
        assertThat(CastRules.isReadable(TypeParser.parse("ARRAY<INT>"), TypeParser.parse("MULTISET<INT>")))
                .isFalse();
        assertThat(CastRules.isRearranged(TypeParser.parse("ARRAY<INT>"), TypeParser.parse("ARRAY<BIGINT>")))
                .isFalse();
        assertThat(CastRules.isRearranged(TypeParser.parse("ARRAY<INT>"), TypeParser.parse("ARRAY<INT NOT NULL>")))
                .isTrue();
    }
}
