package org.lsmtable.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.BucketFunction;
import org.lsmtable.data.Row;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;

/**
 * Random tables and conditions: merging only the files that a scan keeps gives the rows that merging all files gives. The model merges
 * and filters row by row and knows nothing of statistics. To repeat a failure, set {@link #SEED} to the seed it names and ROUNDS to 1.
 */
class PruningModelTest {
    private static final long SEED = 20261130;
    private static final int ROUNDS = 400;
    private static final int BUCKETS = 3;
    private static final List<DataField> FIELDS = List.of(
            new DataField(0, "p", Types.INT),
            new DataField(1, "k", Types.INT.notNull()),
            new DataField(2, "t", Types.STRING.notNull()),
            new DataField(3, "v", Types.INT),
            new DataField(4, "s", Types.STRING));

    /** A file of the model: its rows, and how new they are. */
    private record ModelFile(ManifestEntry entry, List<Row> rows, int age) {}

    @Test
    void prunedTablesReadLikeWholeOnes() throws IOException {
        long skipped = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long seed = SEED + round;
            Random random = new Random(seed);
            ScanFixture fixture = new ScanFixture(ScanFixture.schema(
                    0,
                    FIELDS,
                    List.of("p"),
                    List.of("p", "k", "t"),
                    Map.of("bucket", String.valueOf(BUCKETS), "bucket-key", random.nextBoolean() ? "k" : "k,t")));
            List<ModelFile> files = randomFiles(fixture, random);
            Snapshot snapshot = randomManifests(fixture, files, random);
            for (int i = 0; i < 5; i++) {
                Predicate where = predicate(random, 2);
                TableScan.Plan plan = fixture.scan().explain(snapshot, ScanFilter.where(where));
                Set<String> kept = new HashSet<>(ScanFixture.names(plan.files()));
                Filter filter = where.bind(fixture.schema.rowType());

                assertThat(visible(
                                files.stream()
                                        .filter(f ->
                                                kept.contains(f.entry().file().fileName()))
                                        .toList(),
                                filter))
                        .as("seed %d, %s", seed, where)
                        .isEqualTo(visible(files, filter));
                skipped += files.size() - kept.size();
            }
        }
        assertThat(skipped).as("files left out in all").isGreaterThan(1000);
    }

    private static List<ModelFile> randomFiles(ScanFixture fixture, Random random) {
        BucketFunction function = BucketFunction.of(
                "default",
                ScanOptions.bucketKey(fixture.schema).stream()
                        .map(name -> fixture.schema.rowType().field(name).type())
                        .toList());
        List<ModelFile> files = new ArrayList<>();
        int age = 0;
        for (Integer p : new Integer[] {null, 1, 2}) {
            for (int bucket = 0; bucket < BUCKETS; bucket++) {
                int from = 0;
                for (int i = random.nextInt(3); i > 0; i--) {
                    // a run on level 5: disjoint, oldest
                    int to = from + 1 + random.nextInt(8);
                    add(fixture, files, p, bucket, 5, 0, rows(function, p, bucket, from, to, fixture, random));
                    from = to + random.nextInt(4);
                }
                for (int i = random.nextInt(3); i > 0; i--) {
                    int low = random.nextInt(15);
                    List<Row> rows = rows(function, p, bucket, low, low + random.nextInt(8), fixture, random);
                    add(fixture, files, p, bucket, 0, ++age, rows);
                }
            }
        }
        return files;
    }

    private static void add(
            ScanFixture fixture, List<ModelFile> files, Integer p, int bucket, int level, int age, List<Row> rows) {
        if (!rows.isEmpty()) {
            DataFileMeta meta = fixture.file("f" + files.size(), level, fixture.schema, rows);
            files.add(new ModelFile(fixture.add(fixture.partition(p), bucket, BUCKETS, meta), rows, age));
        }
    }

    /** Rows in key order of the keys from one number to another that belong to a bucket. */
    private static List<Row> rows(
            BucketFunction function, Integer p, int bucket, int from, int to, ScanFixture fixture, Random random) {
        List<String> bucketKey = ScanOptions.bucketKey(fixture.schema);
        List<Row> rows = new ArrayList<>();
        for (int k = from; k <= to; k++) {
            for (String t : List.of("a", "b")) {
                Row row = Row.of(
                        p,
                        k,
                        t,
                        random.nextInt(4) == 0 ? null : random.nextInt(20),
                        random.nextInt(4) == 0 ? null : "s" + random.nextInt(5));
                BinaryRow key = BinaryRow.of(
                        bucketKey.stream()
                                .map(name ->
                                        fixture.schema.rowType().field(name).type())
                                .toList(),
                        bucketKey.stream()
                                .map(name -> row.get(fixture.schema.rowType().indexOf(name)))
                                .toArray());
                if (function.bucket(key, BUCKETS) == bucket && random.nextInt(3) > 0) {
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    private static Snapshot randomManifests(ScanFixture fixture, List<ModelFile> files, Random random)
            throws IOException {
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<ManifestEntry>[] manifests = new List[1 + random.nextInt(4)];
        for (int i = 0; i < manifests.length; i++) {
            manifests[i] = new ArrayList<>();
        }
        for (ModelFile file : files) {
            manifests[random.nextInt(manifests.length)].add(file.entry());
        }
        return fixture.snapshot(manifests);
    }

    /** The newest version of each key, if it passes. */
    private static Map<String, Row> visible(List<ModelFile> files, Filter filter) {
        Map<String, Row> newest = new HashMap<>();
        files.stream()
                .sorted(Comparator.comparingInt(ModelFile::age))
                .forEach(file ->
                        file.rows().forEach(row -> newest.put(row.get(0) + "/" + row.get(1) + "/" + row.get(2), row)));
        Map<String, Row> visible = new TreeMap<>();
        newest.forEach((key, row) -> {
            if (filter.test(row)) {
                visible.put(key, row);
            }
        });
        return visible;
    }

    private static Predicate predicate(Random random, int depth) {
        int choice = depth == 0 ? 0 : random.nextInt(6);
        if (choice == 1) {
            return Predicate.or(predicate(random, depth - 1), predicate(random, depth - 1));
        }
        if (choice == 2) {
            return Predicate.not(predicate(random, depth - 1));
        }
        if (choice > 2) {
            return Predicate.and(predicate(random, depth - 1), predicate(random, depth - 1));
        }
        return leaf(random);
    }

    private static Predicate leaf(Random random) {
        String column = List.of("p", "k", "t", "v", "s").get(random.nextInt(5));
        Object literal = switch (column) {
            case "p" -> random.nextInt(4);
            case "t" -> random.nextBoolean() ? "a" : "c";
            case "s" -> "s" + random.nextInt(7);
            default -> random.nextInt(22);
        };
        return switch (random.nextInt(9)) {
            case 0 -> Predicate.isNull(column);
            case 1 -> Predicate.isNotNull(column);
            case 2 -> Predicate.lt(column, literal);
            case 3 -> Predicate.ge(column, literal);
            case 4 -> Predicate.ne(column, literal);
            case 5 -> Predicate.in(column, Objects.requireNonNull(literal), literal);
            default -> Predicate.eq(column, literal);
        };
    }
}
