package org.lsmtable.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lsmtable.scan.IntervalPartition.Section;

class IntervalPartitionTest {
    private record Span(String name, int min, int max) {}

    @Test
    void partitionsEveryVectorAsTheFormatDoes() throws IOException {
        int cases = 0;
        for (JsonNode vector : Vectors.read("interval-partition.json").get("intervalPartition")) {
            List<Span> files = new ArrayList<>();
            for (JsonNode f : vector.get("files")) {
                files.add(new Span(
                        f.get("name").asText(),
                        f.get("minKey").asInt(),
                        f.get("maxKey").asInt()));
            }
            assertThat(names(partition(files)))
                    .as(vector.get("id").asText())
                    .isEqualTo(expected(vector.get("sections")));
            cases++;
        }
        assertThat(cases).isEqualTo(29);
    }

    @Test
    void usesTheFewestRunsOnRandomSpans() {
        long seed = 4711;
        for (int round = 0; round < 500; round++) {
            Random random = new Random(seed + round);
            List<Span> files = new ArrayList<>();
            for (int i = 0; i < random.nextInt(30); i++) {
                int min = random.nextInt(60);
                files.add(new Span("f" + i, min, min + random.nextInt(12)));
            }
            List<Section<Span>> sections = partition(files);
            assertThat(sections.stream().flatMap(s -> s.files().stream()))
                    .as("seed %d", seed + round)
                    .containsExactlyInAnyOrderElementsOf(files);
            int bound = Integer.MIN_VALUE;
            for (Section<Span> section : sections) {
                for (List<Span> run : section.runs()) {
                    int last = bound;
                    for (Span file : run) {
                        assertThat(file.min()).as("seed %d", seed + round).isGreaterThan(last);
                        last = file.max();
                    }
                }
                // No colouring can use fewer runs than the greatest number of files over one key.
                assertThat(section.runs()).as("seed %d", seed + round).hasSize(depth(section.files()));
                bound = section.files().stream().mapToInt(Span::max).max().orElseThrow();
            }
        }
    }

    private static int depth(List<Span> files) {
        int depth = 0;
        for (int key = 0; key < 80; key++) {
            int at = key;
            depth = Math.max(depth, (int)
                    files.stream().filter(f -> f.min() <= at && at <= f.max()).count());
        }
        return depth;
    }

    private static List<Section<Span>> partition(List<Span> files) {
        return IntervalPartition.of(files, Span::min, Span::max, Comparator.<Integer>naturalOrder());
    }

    private static List<Set<List<String>>> names(List<Section<Span>> sections) {
        List<Set<List<String>>> names = new ArrayList<>();
        for (Section<Span> section : sections) {
            Set<List<String>> runs = new HashSet<>();
            section.runs().forEach(run -> runs.add(run.stream().map(Span::name).toList()));
            names.add(runs);
        }
        return names;
    }

    private static List<Set<List<String>>> expected(JsonNode sections) {
        List<Set<List<String>>> names = new ArrayList<>();
        for (JsonNode section : sections) {
            Set<List<String>> runs = new HashSet<>();
            for (JsonNode run : section) {
                List<String> files = new ArrayList<>();
                run.forEach(f -> files.add(f.asText()));
                runs.add(files);
            }
            names.add(runs);
        }
        return names;
    }

    /** Reads the vector files among the test resources. */
    static final class Vectors {
        private Vectors() {}

        static JsonNode read(String name) throws IOException {
            try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + name)) {
                return new ObjectMapper().readTree(in);
            }
        }
    }
}
