package org.lsmtable.commit;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.options.Options;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Pause;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.snapshot.TagStore;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;

/**
 * A table whose data files hold nothing but their own name: real metadata, for tests of commits, scans and system tables. Columns {@code
 * k INT} (the key) and {@code v BIGINT}, and {@code p STRING} if partitioned.
 */
public final class MetadataTable {
    public static final String ROOT = "/warehouse/db.db/t";
    private static final List<DataType> KEY = List.of(Types.INT.notNull());
    private static final List<DataType> VALUE = List.of(Types.INT.notNull(), Types.BIGINT);

    public final Storage storage;
    public final TablePaths paths;
    public final TableSchema schema;
    public final TableStores stores;
    /** Waits asked for, in milliseconds; none was done. */
    public final List<Long> waits = new ArrayList<>();

    private final String names;
    private final AtomicInteger drawn = new AtomicInteger();

    private MetadataTable(Storage storage, String root, TableSchema schema, String names) {
        this.storage = storage;
        this.paths = new TablePaths(root);
        this.schema = schema;
        this.names = names;
        this.stores = new TableStores(
                storage,
                paths,
                new SchemaStore(storage, paths),
                new SnapshotStore(storage, paths, noPause()),
                new TagStore(storage, paths),
                new ManifestStore(storage, paths.manifestFolder(), schema.partitionType(), schema.options(), names()));
    }

    private static Pause noPause() {
        return millis -> {};
    }

    /** A new unpartitioned table of one bucket. */
    public static MetadataTable create(Storage storage, Map<String, String> options) throws IOException {
        return create(storage, ROOT, List.of(), options);
    }

    /** A new table. */
    public static MetadataTable create(
            Storage storage, String root, List<String> partitionKeys, Map<String, String> options) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(Map.of("bucket", "1"));
        all.putAll(options);
        List<DataField> fields = new ArrayList<>(
                List.of(new DataField(0, "k", Types.INT.notNull()), new DataField(1, "v", Types.BIGINT)));
        List<String> primaryKeys = new ArrayList<>(List.of("k"));
        if (!partitionKeys.isEmpty()) {
            fields.add(new DataField(2, "p", Types.STRING.notNull()));
            primaryKeys.add("p");
        }
        TableSchema schema =
                new TableSchema(3, 0, fields, fields.size() - 1, partitionKeys, primaryKeys, new Options(all), null, 0);
        MetadataTable table = new MetadataTable(storage, root, schema, "first");
        if (!table.stores.schemas().create(schema)) {
            throw new IOException(root + ": exists");
        }
        return table;
    }

    /** The same table as another process sees it, whose random names begin differently. */
    public MetadataTable openedBy(String names) {
        return new MetadataTable(storage, paths.root(), schema, names);
    }

    /** The same table through another storage, perhaps a faulty one. */
    public MetadataTable through(Storage other, String names) {
        return new MetadataTable(other, paths.root(), schema, names);
    }

    /** The same table with other options. */
    public MetadataTable with(Map<String, String> options) {
        return new MetadataTable(
                storage, paths.root(), schema.withOptions(schema.options().with(options)), names + "-with");
    }

    /** Opens a table that is there. */
    public static MetadataTable open(Storage storage, String root, String names) throws IOException {
        TableSchema schema =
                new SchemaStore(storage, new TablePaths(root)).latest().orElseThrow();
        return new MetadataTable(storage, root, schema, names);
    }

    /** Draws names that nobody else draws. */
    public Supplier<String> names() {
        return () -> names + "-" + drawn.getAndIncrement();
    }

    /** A committer that does not really wait. */
    public TableCommitter committer(String user) {
        return committer(user, millis -> waits.add(millis));
    }

    public TableCommitter committer(String user, CommitEnvironment.Sleeper sleeper) {
        return new TableCommitter(
                stores,
                schema,
                user,
                new CommitEnvironment(
                        Clock.fixed(Instant.ofEpochMilli(1_800_000_000_000L), ZoneOffset.UTC),
                        names(),
                        sleeper,
                        new SplittableRandom(7)));
    }

    /** Writes a data file of the unpartitioned bucket 0. */
    public DataFileMeta file(String name, int level, int minKey, int maxKey) throws IOException {
        return file(BinaryRow.EMPTY, 0, name, level, minKey, maxKey);
    }

    /** Writes a data file with one row a key, whose values are ten times the key. */
    public DataFileMeta file(BinaryRow partition, int bucket, String name, int level, int minKey, int maxKey)
            throws IOException {
        DataFileMeta meta = meta(name, level, minKey, maxKey);
        String path = paths.dataFile(schema, partition, bucket, meta);
        try (StorageOutput out = storage.create(path)) {
            out.write(new byte[(int) meta.fileSize()]);
        }
        return meta;
    }

    /** What is known of a file, without writing it. */
    public static DataFileMeta meta(String name, int level, int minKey, int maxKey) {
        BinaryRow min = BinaryRow.of(KEY, minKey);
        BinaryRow max = BinaryRow.of(KEY, maxKey);
        return new DataFileMeta(
                name,
                100,
                maxKey - minKey + 1,
                min,
                max,
                new StatsRow(min, max, List.of(0L)),
                new StatsRow(
                        BinaryRow.of(VALUE, minKey, 10L * minKey),
                        BinaryRow.of(VALUE, maxKey, 10L * maxKey),
                        List.of(0L, 0L)),
                0,
                9,
                0,
                level,
                List.of(),
                1_800_000_000_000L,
                0L,
                null,
                level == 0 ? FileSource.APPEND : FileSource.COMPACT,
                List.of("k", "v"),
                null,
                null,
                null);
    }

    public static CommitMessage append(DataFileMeta... files) {
        return new CommitMessage(BinaryRow.EMPTY, 0, 1, List.of(files), List.of(), List.of(), List.of(), List.of());
    }

    public static CommitMessage compact(List<DataFileMeta> before, List<DataFileMeta> after) {
        return new CommitMessage(BinaryRow.EMPTY, 0, 1, List.of(), List.of(), before, after, List.of());
    }

    public static Committable committable(long identifier, CommitMessage... messages) {
        return new Committable(identifier, List.of(messages));
    }

    /** The live files of the latest snapshot as {@code name@level}, sorted. */
    public List<String> live() throws IOException {
        Snapshot latest = stores.snapshots().latest().orElse(null);
        return latest == null ? List.of() : live(latest);
    }

    /** The live files of a snapshot. */
    public List<String> live(Snapshot snapshot) throws IOException {
        List<LiveFile> files =
                new TableScan(stores.manifests(), stores.schemas(), schema).plan(snapshot, ScanFilter.ALL);
        return files.stream()
                .map(file -> file.file().fileName() + "@" + file.file().level())
                .sorted()
                .toList();
    }

    /** The files of the metadata folders that no snapshot of the table names. */
    public List<String> orphans() throws IOException {
        Map<String, Boolean> named = new HashMap<>();
        for (Snapshot snapshot : stores.snapshots().all()) {
            named.put(snapshot.baseManifestList(), true);
            named.put(snapshot.deltaManifestList(), true);
            if (snapshot.changelogManifestList() != null) {
                named.put(snapshot.changelogManifestList(), true);
                stores.manifests()
                        .readList(snapshot.changelogManifestList(), snapshot.changelogManifestListSize())
                        .forEach(manifest -> named.put(manifest.fileName(), true));
            }
            new TableScan(stores.manifests(), stores.schemas(), schema)
                    .manifests(snapshot)
                    .forEach(manifest -> named.put(manifest.fileName(), true));
        }
        return storage.list(paths.manifestFolder()).stream()
                .map(info -> info.name())
                .filter(name -> !named.containsKey(name))
                .sorted()
                .toList();
    }
}
