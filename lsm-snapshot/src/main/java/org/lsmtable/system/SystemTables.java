package org.lsmtable.system;

import java.io.IOException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.types.UnsupportedFeatureException;

/** The system tables of one table that follow from metadata alone (spec: system tables). Safe for use by several threads. */
public final class SystemTables {
    /** Makes one system table. */
    private interface Maker {
        SystemTable make(SystemContext context);
    }

    private static final Map<String, Maker> MAKERS = makers();

    /** Those that release 2.0 of the format has for tables that we refuse. */
    private static final List<String> UNSUPPORTED = List.of("row_tracking");

    private final TableStores stores;
    private final TableSchema schema;
    private final ZoneId zone;

    /**
     * The system tables of a table.
     *
     * @param schema the latest
     * @param zone the zone in which times are shown
     */
    public SystemTables(TableStores stores, TableSchema schema, ZoneId zone) {
        this.stores = stores;
        this.schema = schema;
        this.zone = zone;
    }

    private static Map<String, Maker> makers() {
        Map<String, Maker> makers = new LinkedHashMap<>();
        makers.put("snapshots", SnapshotsTable::of);
        makers.put("schemas", SchemasTable::of);
        makers.put("options", OptionsTable::of);
        makers.put("manifests", ManifestsTable::of);
        makers.put("files", FilesTable::of);
        makers.put("file_key_ranges", FilesTable::keyRanges);
        makers.put("tags", TagsTable::of);
        makers.put("branches", BranchesTable::of);
        makers.put("consumers", ConsumersTable::of);
        makers.put("partitions", PartitionsTable::of);
        makers.put("buckets", BucketsTable::of);
        makers.put("statistics", StatisticsTable::of);
        makers.put("aggregation_fields", AggregationFieldsTable::of);
        makers.put("table_indexes", TableIndexesTable::of);
        return makers;
    }

    /** The names there are. */
    public static List<String> names() {
        return List.copyOf(MAKERS.keySet());
    }

    /**
     * A system table.
     *
     * @param name in any case
     * @param at the state to show, null for the latest snapshot; tables that show no state do not care
     * @throws IllegalArgumentException naming those there are, if there is none of that name
     * @throws UnsupportedFeatureException if only other engines have it
     */
    public SystemTable open(String name, @Nullable Snapshot at) throws IOException {
        Maker maker = MAKERS.get(name.toLowerCase(Locale.ROOT));
        if (maker == null && UNSUPPORTED.contains(name.toLowerCase(Locale.ROOT))) {
            throw new UnsupportedFeatureException(stores.paths().name() + ": system table '" + name + "'");
        }
        if (maker == null) {
            throw new IllegalArgumentException("no system table '" + name + "'; there are " + names());
        }
        Optional<Snapshot> state = at == null ? stores.snapshots().latest() : Optional.of(at);
        return maker.make(new SystemContext(stores, schema, zone, state));
    }
}
