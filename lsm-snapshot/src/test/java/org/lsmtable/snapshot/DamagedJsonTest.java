package org.lsmtable.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.testing.PaimonTable;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * Snapshot, schema, tag and hint files cut short or with bits flipped end in an error that names the file, are read because the
 * damage does not show, or, for hints, are done without; never in another exception. To repeat one case, set its seed.
 */
class DamagedJsonTest {
    private static final int CASES = 800;

    static Stream<String> tables() {
        return Stream.of("1.4.2/orders", "2.0.0/orders", "2.0.0/types");
    }

    @ParameterizedTest
    @MethodSource("tables")
    void damageIsNamedOrHarmless(String name) throws IOException {
        PaimonTable table = PaimonTable.load(name);
        TablePaths paths = new TablePaths(table.root());
        List<String> files = table.storage().files().stream()
                .filter(f -> !f.contains("/manifest/") && !f.contains("/index/"))
                .toList();
        Optional<Long> latest = new SnapshotStore(table.storage(), paths).latestId();
        int refused = 0;
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            String file = files.get(random.nextInt(files.size()));
            byte[] good = table.storage().read(file);
            table.storage().damage(file, damaged(random, good));
            try {
                // new stores: a schema once read is remembered
                new SchemaStore(table.storage(), paths).all();
                SnapshotStore snapshots = new SnapshotStore(table.storage(), paths, millis -> {});
                snapshots.all();
                new TagStore(table.storage(), paths).all();
                assertThat(snapshots.latestId()).as("seed %d: %s", seed, file).isEqualTo(latest);
                assertThat(snapshots.earliestId()).as("seed %d: %s", seed, file).isPresent();
            } catch (DamagedFileException | UnsupportedFeatureException e) {
                refused++;
                assertThat(e.getMessage()).as("seed %d", seed).startsWith(file).doesNotContain("\n");
            } catch (RuntimeException | IOException e) {
                throw new AssertionError("seed " + seed + " on " + file, e);
            }
            table.storage().damage(file, good);
        }
        // what does not show are other letters in names and texts, other digits in numbers, and hints
        assertThat(refused).isGreaterThan(CASES / 12);
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
}
