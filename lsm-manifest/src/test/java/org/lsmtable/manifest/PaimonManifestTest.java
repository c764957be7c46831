package org.lsmtable.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lsmtable.testing.PaimonTable.hex;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.testing.PaimonTable;

/** What Paimon wrote is read as Paimon reads it, and what we write of it again is the same. */
class PaimonManifestTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<String> tables() {
        return PaimonTable.ALL.stream();
    }

    private static ManifestStore store(PaimonTable table) {
        return new ManifestStore(
                table.storage(), table.root() + "/manifest", table.partitionType(), table.options(), () -> "ours");
    }

    private static void forEachList(PaimonTable table, ListCheck check) throws IOException {
        ManifestStore store = store(table);
        for (JsonNode state : table.snapshots()) {
            for (String kind : List.of("base", "delta", "changelog")) {
                JsonNode name = state.get("snapshot").get(kind + "ManifestList");
                if (!name.isNull()) {
                    JsonNode size = state.get("snapshot").get(kind + "ManifestListSize");
                    List<ManifestFileMeta> list =
                            store.readList(name.asText(), size.isNull() ? null : Long.valueOf(size.asLong()));
                    check.accept(store, list, state.get(kind));
                }
            }
        }
    }

    private interface ListCheck {
        void accept(ManifestStore store, List<ManifestFileMeta> list, JsonNode expected) throws IOException;
    }

    @ParameterizedTest
    @MethodSource("tables")
    void readsListsAndManifestsAsPaimonDoes(String name) throws IOException {
        PaimonTable table = PaimonTable.load(name);
        forEachList(table, (store, list, expected) -> {
            assertThat(json(list)).isEqualTo(normal(expected));
            for (ManifestFileMeta manifest : list) {
                assertThat(entriesJson(store.readManifest(manifest)))
                        .isEqualTo(normal(table.expected().get("manifests").get(manifest.fileName())));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("tables")
    void summarizesManifestsAsPaimonDoes(String name) throws IOException {
        PaimonTable table = PaimonTable.load(name);
        forEachList(table, (store, list, expected) -> {
            for (ManifestFileMeta manifest : list) {
                List<ManifestEntry> entries = store.readManifest(manifest);
                List<ManifestFileMeta> written = store.writeManifests(entries);
                assertThat(written).hasSize(1);
                ManifestFileMeta ours = written.get(0);
                assertThat(entriesJson(store.readManifest(ours))).isEqualTo(entriesJson(entries));
                assertThat(renamed(ours, manifest.fileName(), manifest.fileSize()))
                        .isEqualTo(manifest);
            }
            ManifestStore.Written rewritten = store.writeList(list);
            assertThat(store.readList(rewritten.fileName(), rewritten.fileSize()))
                    .isEqualTo(list);
        });
    }

    @ParameterizedTest
    @MethodSource("tables")
    void mergesAsPaimonDoes(String name) throws IOException {
        PaimonTable table = PaimonTable.load(name);
        ManifestStore store = store(table);
        List<JsonNode> states = table.snapshots();
        for (int i = 1; i < states.size(); i++) {
            JsonNode before = states.get(i - 1).get("snapshot");
            List<ManifestFileMeta> given = new java.util.ArrayList<>(
                    store.readList(before.get("baseManifestList").asText(), null));
            given.addAll(store.readList(before.get("deltaManifestList").asText(), null));
            List<ManifestFileMeta> merged = store.merge(given);
            List<ManifestFileMeta> theirs = store.readList(
                    states.get(i).get("snapshot").get("baseManifestList").asText(), null);
            assertThat(merged).hasSameSizeAs(theirs);
            for (int m = 0; m < merged.size(); m++) {
                assertThat(entriesJson(store.readManifest(merged.get(m))))
                        .isEqualTo(entriesJson(store.readManifest(theirs.get(m))));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void readsIndexManifestsAsPaimonDoes(String name) throws IOException {
        PaimonTable table = PaimonTable.load(name);
        ManifestStore store = store(table);
        for (JsonNode state : table.snapshots()) {
            if (state.has("index")) {
                List<IndexFileEntry> entries = store.readIndexManifest(
                        state.get("snapshot").get("indexManifest").asText());
                assertThat(indexJson(entries)).isEqualTo(normal(state.get("index")));
                ManifestStore.Written ours = store.writeIndexManifest(entries);
                assertThat(indexJson(store.readIndexManifest(ours.fileName()))).isEqualTo(indexJson(entries));
            }
        }
    }

    private static ManifestFileMeta renamed(ManifestFileMeta manifest, String fileName, long fileSize) {
        return new ManifestFileMeta(
                fileName,
                fileSize,
                manifest.numAddedFiles(),
                manifest.numDeletedFiles(),
                manifest.partitionStats(),
                manifest.schemaId(),
                manifest.minBucket(),
                manifest.maxBucket(),
                manifest.minLevel(),
                manifest.maxLevel(),
                manifest.minRowId(),
                manifest.maxRowId());
    }

    /** The tree with every whole number as a long, so that numbers compare by value. */
    private static JsonNode normal(JsonNode tree) throws IOException {
        return JSON.readTree(JSON.writeValueAsBytes(tree));
    }

    private static JsonNode json(List<ManifestFileMeta> list) throws IOException {
        ArrayNode array = JSON.createArrayNode();
        for (ManifestFileMeta manifest : list) {
            ObjectNode node = array.addObject();
            node.put("fileName", manifest.fileName());
            node.put("fileSize", manifest.fileSize());
            node.put("numAddedFiles", manifest.numAddedFiles());
            node.put("numDeletedFiles", manifest.numDeletedFiles());
            node.set("partitionStats", json(manifest.partitionStats()));
            node.put("schemaId", manifest.schemaId());
            node.put("minBucket", manifest.minBucket());
            node.put("maxBucket", manifest.maxBucket());
            node.put("minLevel", manifest.minLevel());
            node.put("maxLevel", manifest.maxLevel());
            node.put("minRowId", manifest.minRowId());
            node.put("maxRowId", manifest.maxRowId());
        }
        return normal(array);
    }

    private static JsonNode entriesJson(List<ManifestEntry> entries) throws IOException {
        ArrayNode array = JSON.createArrayNode();
        for (ManifestEntry entry : entries) {
            ObjectNode node = array.addObject();
            DataFileMeta file = entry.file();
            node.put("kind", entry.kind().name());
            node.put("partition", hex(entry.partition()));
            node.put("bucket", entry.bucket());
            node.put("totalBuckets", entry.totalBuckets());
            node.put("fileName", file.fileName());
            node.put("fileSize", file.fileSize());
            node.put("rowCount", file.rowCount());
            node.put("minKey", hex(file.minKey()));
            node.put("maxKey", hex(file.maxKey()));
            node.set("keyStats", json(file.keyStats()));
            node.set("valueStats", json(file.valueStats()));
            node.put("minSequence", file.minSequence());
            node.put("maxSequence", file.maxSequence());
            node.put("schemaId", file.schemaId());
            node.put("level", file.level());
            node.set("extraFiles", JSON.valueToTree(file.extraFiles()));
            node.put("creationTimeMillis", file.creationTimeMillis());
            node.put("deleteRowCount", file.deleteRowCount());
            byte[] index = file.embeddedIndex();
            node.put("embeddedIndex", index == null ? null : HexFormat.of().formatHex(index));
            node.put("fileSource", name(file.fileSource()));
            node.set("valueStatsCols", JSON.valueToTree(file.valueStatsCols()));
            node.put("externalPath", file.externalPath());
            node.put("firstRowId", file.firstRowId());
            node.set("writeCols", JSON.valueToTree(file.writeCols()));
        }
        return normal(array);
    }

    private static @Nullable String name(@Nullable Enum<?> constant) {
        return constant == null ? null : constant.name();
    }

    private static JsonNode json(StatsRow stats) {
        ObjectNode node = JSON.createObjectNode();
        node.put("min", hex(stats.min()));
        node.put("max", hex(stats.max()));
        node.set("nullCounts", JSON.valueToTree(stats.nullCounts()));
        return node;
    }

    private static JsonNode indexJson(List<IndexFileEntry> entries) throws IOException {
        ArrayNode array = JSON.createArrayNode();
        for (IndexFileEntry entry : entries) {
            ObjectNode node = array.addObject();
            node.put("kind", entry.kind().name());
            node.put("partition", hex(entry.partition()));
            node.put("bucket", entry.bucket());
            node.put("indexType", entry.indexType());
            node.put("fileName", entry.fileName());
            node.put("fileSize", entry.fileSize());
            node.put("rowCount", entry.rowCount());
            if (entry.vectorRanges() != null) {
                ArrayNode ranges = node.putArray("vectorRanges");
                for (IndexFileEntry.VectorRange range : entry.vectorRanges()) {
                    ranges.addObject()
                            .put("dataFile", range.dataFile())
                            .put("offset", range.offset())
                            .put("length", range.length())
                            .put("cardinality", range.cardinality());
                }
            }
        }
        return normal(array);
    }
}
