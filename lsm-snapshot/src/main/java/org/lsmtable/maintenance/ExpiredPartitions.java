package org.lsmtable.maintenance;

import java.io.IOException;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.lsmtable.commit.FileSelection;
import org.lsmtable.commit.PartitionSelection;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.options.MaintenanceOptions;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.schema.PartitionPath;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/**
 * The partitions of a snapshot that are older than some time, the first of them by the texts of their values if they are too many. Whoever writes to a
 * partition meanwhile, and so makes it a young one, keeps it.
 */
final class ExpiredPartitions implements FileSelection {
    private final TableSchema schema;
    private final FileSelection table;
    private final PartitionTime time;
    private final LocalDateTime limit;
    private final int most;

    /**
     * A selection.
     *
     * @param limit the time before which a partition has expired
     */
    ExpiredPartitions(TableStores stores, TableSchema schema, PartitionTime time, LocalDateTime limit) {
        this.schema = schema;
        this.table = new PartitionSelection(stores, schema, null);
        this.time = time;
        this.limit = limit;
        this.most = schema.options().get(MaintenanceOptions.PARTITION_EXPIRATION_MAX);
    }

    @Override
    public Files at(Snapshot snapshot) throws IOException {
        Files all = table.at(snapshot);
        Set<BinaryRow> expired = expired(all.data());
        return new Files(
                all.data().stream()
                        .filter(file -> expired.contains(file.partition()))
                        .toList(),
                all.indexes().stream()
                        .filter(index -> expired.contains(index.partition()))
                        .toList());
    }

    private Set<BinaryRow> expired(List<LiveFile> files) {
        Map<BinaryRow, List<LiveFile>> partitions = files.stream()
                .collect(Collectors.groupingBy(LiveFile::partition, LinkedHashMap::new, Collectors.toList()));
        return partitions.entrySet().stream()
                .filter(partition -> isExpired(partition.getKey(), partition.getValue()))
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(partition -> PartitionPath.of(schema, partition)))
                .limit(most)
                .collect(Collectors.toSet());
    }

    private boolean isExpired(BinaryRow partition, List<LiveFile> files) {
        LocalDateTime begin = time.of(partition, files);
        return begin != null && begin.isBefore(limit);
    }
}
