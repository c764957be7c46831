package org.lsmtable.interop;

import static org.lsmtable.interop.PaimonPeerValues.fromInternal;
import static org.lsmtable.interop.PaimonPeerValues.toInternal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.paimon.Snapshot;
import org.apache.paimon.casting.CastExecutor;
import org.apache.paimon.casting.CastExecutors;
import org.apache.paimon.catalog.CatalogContext;
import org.apache.paimon.consumer.Consumer;
import org.apache.paimon.consumer.ConsumerManager;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.fileindex.FileIndexPredicate;
import org.apache.paimon.fs.FileIO;
import org.apache.paimon.fs.local.LocalFileIO;
import org.apache.paimon.index.HashBucketAssigner;
import org.apache.paimon.manifest.BucketEntry;
import org.apache.paimon.manifest.ManifestCommittable;
import org.apache.paimon.operation.FileStoreCommit;
import org.apache.paimon.operation.LocalOrphanFilesClean;
import org.apache.paimon.options.ExpireConfig;
import org.apache.paimon.predicate.PredicateBuilder;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.schema.SchemaChange;
import org.apache.paimon.schema.SchemaManager;
import org.apache.paimon.stats.ColStats;
import org.apache.paimon.stats.Statistics;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.FileStoreTableFactory;
import org.apache.paimon.table.Table;
import org.apache.paimon.table.sink.BatchTableCommit;
import org.apache.paimon.table.sink.BatchTableWrite;
import org.apache.paimon.table.sink.BatchWriteBuilder;
import org.apache.paimon.table.sink.RowKeyExtractor;
import org.apache.paimon.table.sink.StreamTableCommit;
import org.apache.paimon.table.sink.StreamTableWrite;
import org.apache.paimon.table.sink.StreamWriteBuilder;
import org.apache.paimon.table.sink.TableCommitImpl;
import org.apache.paimon.table.sink.TableWrite;
import org.apache.paimon.table.source.ReadBuilder;
import org.apache.paimon.table.source.StreamTableScan;
import org.apache.paimon.table.source.TableRead;
import org.apache.paimon.table.source.TableScan;
import org.apache.paimon.table.system.SystemTableLoader;
import org.apache.paimon.types.ArrayType;
import org.apache.paimon.types.DataField;
import org.apache.paimon.types.DataType;
import org.apache.paimon.types.DataTypeJsonParser;
import org.apache.paimon.types.MapType;
import org.apache.paimon.types.MultisetType;
import org.apache.paimon.types.RowKind;
import org.apache.paimon.types.RowType;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.ColumnPosition;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.schema.SchemaChange.AllowNull;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.CommentColumn;
import org.lsmtable.schema.SchemaChange.CommentTable;
import org.lsmtable.schema.SchemaChange.DropColumn;
import org.lsmtable.schema.SchemaChange.ForbidNull;
import org.lsmtable.schema.SchemaChange.MoveColumn;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.schema.SchemaChange.RenameColumn;
import org.lsmtable.schema.SchemaChange.SetDefault;
import org.lsmtable.schema.SchemaChange.SetOption;
import org.lsmtable.schema.SchemaChange.UnsetOption;
import org.lsmtable.types.TypeParser;

/** The peer behind its interface. Loaded once for each version. */
@SuppressWarnings("try") // the peer's close methods declare Exception
public final class PaimonPeer implements Peer {
    private final String version;
    private final AutoCloseable loader;

    private final String fileSystem;

    /** A peer whose tables lie on a file system, such as {@code hdfs://localhost:8020}; empty for local disks. */
    public PaimonPeer(String version, AutoCloseable loader, String fileSystem) {
        this.version = version;
        this.loader = loader;
        this.fileSystem = fileSystem;
    }

    @Override
    public String version() {
        return version;
    }

    private org.apache.paimon.fs.Path path(Path table) {
        return new org.apache.paimon.fs.Path(
                fileSystem.isEmpty() ? table.toUri().toString() : fileSystem + table);
    }

    private FileIO files(Path table) {
        if (fileSystem.isEmpty()) {
            return LocalFileIO.create();
        }
        try {
            return FileIO.get(path(table), CatalogContext.create(path(table)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FileStoreTable open(Path table) {
        return FileStoreTableFactory.create(files(table), path(table));
    }

    /** The table, or the branch of it that an option names, with the other options. */
    private FileStoreTable open(Path table, Map<String, String> dynamicOptions) {
        Map<String, String> options = new HashMap<>(dynamicOptions);
        String branch = options.remove("branch");
        FileStoreTable opened = branch == null ? open(table) : open(table).switchToBranch(branch);
        return opened.copy(options);
    }

    @Override
    public void create(
            Path table,
            List<Column> columns,
            List<String> primaryKeys,
            List<String> partitionKeys,
            Map<String, String> options)
            throws Exception {
        Schema.Builder builder = Schema.newBuilder();
        for (Column column : columns) {
            builder.column(column.name(), type(TypeParser.parse(column.type())));
        }
        builder.primaryKey(primaryKeys).partitionKeys(partitionKeys).options(options);
        new SchemaManager(files(table), path(table)).createTable(builder.build());
    }

    @Override
    public void write(Path table, List<Object[]> rows, Map<String, String> dynamicOptions) throws Exception {
        FileStoreTable opened = open(table, dynamicOptions);
        write(opened, opened.newBatchWriteBuilder(), rows);
    }

    @Override
    public void writeAt(Path table, List<Object[]> rows, long watermark, Map<String, String> dynamicOptions)
            throws Exception {
        FileStoreTable opened = open(table, dynamicOptions);
        StreamWriteBuilder builder = opened.newStreamWriteBuilder();
        Path scratch = java.nio.file.Files.createTempDirectory("peer-io");
        try (StreamTableWrite write =
                        (StreamTableWrite) builder.newWrite().withIOManager(IOManager.create(scratch.toString()));
                StreamTableCommit commit = builder.newCommit()) {
            for (Object[] row : rows) {
                write.write(generic(row, opened.rowType()));
            }
            ManifestCommittable committable = new ManifestCommittable(1, watermark);
            write.prepareCommit(true, 1).forEach(committable::addFileCommittable);
            ((TableCommitImpl) commit).commit(committable);
        }
    }

    @Override
    public void overwrite(Path table, List<Object[]> rows) throws Exception {
        FileStoreTable opened = open(table);
        write(opened, opened.newBatchWriteBuilder().withOverwrite(), rows);
    }

    @Override
    public void rescale(Path table, List<Object[]> rows, int buckets) throws Exception {
        FileStoreTable opened = open(table);
        Map<String, String> options = new HashMap<>(opened.options());
        options.put("bucket", Integer.toString(buckets));
        FileStoreTable rescaled = opened.copy(opened.schema().copy(options));
        write(rescaled, rescaled.newBatchWriteBuilder().withOverwrite(), rows);
    }

    @Override
    public void setOption(Path table, String key, String value) throws Exception {
        new SchemaManager(files(table), path(table)).commitChanges(SchemaChange.setOption(key, value));
    }

    private static void write(FileStoreTable opened, BatchWriteBuilder builder, List<Object[]> rows) throws Exception {
        RowType type = opened.rowType();
        Path scratch = java.nio.file.Files.createTempDirectory("peer-io");
        try (BatchTableWrite write = builder.newWrite();
                BatchTableCommit commit = builder.newCommit()) {
            spillTo(scratch, write);
            DynamicBuckets buckets = opened.coreOptions().bucket() == -1 ? new DynamicBuckets(opened) : null;
            for (Object[] row : rows) {
                GenericRow generic = generic(row, type);
                if (buckets != null) {
                    write.write(generic, buckets.of(generic));
                } else {
                    write.write(generic);
                }
            }
            commit.commit(write.prepareCommit());
        }
    }

    /** Gives out dynamic buckets as the peer's engines do, with its own classes. */
    private static final class DynamicBuckets {
        private final RowKeyExtractor extractor;
        private final HashBucketAssigner assigner;

        DynamicBuckets(FileStoreTable table) {
            extractor = table.createRowKeyExtractor();
            assigner = new HashBucketAssigner(
                    table.snapshotManager(),
                    "peer",
                    table.store().newIndexFileHandler(),
                    1,
                    1,
                    0,
                    table.coreOptions().dynamicBucketTargetRowNum(),
                    table.coreOptions().dynamicBucketMaxBuckets());
        }

        int of(InternalRow row) {
            extractor.setRecord(row);
            return assigner.assign(
                    extractor.partition(), extractor.trimmedPrimaryKey().hashCode());
        }
    }

    private static GenericRow generic(Object[] row, RowType type) {
        GenericRow generic = new GenericRow(type.getFieldCount());
        generic.setRowKind(RowKind.fromShortString((String) row[0]));
        for (int i = 0; i < type.getFieldCount(); i++) {
            generic.setField(i, toInternal(row[i + 1], type.getTypeAt(i)));
        }
        return generic;
    }

    @Override
    public Stream openStream(Path table) throws Exception {
        FileStoreTable opened = open(table);
        StreamWriteBuilder builder = opened.newStreamWriteBuilder();
        Path scratch = java.nio.file.Files.createTempDirectory("peer-io");
        StreamTableWrite write = builder.newWrite();
        spillTo(scratch, write);
        StreamTableCommit commit = builder.newCommit();
        return new Stream() {
            private long identifier;

            @Override
            public void commit(List<Object[]> rows) throws Exception {
                for (Object[] row : rows) {
                    write.write(generic(row, opened.rowType()));
                }
                commit.commit(identifier, write.prepareCommit(true, identifier));
                identifier++;
            }

            @Override
            public void close() {
                try {
                    write.close();
                    commit.close();
                } catch (Exception e) { // the peer declares no narrower one
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    @Override
    public void compactFully(Path table) throws Exception {
        FileStoreTable opened = open(table).copy(Map.of("write-only", "false"));
        BatchWriteBuilder builder = opened.newBatchWriteBuilder();
        Path scratch = java.nio.file.Files.createTempDirectory("peer-io");
        try (BatchTableWrite write = builder.newWrite();
                BatchTableCommit commit = builder.newCommit()) {
            spillTo(scratch, write);
            for (BucketEntry bucket : opened.newSnapshotReader().bucketEntries()) {
                write.compact(bucket.partition(), bucket.bucket(), true);
            }
            commit.commit(write.prepareCommit());
        }
    }

    @Override
    public List<Object[]> read(Path table, String systemTable, Map<String, String> dynamicOptions) throws Exception {
        FileStoreTable opened = open(table, dynamicOptions);
        Table source = systemTable == null ? opened : SystemTableLoader.load(systemTable, opened);
        return rows(source, source.newReadBuilder());
    }

    @Override
    public List<Object[]> readKinds(Path table, String systemTable, Map<String, String> options) throws Exception {
        FileStoreTable opened = open(table, options);
        Table source = systemTable == null ? opened : SystemTableLoader.load(systemTable, opened);
        List<Object[]> rows = new ArrayList<>();
        ReadBuilder builder = source.newReadBuilder();
        try (RecordReader<InternalRow> reader =
                builder.newRead().createReader(builder.newScan().plan())) {
            reader.forEachRemaining(row -> rows.add(withKind(row, source.rowType())));
        }
        return rows;
    }

    @Override
    public List<Column> columns(Path table, String systemTable) {
        FileStoreTable opened = open(table);
        Table source = systemTable == null ? opened : SystemTableLoader.load(systemTable, opened);
        return source.rowType().getFields().stream()
                .map(field ->
                        new Column(field.name(), field.type().asSQLString().replace("`", "")))
                .toList();
    }

    @Override
    public List<Object[]> readChanges(Path table, String systemTable, long from, long to, Map<String, String> options)
            throws Exception {
        Map<String, String> all = new HashMap<>(options);
        all.put("scan.mode", "from-snapshot");
        all.put("scan.snapshot-id", Long.toString(from));
        FileStoreTable opened = open(table, all);
        Table source = systemTable == null ? opened : SystemTableLoader.load(systemTable, opened);
        ReadBuilder builder = source.newReadBuilder();
        List<Object[]> rows = new ArrayList<>();
        StreamTableScan scan = builder.newStreamScan();
        TableRead read = builder.newRead();
        while (scan.checkpoint() == null || scan.checkpoint() <= to) {
            TableScan.Plan plan = scan.plan();
            if (scan.checkpoint() == null || scan.checkpoint() > to + 1) {
                break; // snapshots without change records are passed over in one go
            }
            try (RecordReader<InternalRow> reader = read.createReader(plan)) {
                reader.forEachRemaining(row -> rows.add(withKind(row, source.rowType())));
            }
        }
        return rows;
    }

    private static Object[] withKind(InternalRow row, RowType type) {
        Object[] values = new Object[type.getFieldCount() + 1];
        values[0] = row.getRowKind().shortString();
        for (int i = 0; i < type.getFieldCount(); i++) {
            DataType column = type.getTypeAt(i);
            values[i + 1] =
                    fromInternal(InternalRow.createFieldGetter(column, i).getFieldOrNull(row), column);
        }
        return values;
    }

    @Override
    public List<Object[]> readEqual(Path table, String column, Object value) throws Exception {
        FileStoreTable opened = open(table);
        int position = opened.rowType().getFieldIndex(column);
        PredicateBuilder predicates = new PredicateBuilder(opened.rowType());
        ReadBuilder builder = opened.newReadBuilder()
                .withFilter(predicates.equal(
                        position, toInternal(value, opened.rowType().getTypeAt(position))));
        return rows(opened, builder);
    }

    @Override
    public boolean indexKeeps(Path table, byte[] index, String column, Object value) throws Exception {
        RowType type = open(table).rowType();
        int position = type.getFieldIndex(column);
        try (FileIndexPredicate indexes = new FileIndexPredicate(index, type)) {
            return indexes.evaluate(
                            new PredicateBuilder(type).equal(position, toInternal(value, type.getTypeAt(position))))
                    .remain();
        }
    }

    private static List<Object[]> rows(Table source, ReadBuilder builder) throws Exception {
        List<DataField> fields = source.rowType().getFields();
        InternalRow.FieldGetter[] getters = new InternalRow.FieldGetter[fields.size()];
        for (int i = 0; i < getters.length; i++) {
            getters[i] = InternalRow.createFieldGetter(fields.get(i).type(), i);
        }
        List<Object[]> rows = new ArrayList<>();
        TableRead read = builder.newRead().executeFilter();
        try (RecordReader<InternalRow> reader =
                read.createReader(builder.newScan().plan())) {
            reader.forEachRemaining(row -> {
                Object[] values = new Object[getters.length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = fromInternal(
                            getters[i].getFieldOrNull(row), fields.get(i).type());
                }
                rows.add(values);
            });
        }
        return rows;
    }

    @Override
    public void alter(Path table, List<org.lsmtable.schema.SchemaChange> changes) throws Exception {
        List<SchemaChange> theirs = new ArrayList<>();
        for (org.lsmtable.schema.SchemaChange change : changes) {
            theirs.add(toPeer(change));
        }
        new SchemaManager(files(table), path(table)).commitChanges(theirs);
    }

    private static SchemaChange toPeer(org.lsmtable.schema.SchemaChange change) {
        if (change instanceof AddColumn c) {
            return SchemaChange.addColumn(
                    path(c.column()),
                    type(c.type()),
                    c.comment(),
                    move(c.column().names(), c.position()));
        } else if (change instanceof DropColumn c) {
            return SchemaChange.dropColumn(path(c.column()));
        } else if (change instanceof RenameColumn c) {
            return SchemaChange.renameColumn(path(c.column()), c.newName());
        } else if (change instanceof ChangeType c) {
            return SchemaChange.updateColumnType(path(c.column()), type(c.type()), c.nullability() == Nullability.KEPT);
        } else if (change instanceof AllowNull c) {
            return SchemaChange.updateColumnNullability(path(c.column()), true);
        } else if (change instanceof ForbidNull c) {
            return SchemaChange.updateColumnNullability(path(c.column()), false);
        } else if (change instanceof CommentColumn c) {
            return SchemaChange.updateColumnComment(path(c.column()), c.comment());
        } else if (change instanceof SetDefault c) {
            return SchemaChange.updateColumnDefaultValue(path(c.column()), c.text());
        } else if (change instanceof MoveColumn c) {
            return SchemaChange.updateColumnPosition(move(List.of(c.column()), c.position()));
        } else if (change instanceof CommentTable c) {
            return SchemaChange.updateComment(c.comment());
        } else if (change instanceof SetOption c) {
            return SchemaChange.setOption(c.key(), c.value());
        }
        return SchemaChange.removeOption(((UnsetOption) change).key());
    }

    private static String[] path(ColumnPath column) {
        return column.names().toArray(new String[0]);
    }

    private static SchemaChange.Move move(List<String> column, ColumnPosition position) {
        String name = column.get(column.size() - 1);
        if (position instanceof ColumnPosition.First) {
            return SchemaChange.Move.first(name);
        } else if (position instanceof ColumnPosition.Last) {
            return SchemaChange.Move.last(name);
        } else if (position instanceof ColumnPosition.After after) {
            return SchemaChange.Move.after(name, after.other());
        } else if (position instanceof ColumnPosition.Before before) {
            return SchemaChange.Move.before(name, before.other());
        }
        return null;
    }

    private static DataType type(org.lsmtable.types.DataType ours) {
        if (ours instanceof org.lsmtable.types.ArrayType array) {
            return new ArrayType(array.isNullable(), type(array.element()));
        } else if (ours instanceof org.lsmtable.types.MultisetType multiset) {
            return new MultisetType(multiset.isNullable(), type(multiset.element()));
        } else if (ours instanceof org.lsmtable.types.MapType map) {
            return new MapType(map.isNullable(), type(map.key()), type(map.value()));
        } else if (ours instanceof org.lsmtable.types.RowType row) {
            List<DataField> fields = new ArrayList<>();
            for (org.lsmtable.types.DataField field : row.fields()) {
                fields.add(new DataField(field.id(), field.name(), type(field.type())));
            }
            return new RowType(row.isNullable(), fields);
        }
        return DataTypeJsonParser.parseAtomicTypeSQLString(ours.asText());
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Object cast(Object value, String from, String to) {
        DataType source = type(TypeParser.parse(from));
        DataType target = type(TypeParser.parse(to));
        CastExecutor executor = CastExecutors.resolve(source, target);
        if (executor == null) {
            throw new UnsupportedOperationException("no cast from " + from + " to " + to);
        }
        return fromInternal(executor.cast(toInternal(value, source)), target);
    }

    @Override
    public void createTag(Path table, String tag, long snapshotId) {
        open(table).createTag(tag, snapshotId);
    }

    @Override
    public void createBranch(Path table, String branch, String tag) {
        if (tag == null) {
            open(table).createBranch(branch);
        } else {
            open(table).createBranch(branch, tag);
        }
    }

    @Override
    public void fastForward(Path table, String branch) {
        open(table).fastForward(branch);
    }

    @Override
    public void deleteBranch(Path table, String branch) {
        open(table).deleteBranch(branch);
    }

    @Override
    public void setConsumer(Path table, String consumer, long nextSnapshot) {
        new ConsumerManager(files(table), path(table)).resetConsumer(consumer, new Consumer(nextSnapshot));
    }

    @Override
    public void analyze(Path table, long rows, String column, long nulls) throws Exception {
        FileStoreTable opened = open(table);
        DataField field = opened.schema().nameToFieldMap().get(column);
        Map<String, ColStats<?>> columns = new HashMap<>();
        columns.put(column, ColStats.newColStats(field.id(), null, null, null, nulls, null, null));
        long snapshot = opened.snapshotManager().latestSnapshotId();
        try (BatchTableCommit commit = opened.newBatchWriteBuilder().newCommit()) {
            commit.updateStatistics(new Statistics(snapshot, opened.schema().id(), rows, 16 * rows, columns));
        }
    }

    @Override
    public void expire(Path table, int retainMax) {
        expire(table, retainMax, retainMax, Duration.ZERO, Integer.MAX_VALUE);
    }

    @Override
    public void expire(Path table, int retainMin, int retainMax, Duration retained, int limit) {
        open(table)
                .newExpireSnapshots()
                .config(ExpireConfig.builder()
                        .snapshotRetainMin(retainMin)
                        .snapshotRetainMax(retainMax)
                        .snapshotTimeRetain(retained)
                        .snapshotMaxDeletes(limit)
                        .build())
                .expire();
    }

    @Override
    public List<String> removeOrphans(Path table, long olderThanMillis) throws Exception {
        return new LocalOrphanFilesClean(open(table), olderThanMillis, false)
                .clean().getDeletedFilesPath().stream()
                        .map(path -> path.toUri().getPath())
                        .toList();
    }

    @Override
    public void rollbackAsLatest(Path table, long snapshotId) throws Exception {
        FileStoreTable opened = open(table);
        FileStoreCommit commit = opened.store().newCommit("rollback", opened);
        // the older version, which this class is loaded with too, lacks the method
        commit.getClass()
                .getMethod("rollbackToAsLatest", Snapshot.class)
                .invoke(commit, opened.snapshotManager().snapshot(snapshotId));
        commit.close();
    }

    @Override
    public void deleteTag(Path table, String tag) {
        open(table).deleteTag(tag);
    }

    @Override
    public void rollback(Path table, String state, Map<String, String> dynamicOptions) {
        FileStoreTable opened = open(table, dynamicOptions);
        if (state.chars().allMatch(Character::isDigit)) {
            opened.rollbackTo(Long.parseLong(state));
        } else {
            opened.rollbackTo(state);
        }
    }

    @Override
    public void dropPartitions(Path table, List<Map<String, String>> partitions) throws Exception {
        try (BatchTableCommit commit = open(table).newBatchWriteBuilder().newCommit()) {
            commit.truncatePartitions(partitions);
        }
    }

    @Override
    public void truncate(Path table) throws Exception {
        try (BatchTableCommit commit = open(table).newBatchWriteBuilder().newCommit()) {
            commit.truncateTable();
        }
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Through the interface whose method is the same in all releases. */
    private static void spillTo(Path scratch, TableWrite write) {
        TableWrite ignored = write.withIOManager(IOManager.create(scratch.toString()));
    }
}
