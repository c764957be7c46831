package org.lsmtable.manifest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/**
 * What a manifest list says of a manifest, gathered from its entries (spec: metadata, manifest lists): counts, and the ranges of
 * partitions, buckets, levels and row ids. Readers leave manifests out by these ranges, so they hold every entry.
 */
final class ManifestSummary {
    private final RowType partitionType;
    private final Map<BinaryRow, long[]> entriesByPartition = new HashMap<>();
    private long added;
    private long deleted;
    private long schemaId = Long.MIN_VALUE;
    private int minBucket = Integer.MAX_VALUE;
    private int maxBucket = Integer.MIN_VALUE;
    private int minLevel = Integer.MAX_VALUE;
    private int maxLevel = Integer.MIN_VALUE;
    private @Nullable Long minRowId;
    private @Nullable Long maxRowId;
    private long withRowId;

    ManifestSummary(RowType partitionType) {
        this.partitionType = partitionType;
    }

    void add(ManifestEntry entry) {
        DataFileMeta file = entry.file();
        switch (entry.kind()) {
            case ADD -> added++;
            case DELETE -> deleted++;
        }
        entriesByPartition.computeIfAbsent(entry.partition(), p -> new long[1])[0]++;
        schemaId = Math.max(schemaId, file.schemaId());
        minBucket = Math.min(minBucket, entry.bucket());
        maxBucket = Math.max(maxBucket, entry.bucket());
        minLevel = Math.min(minLevel, file.level());
        maxLevel = Math.max(maxLevel, file.level());
        Long firstRowId = file.firstRowId();
        if (firstRowId != null) {
            long last = firstRowId + file.rowCount() - 1;
            withRowId++;
            minRowId = minRowId == null ? firstRowId : Long.valueOf(Math.min(minRowId, firstRowId));
            maxRowId = maxRowId == null ? Long.valueOf(last) : Long.valueOf(Math.max(maxRowId, last));
        }
    }

    long entries() {
        return added + deleted;
    }

    /** The record of the manifest; there must have been an entry. */
    ManifestFileMeta toMeta(String fileName, long fileSize) {
        boolean allRowIds = withRowId == entries();
        return new ManifestFileMeta(
                fileName,
                fileSize,
                added,
                deleted,
                partitionStats(),
                schemaId,
                minBucket,
                maxBucket,
                minLevel,
                maxLevel,
                allRowIds ? minRowId : null,
                allRowIds ? maxRowId : null);
    }

    private StatsRow partitionStats() {
        int columns = partitionType.fieldCount();
        if (columns == 0) {
            return StatsRow.EMPTY;
        }
        List<DataType> types =
                partitionType.types().stream().map(DataType::nullable).toList();
        @Nullable Object[] min = new @Nullable Object[columns];
        @Nullable Object[] max = new @Nullable Object[columns];
        List<@Nullable Long> nullCounts = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            long nulls = 0;
            DataType type = types.get(i);
            for (Map.Entry<BinaryRow, long[]> partition : entriesByPartition.entrySet()) {
                Object value = partition.getKey().get(i, type);
                if (value == null) {
                    nulls += partition.getValue()[0];
                    continue;
                }
                if (min[i] == null || Values.compare(value, min[i], type) < 0) {
                    min[i] = value;
                }
                if (max[i] == null || Values.compare(value, max[i], type) > 0) {
                    max[i] = value;
                }
            }
            nullCounts.add(nulls);
        }
        return new StatsRow(BinaryRow.of(types, min), BinaryRow.of(types, max), nullCounts);
    }
}
