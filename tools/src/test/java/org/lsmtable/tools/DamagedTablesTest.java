package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Data files cut short, with zeros over their ends, and with a byte turned: commands end with exit code 4 and one line that names the file,
 * what was expected and what was found, in words of ours. A turned byte may also leave what is read as it is, or, in formats without
 * checksums, change values; it never ends otherwise. Which bytes are turned is drawn anew each time: {@code -Ddamage.seed=SEED} repeats one.
 */
class DamagedTablesTest {
    private static final int TURNED = 25;

    @TempDir
    Path folder;

    private static Map<String, byte[]> damages(byte[] sound, long seed) {
        Map<String, byte[]> damages = new LinkedHashMap<>();
        for (int cut : List.of(1, 4, 8, 20, 100, sound.length - 10, sound.length - 1, sound.length)) {
            damages.put("cut by " + cut, Arrays.copyOf(sound, sound.length - cut));
        }
        for (int zeros : List.of(4, 12, 60, 200, sound.length)) {
            byte[] zeroed = sound.clone();
            Arrays.fill(zeroed, zeroed.length - zeros, zeroed.length, (byte) 0);
            damages.put(zeros + " zeros at the end", zeroed);
        }
        byte[] inner = sound.clone();
        Arrays.fill(inner, Math.max(0, inner.length - 120), inner.length - 8, (byte) 0);
        damages.put("zeros before the last 8 bytes", inner);
        Random random = new Random(seed);
        for (int i = 0; i < TURNED; i++) {
            byte[] turned = sound.clone();
            int at = i < TURNED / 2 ? turned.length - 1 - random.nextInt(150) : random.nextInt(turned.length);
            turned[at] ^= (byte) (1 << random.nextInt(8));
            damages.put("byte " + at + " turned to " + turned[at], turned);
        }
        return damages;
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void dataFiles(String format) throws IOException {
        CliRunner lsm = new CliRunner(folder);
        lsm.ok(
                "create",
                "t",
                "--schema",
                "id INT, v STRING, a ARRAY<INT>, PRIMARY KEY (id)",
                "-O",
                "file.format=" + format);
        StringBuilder rows = new StringBuilder();
        for (int id = 0; id < 200; id++) {
            rows.append("{\"id\":")
                    .append(id)
                    .append(",\"v\":\"value ")
                    .append(id * 7919)
                    .append("\",\"a\":[1,")
                    .append(id)
                    .append("]}\n");
        }
        lsm.withInput(rows.toString()).ok("load", "t", "-", "--format", "jsonl");
        String right = lsm.ok("scan", "t").out();
        Path file;
        try (Stream<Path> files = Files.list(folder.resolve("t/bucket-0"))) {
            file = files.filter(one -> one.toString().endsWith(format))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] sound = Files.readAllBytes(file);
        long seed = Long.getLong("damage.seed", new Random().nextLong(1_000_000));
        damages(sound, seed).forEach((damage, bytes) -> {
            String what = format + ", repeat with -Ddamage.seed=" + seed + ", " + damage;
            try {
                Files.write(file, bytes);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            CliRunner.Result scan = lsm.run("scan", "t");
            if (scan.code() == 0) {
                assertThat(damage).as(what).startsWith("byte ");
                assertThat(scan.lines()).as(what).hasSize(200);
            } else {
                assertThat(scan.code()).as(what + ": " + scan.err()).isIn(4, 7);
                assertThat(scan.error())
                        .as(what)
                        .startsWith("lsm: " + file + ": ")
                        .doesNotContainIgnoringCase("exception")
                        .doesNotContainIgnoringCase("thrift")
                        .doesNotContain("Required field");
                if (scan.code() == 4) {
                    assertThat(scan.error()).as(what).contains("expected ").contains("found");
                    assertThat(lsm.run("verify", "t", "--deep").code()).as(what).isEqualTo(1);
                }
            }
        });
        Files.write(file, sound);
        assertThat(lsm.ok("scan", "t").out()).isEqualTo(right);
    }
}
