package org.lsmtable.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.BucketFunction;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.FileAges;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.FileIndexes;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.schema.FeatureCheck;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.KeyLookup.Checked;
import org.lsmtable.table.KeyLookup.Probe;
import org.lsmtable.table.KeyLookup.Result;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;

/**
 * The newest version of one key: the key's bucket, its files from the greatest sequence number down, and no file after one whose sequence
 * numbers are all older than the best found, unless sequence fields order the rows. So a lookup and a merged read always agree.
 */
final class PointLookup {
    private static final Comparator<LiveFile> NEWEST_FIRST = Comparator.comparingLong(
                    (LiveFile f) -> -f.file().maxSequence())
            .thenComparingInt(f -> f.file().level())
            .thenComparing(f -> f.file().fileName());

    private final TableContext context;
    private final TableSchema schema;
    private final BinaryRow partition;
    private final BinaryRow bucketKey;
    private final KeyProbe probe;
    private final Filter keyFilter;

    /**
     * A lookup.
     *
     * @param key the values of the primary key, in its declared order
     * @throws IllegalArgumentException naming the column, if a value is missing, null or of the wrong type
     */
    PointLookup(TableContext context, TableSchema schema, Object[] key) {
        this.context = context;
        this.schema = schema;
        FeatureCheck.requireReadable(context.paths().name(), schema.rowType());
        Map<String, Object> values = byColumn(schema, key);
        this.partition = binary(schema.partitionType(), values);
        this.bucketKey = binary(schema.rowType().project(Buckets.keyColumns(schema)), values);
        Object[] trimmed = schema.trimmedPrimaryKeys().stream().map(values::get).toArray();
        this.probe = new KeyProbe(schema, context.resolver(), trimmed);
        this.keyFilter = Predicate.and(schema.trimmedPrimaryKeys().stream()
                        .map(column -> Predicate.eq(column, Objects.requireNonNull(values.get(column))))
                        .toArray(Predicate[]::new))
                .bind(schema.rowType());
    }

    private static Map<String, Object> byColumn(TableSchema schema, Object[] key) {
        List<String> columns = schema.primaryKeys();
        if (key.length != columns.size()) {
            throw new IllegalArgumentException(
                    "key: expected " + columns.size() + " values for " + columns + ", found " + key.length);
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < key.length; i++) {
            DataField column = schema.rowType().field(columns.get(i));
            Object value = Values.coerce(key[i], column.type(), column.name());
            if (value == null) {
                throw new IllegalArgumentException("key column '" + column.name() + "': expected a value, found null");
            }
            values.put(column.name(), value);
        }
        return values;
    }

    private static BinaryRow binary(RowType type, Map<String, Object> values) {
        return BinaryRow.of(type.types(), type.names().stream().map(values::get).toArray());
    }

    /** The lookup in a state of the table. */
    KeyLookup lookup(Snapshot snapshot) throws IOException {
        List<Probe> probes = new ArrayList<>();
        FileIndexes indexes = context.fileIndexes(schema);
        int read = 0;
        KeyProbe.@Nullable Place best = null;
        @Nullable DataFileMeta holder = null;
        @Nullable Row row = null;
        for (LiveFile live : bucketFiles(snapshot)) {
            DataFileMeta file = live.file();
            if (!mayBeNewer(file, holder, best)) {
                continue; // holds older versions only: it is not even considered
            }
            if (!probe.isInRange(file)) {
                probes.add(new Probe(file.fileName(), file.level(), Checked.KEY_RANGE, Result.SKIPPED));
                continue;
            }
            if (!indexes.mayMatch(live, keyFilter)) {
                probes.add(new Probe(file.fileName(), file.level(), Checked.BLOOM, Result.SKIPPED));
                continue;
            }
            read++;
            try (DataFileReader reader = context.openFile(schema, live)) {
                KeyProbe.Place place = probe.find(reader, file);
                boolean hit = place != null && isNewer(file, place, holder, best);
                probes.add(new Probe(file.fileName(), file.level(), Checked.DATA, hit ? Result.HIT : Result.MISS));
                if (place != null && hit) {
                    best = place;
                    holder = file;
                    row = place.kind().isRetract() ? null : probe.read(reader, file, place.row());
                }
            }
        }
        return new KeyLookup(row, probes, read);
    }

    /** Whether a file may hold a version that wins over the best so far. */
    private boolean mayBeNewer(DataFileMeta file, @Nullable DataFileMeta holder, KeyProbe.@Nullable Place best) {
        return holder == null
                || best == null
                || !probe.isOrderedBySequence()
                || file.maxSequence() > best.sequence()
                || file.maxSequence() == best.sequence() && isNewerFile(file, holder);
    }

    /** Whether a version in a file wins over the best so far; between equal ones the files decide, as when merging. */
    private boolean isNewer(
            DataFileMeta file, KeyProbe.Place place, @Nullable DataFileMeta holder, KeyProbe.@Nullable Place best) {
        if (holder == null || best == null) {
            return true;
        }
        int age = probe.compareAge(place, best);
        return age > 0 || age == 0 && isNewerFile(file, holder);
    }

    private static boolean isNewerFile(DataFileMeta file, DataFileMeta holder) {
        return FileAges.oldestFirst().compare(file, holder) > 0;
    }

    private List<LiveFile> bucketFiles(Snapshot snapshot) throws IOException {
        List<LiveFile> files = new ArrayList<>();
        BucketFunction function = Buckets.function(schema);
        for (LiveFile file :
                context.liveFiles(snapshot, schema, new ScanFilter(null, partition, java.util.OptionalInt.empty()))) {
            boolean fixed = file.totalBuckets() > 0;
            if (!fixed || function.bucket(bucketKey, file.totalBuckets()) == file.bucket()) {
                files.add(file);
            }
        }
        files.sort(NEWEST_FIRST);
        return files;
    }

    private record Stored(KeyVersion version, KeyProbe.Place place) {}

    /** Every version of the key in the files of some snapshots, newest first. */
    List<KeyVersion> versions(List<Snapshot> snapshots) throws IOException {
        Map<String, LiveFile> files = new LinkedHashMap<>();
        Map<String, List<Long>> liveIn = new LinkedHashMap<>();
        for (Snapshot snapshot : snapshots) {
            for (LiveFile file : bucketFiles(snapshot)) {
                files.put(file.file().fileName(), file); // the level of the last snapshot that has it
                liveIn.computeIfAbsent(file.file().fileName(), f -> new ArrayList<>())
                        .add(snapshot.id());
            }
        }
        List<Stored> versions = new ArrayList<>();
        for (LiveFile live : files.values()) {
            DataFileMeta file = live.file();
            if (!probe.isInRange(file)) {
                continue;
            }
            try (DataFileReader reader = context.openFile(schema, live)) {
                KeyProbe.Place place = probe.find(reader, file);
                if (place != null) {
                    RowKind kind = place.kind();
                    KeyVersion version = new KeyVersion(
                            file.fileName(),
                            file.level(),
                            place.sequence(),
                            kind,
                            probe.read(reader, file, place.row()),
                            List.copyOf(liveIn.getOrDefault(file.fileName(), List.of())));
                    versions.add(new Stored(version, place));
                }
            }
        }
        versions.sort(((Comparator<Stored>) (a, b) -> probe.compareAge(b.place, a.place))
                .thenComparingInt(stored -> stored.version.level()));
        return versions.stream().map(Stored::version).toList();
    }
}
