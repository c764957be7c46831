package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;
import static org.lsmtable.table.TableErrors.notFound;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TagStore;

/**
 * The stores of one open table and the schema it was opened with. Immutable.
 *
 * @param schema the latest schema, with the overrides of this opening among its options
 * @param overrides options of this opening only
 */
record TableContext(
        TableEnvironment environment,
        TablePaths paths,
        SchemaStore schemas,
        SnapshotStore snapshots,
        TagStore tags,
        ManifestStore manifests,
        TableSchema schema,
        Map<String, String> overrides) {
    static TableContext open(String location, TableEnvironment environment, Map<String, String> overrides)
            throws IOException {
        TablePaths paths = new TablePaths(withoutTrailingSlash(location));
        SchemaStore schemas = new SchemaStore(environment.storage(), paths);
        TableSchema stored = schemas.latest()
                .orElseThrow(() ->
                        notFound(paths.root() + ": no table: expected a file schema/schema-<n>, found none"));
        TableSchema schema = overrides.isEmpty()
                ? stored
                : stored.withOptions(stored.options().with(overrides));
        return new TableContext(
                environment,
                paths,
                schemas,
                new SnapshotStore(environment.storage(), paths),
                new TagStore(environment.storage(), paths),
                new ManifestStore(
                        environment.storage(),
                        paths.manifestFolder(),
                        schema.partitionType(),
                        schema.options(),
                        environment.uuids()),
                schema,
                overrides);
    }

    static String withoutTrailingSlash(String location) {
        String trimmed = location;
        while (trimmed.length() > 1 && trimmed.endsWith("/")) {
            trimmed = trimmed.substring(0, trimmed.length() - 1);
        }
        return trimmed;
    }

    /** The snapshot meant; empty only for the latest of a table without any. */
    Optional<Snapshot> resolve(SnapshotRef ref) {
        return call(() -> {
            if (ref instanceof SnapshotRef.Id id) {
                if (!snapshots.exists(id.id())) {
                    throw notFound(paths.root() + ": snapshot " + id.id() + " not found; " + range());
                }
                return Optional.of(snapshots.get(id.id()));
            }
            if (ref instanceof SnapshotRef.Tag tag) {
                return Optional.of(tags.find(tag.name())
                        .orElseThrow(() -> notFound(paths.root() + ": tag '" + tag.name() + "' not found"))
                        .snapshot());
            }
            if (ref instanceof SnapshotRef.AsOf time) {
                return Optional.of(snapshots
                        .asOfTime(time.time().toEpochMilli())
                        .orElseThrow(() -> notFound(
                                paths.root() + ": no snapshot at or before " + time.time() + "; " + range())));
            }
            return snapshots.latest();
        });
    }

    private String range() {
        return call(() -> {
            Optional<Long> earliest = snapshots.earliestId();
            Optional<Long> latest = snapshots.latestId();
            return earliest.isEmpty() || latest.isEmpty()
                    ? "the table has no snapshot"
                    : "snapshots are " + earliest.get() + " to " + latest.get();
        });
    }

    /** The schema a read of a state uses: the latest for the latest state, else the snapshot's own. */
    TableSchema schemaFor(SnapshotRef ref, Snapshot snapshot) throws IOException {
        if (ref instanceof SnapshotRef.Latest || snapshot.schemaId() == schema.id()) {
            return schema;
        }
        TableSchema old = schemas.get(snapshot.schemaId());
        return overrides.isEmpty() ? old : old.withOptions(old.options().with(overrides));
    }

    /** The live files of a snapshot that a filter cannot rule out. */
    List<LiveFile> liveFiles(Snapshot snapshot, TableSchema readSchema, ScanFilter filter) throws IOException {
        return new TableScan(manifests, schemas, readSchema).plan(snapshot, filter);
    }
}
