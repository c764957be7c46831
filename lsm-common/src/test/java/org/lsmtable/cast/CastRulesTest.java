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
}
