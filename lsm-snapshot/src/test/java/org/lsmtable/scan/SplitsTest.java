package org.lsmtable.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.scan.IntervalPartitionTest.Vectors;
import org.lsmtable.scan.Splits.Overlap;
import org.lsmtable.scan.Splits.Split;

class SplitsTest {
    private static final Comparator<BinaryRow> BY_INT = Comparator.comparingInt(row -> row.getInt(0));

    @Test
    void splitsEveryVectorAsTheFormatDoes() throws IOException {
        int cases = 0;
        for (JsonNode vector : Vectors.read("interval-partition.json").get("batchSplits")) {
            String id = vector.get("id").asText();
            boolean harmless = vector.get("deletionVectorsEnabled").asBoolean()
                    || vector.get("mergeEngine").asText().equals("first-row");
            Splits splits = new Splits(
                    vector.get("splitTargetSize").asLong(),
                    vector.get("openFileCost").asLong(),
                    harmless ? Overlap.HARMLESS : Overlap.VERSIONS,
                    BY_INT);
            List<DataFileMeta> files = new ArrayList<>();
            vector.get("files").forEach(f -> files.add(file(f)));

            List<Split> found = splits.ofBucket(BinaryRow.EMPTY, 0, files);

            // The order of runs inside a section carries no meaning, so files are compared as sets, splits in order.
            List<Set<String>> names = new ArrayList<>();
            List<Boolean> raw = new ArrayList<>();
            for (JsonNode split : vector.get("splits")) {
                Set<String> set = new HashSet<>();
                split.get("files").forEach(f -> set.add(f.asText()));
                names.add(set);
                raw.add(split.get("rawConvertible").asBoolean());
            }
            assertThat(found.stream()
                            .map(s -> Set.copyOf(s.files().stream()
                                    .map(DataFileMeta::fileName)
                                    .toList()))
                            .toList())
                    .as(id)
                    .isEqualTo(names);
            assertThat(found.stream().map(Split::isRaw).toList()).as(id).isEqualTo(raw);
            cases++;
        }
        assertThat(cases).isEqualTo(18);
    }

    @Test
    void keepsBucketsApart() {
        Splits splits = new Splits(1000, 1, Overlap.VERSIONS, BY_INT);
        LiveFile a = new LiveFile(BinaryRow.EMPTY, 0, 2, file("a", 0, 1, 9, 0L));
        LiveFile b = new LiveFile(BinaryRow.EMPTY, 1, 2, file("b", 0, 1, 9, 0L));

        assertThat(splits.of(List.of(a, b)))
                .containsExactly(
                        new Split(BinaryRow.EMPTY, 0, List.of(a.file()), true),
                        new Split(BinaryRow.EMPTY, 1, List.of(b.file()), true));
        assertThat(splits.of(List.of())).isEmpty();
    }

    private static DataFileMeta file(JsonNode f) {
        JsonNode deletes = f.get("deleteRowCount");
        return file(
                f.get("name").asText(),
                f.get("level").asInt(),
                f.get("minKey").asInt(),
                f.get("maxKey").asInt(),
                deletes == null || deletes.isNull() ? null : deletes.asLong(),
                f.get("size").asLong());
    }

    private static DataFileMeta file(String name, int level, int min, int max, @Nullable Long deletes) {
        return file(name, level, min, max, deletes, 10);
    }

    private static DataFileMeta file(String name, int level, int min, int max, @Nullable Long deletes, long size) {
        return new DataFileMeta(
                name,
                size,
                1,
                key(min),
                key(max),
                StatsRow.EMPTY,
                StatsRow.EMPTY,
                0,
                0,
                0,
                level,
                List.of(),
                0L,
                deletes,
                null,
                FileSource.APPEND,
                null,
                null,
                null,
                null);
    }

    private static BinaryRow key(int value) {
        return new BinaryRow(
                1,
                ByteBuffer.allocate(16)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(8, value)
                        .array());
    }
}
