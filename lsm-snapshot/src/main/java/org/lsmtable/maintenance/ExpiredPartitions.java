package org.lsmtable.maintenance;

import java.io.IOException;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.lsmtable.commit.FileSelection;
import org.lsmtable.commit.PartitionSelection;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.IndexFileEntry;
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

    private Map<BinaryRow, List<LiveFile>> at(Snapshot snapshot) throws IOException {
        Map<BinaryRow, List<LiveFile>> partitions = table.files(snapshot).stream()
                .collect(Collectors.groupingBy(LiveFile::partition, LinkedHashMap::new, Collectors.toList()));
        Map<String, BinaryRow> expired = new TreeMap<>();
        partitions.forEach((partition, files) -> {
            LocalDateTime begin = time.of(partition, files);
            if (begin != null && begin.isBefore(limit)) {
                // the number keeps those apart whose texts are the same
                expired.put(PartitionPath.of(schema, partition) + " " + expired.size(), partition);
            }
        });
        Set<BinaryRow> chosen = new HashSet<>(List.copyOf(expired.values()).subList(0, Math.min(most, expired.size())));
        partitions.keySet().retainAll(chosen);
        return partitions;
    }

    @Override
    public List<LiveFile> files(Snapshot snapshot) throws IOException {
        return at(snapshot).values().stream().flatMap(List::stream).toList();
    }

    @Override
    public List<IndexFileEntry> indexes(Snapshot snapshot) throws IOException {
        Set<BinaryRow> expired = at(snapshot).keySet();
        return table.indexes(snapshot).stream()
                .filter(index -> expired.contains(index.partition()))
                .toList();
    }
}
