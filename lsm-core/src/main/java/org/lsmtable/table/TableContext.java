package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;
import static org.lsmtable.table.TableErrors.notFound;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.lsmtable.cast.CastRules;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.all.Formats;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.Locations;
import org.lsmtable.index.FileIndexOptions;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.ColumnResolver;
import org.lsmtable.options.TableOptions;
import org.lsmtable.scan.FileIndexes;
import org.lsmtable.scan.IndexCheck;
import org.lsmtable.scan.IndexOpener;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.StoredKeys;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.FeatureCheck;
import org.lsmtable.schema.FeatureCheck.Use;
import org.lsmtable.schema.SchemaAlteration;
import org.lsmtable.schema.SchemaAlteration.History;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.StoredColumns;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.BranchStore;
import org.lsmtable.snapshot.ChangelogStore;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.types.DataType;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * The stores of one open table and the schema it was opened with, and what reading needs of both. Immutable.
 *
 * @param schema the latest schema, with the overrides of this opening among its options
 * @param overrides options of this opening only
 */
record TableContext(
        TableEnvironment environment, TableStores stores, TableSchema schema, Map<String, String> overrides) {
    /** The option that says which branch is meant; never stored. */
    private static final String BRANCH = "branch";

    /** Opens a table, on the branch that an override may name. */
    static TableContext open(String location, TableEnvironment environment, Map<String, String> overrides)
            throws IOException {
        Map<String, String> others = new LinkedHashMap<>(overrides);
        String branch = others.remove(BRANCH);
        return open(paths(location, branch == null ? TablePaths.MAIN : branch, environment), environment, others);
    }

    /** Where a branch of a table has its files. */
    static TablePaths paths(String location, String branch, TableEnvironment environment) throws IOException {
        TablePaths paths = new TablePaths(Locations.canonical(location)).onBranch(branch);
        requireBranch(paths, environment);
        return paths;
    }

    private static void requireBranch(TablePaths paths, TableEnvironment environment) throws IOException {
        if (!paths.isMain() && !new BranchStore(environment.storage(), paths).exists(paths.branch())) {
            throw notFound(paths.root() + ": branch '" + paths.branch() + "' not found");
        }
    }

    static TableException noTable(TablePaths paths) {
        return notFound(paths.name() + ": no table: expected a file schema/schema-<n>, found none");
    }

    private static TableContext open(TablePaths paths, TableEnvironment environment, Map<String, String> overrides)
            throws IOException {
        TableSchema stored =
                new SchemaStore(environment.storage(), paths).latest().orElseThrow(() -> noTable(paths));
        return of(environment, paths, stored, overrides);
    }

    private static TableContext of(
            TableEnvironment environment, TablePaths paths, TableSchema stored, Map<String, String> overrides) {
        TableSchema schema = overrides.isEmpty()
                ? stored
                : stored.withOptions(stored.options().with(overrides));
        return new TableContext(
                environment,
                TableStores.of(environment.storage(), paths, schema, environment.uuids()),
                schema,
                overrides);
    }

    /** Another branch of the table, with the same overrides. */
    TableContext onBranch(String name) throws IOException {
        TablePaths paths = paths().onBranch(name);
        requireBranch(paths, environment);
        return open(paths, environment, overrides);
    }

    /** The same table after changes of its schema. */
    TableContext altered(List<SchemaChange> changes) throws IOException {
        long now = environment.clock().millis();
        try {
            TableSchema altered = stores.schemas()
                    .alter(latest -> writable(SchemaAlteration.apply(latest, changes, history(), overrides, now)));
            return of(environment, paths(), altered, overrides);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(paths().name() + ": " + e.getMessage(), e);
        } catch (UnsupportedFeatureException e) {
            throw new UnsupportedFeatureException(paths().name() + ": " + e.getMessage());
        }
    }

    /** Refuses a schema whose indexes no writer could make. */
    private static TableSchema writable(TableSchema schema) {
        FileIndexOptions.of(schema.rowType(), schema.options());
        return schema;
    }

    private History history() throws IOException {
        return stores.snapshots().latestId().isEmpty() ? History.EMPTY : History.WRITTEN;
    }

    TablePaths paths() {
        return stores.paths();
    }

    /** The snapshot meant; empty only for the latest of a table without any. */
    Optional<Snapshot> resolve(SnapshotRef ref) {
        return call(() -> {
            if (ref instanceof SnapshotRef.Id id) {
                return Optional.of(stores.snapshots()
                        .find(id.id())
                        .orElseThrow(
                                () -> notFound(paths().name() + ": snapshot " + id.id() + " not found; " + range())));
            }
            if (ref instanceof SnapshotRef.Tag tag) {
                return Optional.of(stores.tags()
                        .find(tag.name())
                        .orElseThrow(() -> notFound(paths().name() + ": tag '" + tag.name() + "' not found"))
                        .snapshot());
            }
            if (ref instanceof SnapshotRef.AsOf time) {
                return Optional.of(stores.snapshots()
                        .asOfTime(time.time().toEpochMilli())
                        .orElseThrow(() -> notFound(
                                paths().name() + ": no snapshot at or before " + time.time() + "; " + range())));
            }
            return stores.snapshots().latest();
        });
    }

    /** The snapshot meant, which must be there. */
    Snapshot existing(SnapshotRef ref) {
        return resolve(ref).orElseThrow(() -> notFound(paths().name() + ": the table has no snapshot yet"));
    }

    /** A snapshot, or what was kept of it for its change records when it expired. */
    Snapshot snapshotOrChangelog(long id) throws IOException {
        Optional<Snapshot> snapshot = stores.snapshots().find(id);
        return snapshot.or(() -> call(() -> changelogs().find(id)))
                .orElseThrow(() -> notFound(paths().name() + ": snapshot " + id + " not found; " + range()));
    }

    /** What was kept of expired snapshots. */
    ChangelogStore changelogs() {
        return new ChangelogStore(environment.storage(), paths());
    }

    private String range() {
        return call(() -> {
            Optional<Long> earliest = stores.snapshots().earliestId();
            Optional<Long> latest = stores.snapshots().latestId();
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
        TableSchema old = stores.schemas().get(snapshot.schemaId());
        return overrides.isEmpty() ? old : old.withOptions(old.options().with(overrides));
    }

    /**
     * The live files of a snapshot for looking at, whatever reading their rows would take; without those that wait for a bucket.
     *
     * @throws UnsupportedFeatureException if the table has no primary key, and so no merge tree
     */
    List<LiveFile> listedFiles(Snapshot snapshot, TableSchema readSchema, ScanFilter filter) throws IOException {
        if (readSchema.primaryKeys().isEmpty()) {
            throw new UnsupportedFeatureException(
                    paths().name() + ": not supported: tables without a primary key, which have no levels");
        }
        return new TableScan(stores.manifests(), stores.schemas(), readSchema)
                .plan(snapshot, filter).stream()
                        .filter(live -> live.bucket() != TablePaths.POSTPONE_BUCKET)
                        .toList();
    }

    /**
     * The live files of a snapshot that a filter cannot rule out, without those that still wait for a bucket: their rows are not in
     * the table yet.
     */
    List<LiveFile> liveFiles(Snapshot snapshot, TableSchema readSchema, ScanFilter filter) throws IOException {
        return plan(snapshot, readSchema, filter).files();
    }

    /** The same, telling what was left out. */
    TableScan.Plan plan(Snapshot snapshot, TableSchema readSchema, ScanFilter filter) throws IOException {
        TableScan.Plan plan = find(snapshot, readSchema, filter);
        requireKnownTypes(plan.files(), readSchema);
        return plan;
    }

    /** The live files beside which rows are written, of whatever types their columns are: they may be of a later schema. */
    List<LiveFile> filesBesideRows(Snapshot snapshot, ScanFilter filter) throws IOException {
        List<LiveFile> files = find(snapshot, schema, filter).files();
        new StoredKeys(stores.schemas(), schema).require(paths().name(), files);
        return files;
    }

    private TableScan.Plan find(Snapshot snapshot, TableSchema readSchema, ScanFilter filter) throws IOException {
        FeatureCheck.require(paths().name(), readSchema, Use.READ);
        IndexCheck.require(paths().name(), stores.manifests(), snapshot, Use.READ);
        TableScan.Plan plan = new TableScan(stores.manifests(), stores.schemas(), readSchema)
                .withIndexFiles(indexFiles(readSchema))
                .explain(snapshot, filter);
        List<LiveFile> files = plan.files().stream()
                .filter(live -> live.bucket() != TablePaths.POSTPONE_BUCKET)
                .toList();
        if (readSchema.options().get(TableOptions.IGNORE_DELETE)) {
            files.forEach(this::requireNoDeletes);
        }
        return new TableScan.Plan(files, plan.counters());
    }

    private IndexOpener indexFiles(TableSchema readSchema) {
        return (live, name) -> environment
                .storage()
                .open(paths().extraFile(readSchema, live.partition(), live.bucket(), live.file(), name));
    }

    /** The file indexes of the table's files. */
    FileIndexes fileIndexes(TableSchema readSchema) {
        return new FileIndexes(stores.schemas(), readSchema, indexFiles(readSchema));
    }

    /**
     * Keys have one form. Files of a later schema are read as far as it only adds, drops, renames and moves columns. Values of a type that the column got later
     * could be read as the older type only with a loss.
     */
    void requireKnownTypes(List<LiveFile> files, TableSchema readSchema) throws IOException {
        new StoredKeys(stores.schemas(), readSchema).require(paths().name(), files);
        for (LiveFile live : files) {
            requireOrdinary(live.file());
            long id = live.file().schemaId();
            if (id > readSchema.id() && !sameTypes(readSchema, stores.schemas().get(id))) {
                throw readSchema.id() == schema.id()
                        ? laterSchema(live.file(), "with other types")
                        : laterTypes(live.file(), readSchema);
            }
        }
    }

    /** Values of VECTOR columns may lie in files of their own, whose names end like those of others (spec: metadata, names). */
    private void requireOrdinary(DataFileMeta file) {
        if (file.fileName().contains(".vector.")) {
            throw new UnsupportedFeatureException(
                    paths().name() + ": " + file.fileName() + ": files of VECTOR columns are not supported");
        }
    }

    private static boolean sameTypes(TableSchema reading, TableSchema later) {
        Map<Integer, DataType> types = new HashMap<>();
        later.fields().forEach(field -> types.put(field.id(), field.type()));
        return reading.fields().stream().allMatch(field -> {
            DataType type = types.get(field.id());
            return type == null || CastRules.isRearranged(type, field.type());
        });
    }

    /**
     * Why these files cannot be merged under this schema: a compaction must know every column that is in its input, just as it is there, or what it does
     * not know would be lost. Empty if they can.
     */
    Optional<TableException> whyNotCompactable(List<DataFileMeta> files) throws IOException {
        for (DataFileMeta file : files) {
            if (file.schemaId() > schema.id()
                    && !StoredColumns.agree(schema, stores.schemas().get(file.schemaId()))) {
                return Optional.of(laterSchema(file, "whose columns a compaction would lose"));
            }
        }
        return Optional.empty();
    }

    private TableException laterTypes(DataFileMeta file, TableSchema readSchema) {
        return TableErrors.invalid(paths().name() + ": " + file.fileName() + " is of schema " + file.schemaId()
                + ", whose types are others than those of schema " + readSchema.id()
                + ", in whose columns it is to be read; name the older state first");
    }

    private TableException laterSchema(DataFileMeta file, String what) {
        return TableErrors.schemaChanged(paths().name() + ": the table was opened with schema " + schema.id() + ", and "
                + file.fileName() + " is of schema " + file.schemaId() + " " + what + "; open the table again");
    }

    /** Where deletes count for nothing they are dropped when written; merging files that hold some would need another merge. */
    private void requireNoDeletes(LiveFile live) {
        if (live.file().mayHaveDeletes()) {
            throw new UnsupportedFeatureException(paths().name() + ": option 'ignore-delete' is set, and " + live.file()
                    + " holds deletes from before; merging such files is not supported");
        }
    }

    /** Finds columns in files of older schemas. */
    ColumnResolver resolver() {
        Map<Long, TableSchema> known = new ConcurrentHashMap<>();
        known.put(schema.id(), schema);
        return ColumnResolver.byFieldId(
                id -> known.computeIfAbsent(id, k -> call(() -> stores.schemas().get(k))),
                environment.clock().getZone());
    }

    /** Opens a data file. The caller closes it. */
    DataFileReader openFile(TableSchema readSchema, LiveFile live) throws IOException {
        return openFile(readSchema, live.partition(), live.bucket(), live.file());
    }

    /** Opens a data file of a bucket. The caller closes it. */
    DataFileReader openFile(TableSchema readSchema, BinaryRow partition, int bucket, DataFileMeta file)
            throws IOException {
        String path = paths().dataFile(readSchema, partition, bucket, file);
        DataFileReader reader = Formats.forFileName(file.fileName(), readSchema.options())
                .open(environment.storage().open(path));
        if (reader.rowCount() != file.rowCount()) {
            reader.close();
            throw new DamagedFileException(
                    path, "rows", Long.toString(file.rowCount()), Long.toString(reader.rowCount()));
        }
        return reader;
    }
}
