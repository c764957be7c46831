package org.lsmtable.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.manifest.ManifestStore.Written;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.options.Options;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;

/** A table of manifests only, for scans: files are described by the rows they would hold. */
final class ScanFixture {
    final TablePaths paths = new TablePaths("/t");
    final MemoryStorage storage = new MemoryStorage();
    final SchemaStore schemas = new SchemaStore(storage, paths);
    final TableSchema schema;
    final ManifestStore manifests;

    ScanFixture(TableSchema schema) throws IOException {
        this.schema = schema;
        schemas.create(schema);
        this.manifests =
                new ManifestStore(storage, paths.manifestFolder(), schema.partitionType(), schema.options(), () -> "u");
    }

    static TableSchema schema(
            long id,
            List<DataField> fields,
            List<String> partitionKeys,
            List<String> primaryKeys,
            Map<String, String> options) {
        Map<String, String> all = new LinkedHashMap<>(Map.of("bucket", "1"));
        all.putAll(options);
        return new TableSchema(3, id, fields, 20, partitionKeys, primaryKeys, new Options(all), null, 0);
    }

    TableScan scan() {
        return scan(null);
    }

    TableScan scan(@Nullable Executor executor) {
        return new TableScan(manifests, schemas, schema, executor);
    }

    ManifestEntry add(BinaryRow partition, int bucket, int totalBuckets, DataFileMeta file) {
        return new ManifestEntry(FileKind.ADD, partition, bucket, totalBuckets, file);
    }

    ManifestEntry add(DataFileMeta file) {
        return add(BinaryRow.EMPTY, 0, 1, file);
    }

    static ManifestEntry delete(ManifestEntry added) {
        return new ManifestEntry(
                FileKind.DELETE, added.partition(), added.bucket(), added.totalBuckets(), added.file());
    }

    BinaryRow partition(@Nullable Object... values) {
        return BinaryRow.of(schema.partitionType().types(), values);
    }

    /** What is known of a file with these rows, sorted by key: exact statistics over all columns of a schema. */
    DataFileMeta file(String name, int level, TableSchema written, List<Row> rows) {
        List<String> keys = written.trimmedPrimaryKeys();
        BinaryRow minKey = key(written, keys, rows.get(0));
        BinaryRow maxKey = key(written, keys, rows.get(rows.size() - 1));
        return new DataFileMeta(
                name,
                100,
                rows.size(),
                minKey,
                maxKey,
                stats(written, keys, rows),
                stats(written, written.rowType().names(), rows),
                0,
                rows.size(),
                written.id(),
                level,
                List.of(),
                0L,
                0L,
                null,
                FileSource.APPEND,
                null,
                null,
                null,
                null);
    }

    private static BinaryRow key(TableSchema schema, List<String> keys, Row row) {
        return BinaryRow.of(
                schema.rowType().project(keys).types(),
                keys.stream().map(k -> row.get(schema.rowType().indexOf(k))).toArray());
    }

    static StatsRow stats(TableSchema schema, List<String> columns, List<Row> rows) {
        List<DataType> types = schema.rowType().project(columns).types();
        Object[] min = new Object[columns.size()];
        Object[] max = new Object[columns.size()];
        List<@Nullable Long> nulls = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            int position = schema.rowType().indexOf(columns.get(c));
            long count = 0;
            for (Row row : rows) {
                Object value = row.get(position);
                if (value == null) {
                    count++;
                    continue;
                }
                min[c] = min[c] == null || Values.compare(value, min[c], types.get(c)) < 0 ? value : min[c];
                max[c] = max[c] == null || Values.compare(value, max[c], types.get(c)) > 0 ? value : max[c];
            }
            nulls.add(count);
        }
        return new StatsRow(BinaryRow.of(types, min), BinaryRow.of(types, max), nulls);
    }

    /** A snapshot whose base has one manifest for each list of entries but the last, which is its change. */
    @SafeVarargs
    final Snapshot snapshot(List<ManifestEntry>... manifestsOfEntries) throws IOException {
        List<ManifestFileMeta> base = new ArrayList<>();
        List<ManifestFileMeta> delta = List.of();
        for (int i = 0; i < manifestsOfEntries.length; i++) {
            List<ManifestFileMeta> written = manifests.writeManifests(manifestsOfEntries[i]);
            if (i < manifestsOfEntries.length - 1) {
                base.addAll(written);
            } else {
                delta = written;
            }
        }
        Written baseList = manifests.writeList(base);
        Written deltaList = manifests.writeList(delta);
        return new Snapshot(
                3,
                "s",
                1,
                schema.id(),
                baseList.fileName(),
                baseList.fileSize(),
                deltaList.fileName(),
                deltaList.fileSize(),
                null,
                null,
                null,
                "u",
                1,
                CommitKind.APPEND,
                0,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    static List<String> names(List<LiveFile> files) {
        return files.stream().map(file -> file.file().fileName()).toList();
    }
}
