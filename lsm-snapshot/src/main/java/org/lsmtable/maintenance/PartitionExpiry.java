package org.lsmtable.maintenance;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Optional;
import org.lsmtable.options.MaintenanceOptions;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.TableStores;

/**
 * Which partitions have passed the age that a table's options allow them (spec: commit and maintenance, partition expiration), by the clock's
 * local time. Safe for use by several threads.
 */
public final class PartitionExpiry {
    private final TableStores stores;
    private final TableSchema schema;
    private final Clock clock;
    private final Duration age;
    private final PartitionTime time;

    private PartitionExpiry(TableStores stores, TableSchema schema, Clock clock, Duration age) {
        this.stores = stores;
        this.schema = schema;
        this.clock = clock;
        this.age = age;
        this.time = PartitionTime.of(schema);
    }

    /**
     * What a table's options ask for; empty if no partition ever expires.
     *
     * @throws org.lsmtable.types.UnsupportedFeatureException naming the option, if ages are to be counted in a way that others have added
     * @throws IllegalArgumentException naming the option, if one makes no sense
     */
    public static Optional<PartitionExpiry> of(TableStores stores, TableSchema schema, Clock clock) {
        return schema.options()
                .find(MaintenanceOptions.PARTITION_EXPIRATION_TIME)
                .filter(age -> !schema.partitionKeys().isEmpty())
                .map(age -> new PartitionExpiry(stores, schema, clock, age));
    }

    /** The partitions that have expired by now: they leave the table as those do that are dropped. */
    public PartitionDrop plan() throws IOException {
        LocalDateTime limit = LocalDateTime.now(clock).minus(age);
        return PartitionDrop.plan(stores, schema, new ExpiredPartitions(stores, schema, time, limit));
    }
}
