package org.lsmtable.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.options.Options;
import org.lsmtable.testing.MemoryStorage;

/** Random histories of commits, merged before each of them: the live files stay those of a plain set of files. */
class ManifestMergeProperties {
    private static final int COMMITS = 25;

    /** The table as a set of files. */
    private final List<ManifestEntry> model = new ArrayList<>();

    @Property(tries = 120, edgeCases = EdgeCasesMode.NONE)
    void theLiveSetIsThatOfTheHistory(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8) int minCount,
            @ForAll @IntRange(min = 0, max = 20) int targetKilobytes,
            @ForAll @IntRange(min = 0, max = 60) int fullKilobytes)
            throws IOException {
        Random random = new Random(seed);
        model.clear();
        MemoryStorage storage = new MemoryStorage();
        ManifestStore store = new ManifestStore(
                storage,
                "/m",
                TestEntries.DAY_AND_HOUR,
                new Options(Map.of(
                        // entries do not shrink when they are together, so that old manifests reach the target
                        "manifest.compression",
                        "none",
                        "manifest.merge-min-count",
                        "" + minCount,
                        "manifest.target-file-size",
                        1 + 1024 * targetKilobytes + " b",
                        "manifest.full-compaction-threshold-size",
                        (fullKilobytes > 30 ? "1 gb" : 1 + 1024 * fullKilobytes + " b"))),
                () -> "u");
        List<ManifestFileMeta> all = List.of();
        for (int commit = 0; commit < COMMITS; commit++) {
            List<ManifestFileMeta> merged = store.merge(all);
            check(store, all, merged);
            all = new ArrayList<>(merged);
            all.addAll(store.writeManifests(delta(random, commit)));
            assertThat(live(store, all)).isEqualTo(new HashSet<>(model));
        }
        storage.assertNothingOpen();
    }

    private List<ManifestEntry> delta(Random random, int commit) {
        List<ManifestEntry> delta = new ArrayList<>();
        int deletes = Math.min(random.nextInt(5), model.size());
        for (int i = 0; i < deletes; i++) {
            ManifestEntry dead = model.remove(random.nextInt(model.size()));
            delta.add(TestEntries.delete(dead));
            if (random.nextInt(3) == 0 && dead.file().level() < 5) {
                ManifestEntry upgraded = TestEntries.add(
                        dead.partition(),
                        dead.bucket(),
                        dead.file().atLevel(dead.file().level() + 1));
                model.add(upgraded);
                delta.add(upgraded);
            }
        }
        int adds = random.nextInt(6);
        for (int i = 0; i < adds; i++) {
            BinaryRow partition =
                    TestEntries.partition(random.nextInt(6) == 0 ? null : "d" + random.nextInt(3), random.nextInt(2));
            ManifestEntry added =
                    TestEntries.add(partition, random.nextInt(2), TestEntries.file("f" + commit + "-" + i, 0));
            model.add(added);
            delta.add(added);
        }
        return delta;
    }

    private static Set<ManifestEntry> live(ManifestStore store, List<ManifestFileMeta> manifests) throws IOException {
        List<ManifestEntry> adds = new ArrayList<>();
        Set<ManifestEntry.Identity> dead = new HashSet<>();
        for (ManifestFileMeta manifest : manifests) {
            for (ManifestEntry entry : store.readManifest(manifest)) {
                if (entry.kind() == FileKind.ADD) {
                    adds.add(entry);
                } else {
                    dead.add(entry.identity());
                }
            }
        }
        Set<ManifestEntry> live = new HashSet<>();
        for (ManifestEntry add : adds) {
            if (!dead.contains(add.identity())) {
                assertThat(live.add(add)).as("%s once", add).isTrue();
            }
        }
        return live;
    }

    /** The live set stays, and no DELETE has gone while its ADD is still there. */
    private static void check(ManifestStore store, List<ManifestFileMeta> before, List<ManifestFileMeta> after)
            throws IOException {
        assertThat(live(store, after)).isEqualTo(live(store, before));
        Map<ManifestEntry.Identity, Integer> adds = new HashMap<>();
        Set<ManifestEntry.Identity> deletes = new HashSet<>();
        for (ManifestFileMeta manifest : before) {
            for (ManifestEntry entry : store.readManifest(manifest)) {
                if (entry.kind() == FileKind.DELETE) {
                    deletes.add(entry.identity());
                }
            }
        }
        for (ManifestFileMeta manifest : after) {
            for (ManifestEntry entry : store.readManifest(manifest)) {
                if (entry.kind() == FileKind.DELETE) {
                    assertThat(deletes.remove(entry.identity())).isTrue();
                } else {
                    adds.merge(entry.identity(), 1, Integer::sum);
                }
            }
        }
        assertThat(adds.keySet()).noneMatch(deletes::contains);
    }
}
