package org.lsmtable.system;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/**
 * What a system table is computed from.
 *
 * @param state the snapshot shown, empty if the table has none
 */
record SystemContext(TableStores stores, TableSchema schema, ZoneId zone, Optional<Snapshot> state) {
    TableScan scan() {
        return new TableScan(stores.manifests(), stores.schemas(), schema);
    }

    /** The live files of a state, those without a bucket included. */
    List<LiveFile> files(Optional<Snapshot> at) throws IOException {
        return at.isEmpty() ? List.of() : scan().plan(at.get(), ScanFilter.ALL);
    }

    /** A point in time as the wall clock of the zone shows it. */
    LocalDateTime local(long epochMillis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(epochMillis), zone);
    }

    /** When a file was made: stored as wall-clock time already. */
    static @Nullable LocalDateTime creationTime(DataFileMeta file) {
        Long millis = file.creationTimeMillis();
        return millis == null ? null : LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }
}
