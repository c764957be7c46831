package org.lsmtable.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.testing.PaimonTable;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * Manifests, lists and index manifests cut short or with bits flipped end in an error that names the file, or are read because
 * the damage does not show; never in another exception, and never in memory running out. To repeat one case, set its seed.
 */
class DamagedManifestTest {
    private static final int CASES = 300;

    static Stream<String> tables() {
        return Stream.of("1.4.2/orders", "2.0.0/types", "2.0.0/vectors", "2.0.0/codec-snappy", "2.0.0/codec-deflate");
    }

    @ParameterizedTest
    @MethodSource("tables")
    void damageIsNamed(String name) throws IOException {
        PaimonTable table = PaimonTable.load(name);
        List<String> files = table.storage().files().stream()
                .filter(f -> f.contains("/manifest/"))
                .toList();
        int[] refused = {0};
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            String file = files.get(random.nextInt(files.size()));
            byte[] good = table.storage().read(file);
            table.storage().damage(file, damaged(random, good));
            try {
                read(table, file);
            } catch (DamagedFileException | UnsupportedFeatureException e) {
                refused[0]++;
                assertThat(e.getMessage()).as("seed %d", seed).startsWith(file).doesNotContain("\n");
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed + " on " + file, e);
            }
            table.storage().damage(file, good);
            read(table, file);
        }
        // most of it shows: what does not lies in checksums nobody asks for, names, and numbers without bounds
        assertThat(refused[0]).isGreaterThan(CASES / 2);
    }

    private static byte[] damaged(Random random, byte[] good) {
        if (random.nextInt(3) == 0) {
            return Arrays.copyOf(good, random.nextInt(good.length));
        }
        byte[] bad = good.clone();
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bad;
    }

    private static void read(PaimonTable table, String file) throws IOException {
        ManifestStore store = new ManifestStore(
                table.storage(), table.root() + "/manifest", table.partitionType(), table.options(), () -> "x");
        String name = file.substring(file.lastIndexOf('/') + 1);
        if (name.startsWith("manifest-list-")) {
            store.readList(name, null);
        } else if (name.startsWith("index-manifest-")) {
            store.readIndexManifest(name);
        } else {
            for (com.fasterxml.jackson.databind.JsonNode state : table.snapshots()) {
                for (String kind : List.of("base", "delta", "changelog")) {
                    for (com.fasterxml.jackson.databind.JsonNode listed : state.get(kind)) {
                        if (listed.get("fileName").asText().equals(name)) {
                            readManifest(table, store, name, listed);
                            return;
                        }
                    }
                }
            }
        }
    }

    /** With the counts its list gives, and the length it has now, so that damage is found by reading. */
    private static void readManifest(
            PaimonTable table, ManifestStore store, String name, com.fasterxml.jackson.databind.JsonNode listed)
            throws IOException {
        store.readManifest(new ManifestFileMeta(
                name,
                table.storage().read(table.root() + "/manifest/" + name).length,
                listed.get("numAddedFiles").asLong(),
                listed.get("numDeletedFiles").asLong(),
                StatsRow.EMPTY,
                0,
                null,
                null,
                null,
                null,
                null,
                null));
    }
}
