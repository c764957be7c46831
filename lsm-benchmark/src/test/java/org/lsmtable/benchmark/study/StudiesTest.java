package org.lsmtable.benchmark.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command, small: results in JMH's form, a page, a line for each measurement. */
class StudiesTest {
    @TempDir
    Path out;

    private static String run(String... args) throws Exception {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        Studies.run(List.of(args), new PrintStream(told, true, StandardCharsets.UTF_8));
        return told.toString(StandardCharsets.UTF_8);
    }

    private static long count(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().count();
    }

    @Test
    void writesResultsAndAPage() throws Exception {
        String told = run("--out", out.toString(), "--scale", "tiny", "strategy", "throughput");
        // three triggers, two kinds of load, two strategies, two engines; then seven rates of throughput, simulated
        assertThat(count("(?m)^strategy ", told)).isEqualTo(3 * 2 * 2 * 2);
        assertThat(count("(?m)^throughput ", told)).isEqualTo(7);

        String json = Files.readString(out.resolve("results.json"));
        // the setting that both studies have is measured once
        assertThat(count("\"benchmark\"", json)).isEqualTo(24 + 7 - 1);
        assertThat(count("\"engine\" : \"real\"", json)).isEqualTo(12);
        assertThat(json)
                .contains("\"strategy\" : \"binomial\"", "\"trigger\" : \"8\"", "\"commits\" : \"30\"")
                .contains("\"writeAmplification\"", "\"readAmplification\"", "\"spaceAmplification\"", "\"stalls\"");

        String page = Files.readString(out.resolve("index.html"));
        assertThat(page)
                .startsWith("<!doctype html>")
                .contains("Studies of write amplification", "Compaction beside the writer", "real, binomial, inserts");
    }

    @Test
    void canBeRunOnOneEngine() throws Exception {
        String told = run("--out", out.toString(), "--scale", "tiny", "--engine", "simulated", "levels");
        assertThat(count("(?m)^levels ", told)).isEqualTo(6);
        assertThat(told).doesNotContain("real");
    }

    @Test
    void namesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> run("triger"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no study 'triger'; there are [trigger, ");
        assertThatThrownBy(() -> run("--out")).hasMessageContaining("--out: expected a value");
        assertThatThrownBy(() -> run("--scale", "huge")).hasMessageContaining("huge");
    }
}
