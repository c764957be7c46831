package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.index.HashIndexFile;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.types.Types;

/** Buckets that come as keys come (spec: rows, dynamic buckets; indexes, hash index). That real Paimon agrees is seen in {@code interop}. */
@ExtendWith(CheckedTables.class)
class DynamicBucketsTest {
    private static Table create(Path folder, int targetKeys, int maxBuckets) {
        return create(folder, targetKeys, maxBuckets, false);
    }

    private static Table create(Path folder, int targetKeys, int maxBuckets, boolean beside) {
        return Table.create(
                folder.resolve("db.db/t"),
                TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                        .with(
                                List.of(),
                                Map.of(
                                        "bucket",
                                        "-1",
                                        "dynamic-bucket.target-row-num",
                                        Integer.toString(targetKeys),
                                        "dynamic-bucket.max-buckets",
                                        Integer.toString(maxBuckets),
                                        "index-file-in-data-file-dir",
                                        Boolean.toString(beside)),
                                null));
    }

    private static void committed(TableWriter writer) {
        assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
    }

    private static List<Row> rows(Table table) {
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.next()) {
                rows.add(cursor.copy());
            }
        }
        return rows;
    }

    /** The hashes of each bucket's index, sorted, as the latest snapshot names them. */
    private static Map<Integer, List<Integer>> indexes(Table table) throws IOException {
        Map<Integer, List<Integer>> indexes = new TreeMap<>();
        String manifest = Objects.requireNonNull(
                table.snapshot(SnapshotRef.latest()).orElseThrow().indexManifest());
        for (IndexFileEntry entry : table.stores().manifests().readIndexManifest(manifest)) {
            assertThat(entry.indexType()).isEqualTo("HASH");
            String path = table.stores().paths().indexFile(table.schema(), entry);
            assertThat(Files.size(Path.of(path))).isEqualTo(entry.fileSize());
            int[] hashes = HashIndexFile.read(table.stores().storage(), path, entry.rowCount());
            assertThat(indexes.put(
                            entry.bucket(),
                            Arrays.stream(hashes).sorted().boxed().toList()))
                    .isNull();
        }
        return indexes;
    }

    private static List<Integer> hashesOf(int... ids) {
        return Arrays.stream(ids)
                .map(id -> BinaryRow.of(List.of(Types.INT.notNull()), id).bucketHash())
                .sorted()
                .boxed()
                .toList();
    }

    @Test
    void theIndexHoldsWhatRealPaimonPutThere(Path folder) throws IOException {
        JsonNode vectors;
        try (InputStream in = getClass().getResourceAsStream("/vectors/hash-index.json")) {
            vectors = new ObjectMapper().readTree(in).get("vectors");
        }
        assertThat(vectors).isNotEmpty();
        try (Table table = create(folder, 100, -1);
                TableWriter writer = table.newWriter()) {
            for (JsonNode vector : vectors) {
                for (JsonNode key : vector.get("keys")) {
                    writer.upsert(Row.of(key.asInt(), "v"));
                }
                committed(writer);
                byte[] file = HexFormat.of().parseHex(vector.get("fileHex").asText());
                int[] hashes = new int[file.length / 4];
                java.nio.ByteBuffer.wrap(file).asIntBuffer().get(hashes);
                assertThat(indexes(table))
                        .isEqualTo(
                                Map.of(0, Arrays.stream(hashes).sorted().boxed().toList()));
            }
        }
    }

    @Test
    void keysStayWhereTheyAreAndNewOnesFillBucketsInTurn(Path folder) throws IOException {
        try (Table table = create(folder, 3, -1);
                TableWriter writer = table.newWriter()) {
            for (int id = 0; id < 5; id++) {
                writer.upsert(Row.of(id, "a"));
            }
            committed(writer);
            assertThat(indexes(table)).isEqualTo(Map.of(0, hashesOf(0, 1, 2), 1, hashesOf(3, 4)));
            String before = table.snapshot(SnapshotRef.latest()).orElseThrow().indexManifest();
            writer.upsert(Row.of(0, "b"));
            writer.delete(Row.key(4));
            committed(writer);
            assertThat(table.snapshot(SnapshotRef.latest()).orElseThrow().indexManifest())
                    .as("no new key, no new index")
                    .isEqualTo(before);
        }
        try (Table again = Table.open(folder.resolve("db.db/t"));
                TableWriter writer = again.newWriter()) {
            for (int id = 4; id < 8; id++) {
                writer.upsert(Row.of(id, "c"));
            }
            committed(writer);
            assertThat(indexes(again)).isEqualTo(Map.of(0, hashesOf(0, 1, 2), 1, hashesOf(3, 4, 5), 2, hashesOf(6, 7)));
            assertThat(rows(again))
                    .containsExactlyInAnyOrder(
                            Row.of(0, "b"),
                            Row.of(1, "a"),
                            Row.of(2, "a"),
                            Row.of(3, "a"),
                            Row.of(4, "c"),
                            Row.of(5, "c"),
                            Row.of(6, "c"),
                            Row.of(7, "c"));
            assertThat(again.get(6)).contains(Row.of(6, "c"));
        }
    }

    @Test
    void whereThereMayBeNoMoreBucketsTheEmptiestTakesTheKey(Path folder) throws IOException {
        try (Table table = create(folder, 2, 2);
                TableWriter writer = table.newWriter()) {
            for (int id = 0; id < 6; id++) {
                writer.upsert(Row.of(id, "a"));
            }
            committed(writer);
            assertThat(indexes(table)).isEqualTo(Map.of(0, hashesOf(0, 1, 4), 1, hashesOf(2, 3, 5)));
        }
    }

    /** Both writers see no key 1; were both let in, it could lie in two buckets. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofTwoWritersThatGiveOutKeysOneIsRefusedAndMayWriteAgain(boolean beside, Path folder) throws IOException {
        try (Table table = create(folder, 2, -1, beside);
                TableWriter slow = table.newWriter();
                TableWriter fast = table.newWriter()) {
            slow.upsert(Row.of(1, "slow"));
            fast.upsert(Row.of(2, "fast"));
            fast.upsert(Row.of(3, "fast"));
            fast.upsert(Row.of(1, "fast"));
            committed(fast);
            CommitResult result = slow.commit();
            assertThat(result).isInstanceOf(CommitResult.Lost.class);
            assertThat(((CommitResult.Lost) result).why()).contains("keys were given buckets by the indexes");
            assertThat(rows(table)).hasSize(3).contains(Row.of(1, "fast"));
            slow.upsert(Row.of(1, "slow"));
            committed(slow);
            assertThat(rows(table)).hasSize(3).contains(Row.of(1, "slow"));
            assertThat(indexes(table)).isEqualTo(Map.of(0, hashesOf(2, 3), 1, hashesOf(1)));
        }
        try (Stream<Path> files = Files.walk(folder.resolve("db.db/t"))) {
            assertThat(files.map(Path::toString))
                    .filteredOn(file -> file.contains("/index-") && !file.contains("/manifest/"))
                    .as("the refused commit leaves no index behind")
                    .hasSize(2)
                    .allMatch(file -> file.contains(beside ? "/bucket-" : "/index/"));
        }
    }

    @Test
    void writersOfKnownKeysDoNotDisturbEachOther(Path folder) {
        try (Table table = create(folder, 2, -1);
                TableWriter one = table.newWriter();
                TableWriter other = table.newWriter()) {
            one.upsert(Row.of(1, "a"));
            one.upsert(Row.of(2, "a"));
            one.upsert(Row.of(3, "a"));
            committed(one);
            one.upsert(Row.of(1, "b"));
            other.upsert(Row.of(3, "c"));
            committed(other);
            committed(one);
            assertThat(rows(table)).containsExactlyInAnyOrder(Row.of(1, "b"), Row.of(2, "a"), Row.of(3, "c"));
        }
    }

    /** Against a plain map, over many keys and a table that has to grow. */
    @Test
    void keyBucketsAgainstAPlainMap() {
        Random random = new Random(11);
        KeyBuckets buckets = new KeyBuckets(700, null);
        Map<Integer, Integer> model = new HashMap<>();
        buckets.load(3, new int[] {5, 0, -1});
        List.of(5, 0, -1).forEach(hash -> model.put(hash, 3));
        Map<Integer, Integer> sizes = new TreeMap<>(Map.of(3, 3));
        for (int i = 0; i < 20_000; i++) {
            int hash = random.nextInt(6_000) << random.nextInt(20);
            int found = buckets.find(hash);
            assertThat(found).isEqualTo(model.getOrDefault(hash, -1));
            if (found < 0) {
                int given = buckets.assign(hash);
                model.put(hash, given);
                assertThat(sizes.merge(given, 1, Integer::sum)).isLessThanOrEqualTo(700);
            }
        }
        assertThat(sizes.keySet()).contains(0, 1, 2, 3, 4);
        sizes.forEach((bucket, size) -> {
            int[] hashes = buckets.hashesOf(bucket);
            assertThat(hashes).hasSize(size).doesNotHaveDuplicates();
            assertThat(Arrays.stream(hashes)).allMatch(hash -> bucket.equals(model.get(hash)));
        });
    }

    @Test
    void aDamagedIndexIsNamedBeforeAnythingIsWritten(Path folder) throws IOException {
        Path index;
        try (Table table = create(folder, 100, -1);
                TableWriter writer = table.newWriter()) {
            writer.upsert(Row.of(1, "a"));
            committed(writer);
            try (Stream<Path> files = Files.list(folder.resolve("db.db/t/index"))) {
                index = files.findFirst().orElseThrow();
            }
        }
        byte[] whole = Files.readAllBytes(index);
        Files.write(index, new byte[3]);
        try (Table table = Table.open(folder.resolve("db.db/t"));
                TableWriter writer = table.newWriter()) {
            assertThatThrownBy(() -> writer.upsert(Row.of(2, "b")))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining(index.getFileName().toString())
                    .hasMessageContaining("expected 1 hashes in 4 bytes, found 3 bytes");
        }
        Files.write(index, whole);
    }
}
