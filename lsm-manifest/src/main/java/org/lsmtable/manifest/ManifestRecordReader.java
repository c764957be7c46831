package org.lsmtable.manifest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.RowType;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * Turns the Avro records of one file into ours, checking what can be checked. Equal partitions and equal column lists become the
 * same object, since most entries share them. Used for one file only; not thread-safe.
 */
final class ManifestRecordReader {
    private final String file;
    private final RowType partitionType;
    private final Map<BinaryRow, BinaryRow> partitions = new HashMap<>();
    private final Map<List<String>, List<String>> columnLists = new HashMap<>();

    ManifestRecordReader(String file, RowType partitionType) {
        this.file = file;
        this.partitionType = partitionType;
    }

    /** Reads the fields of one record in order. */
    private final class Values {
        private final @Nullable Object[] values;
        private final List<AvroType.Field> fields;
        private int next;

        Values(@Nullable Object[] values, AvroType.Fields type) {
            this.values = values;
            this.fields = type.fields();
        }

        @Nullable
        Object any() {
            return values[next++];
        }

        Object present() {
            return Objects.requireNonNull(any());
        }

        int intValue() {
            return (Integer) present();
        }

        long longValue() {
            return (Long) present();
        }

        String text() {
            return (String) present();
        }

        @Nullable
        Long longOrNull() {
            return (Long) any();
        }

        @Nullable
        Integer intOrNull() {
            return (Integer) any();
        }

        @Nullable
        String textOrNull() {
            return (String) any();
        }

        byte @Nullable [] bytesOrNull() {
            return (byte[]) any();
        }

        BinaryRow row() throws DamagedFileException {
            byte[] stored = (byte[]) present();
            try {
                BinaryRow row = BinaryRow.fromStored(stored);
                return row.equals(BinaryRow.EMPTY) ? BinaryRow.EMPTY : row;
            } catch (IllegalArgumentException e) {
                throw new DamagedFileException(file, lastName() + ": " + e.getMessage(), e);
            }
        }

        Values record() {
            AvroType.Fields type = (AvroType.Fields) fields.get(next).type();
            return new Values((@Nullable Object[]) present(), type);
        }

        @Nullable
        List<String> texts() {
            List<String> texts = castList(any());
            return texts == null ? null : columnLists.computeIfAbsent(texts, List::copyOf);
        }

        <E extends Enum<E>> E constant(E[] constants, int ordinal) throws DamagedFileException {
            if (ordinal < 0 || ordinal >= constants.length) {
                throw new DamagedFileException(
                        file, lastName(), "0 to " + (constants.length - 1), String.valueOf(ordinal));
            }
            return constants[ordinal];
        }

        void version(int known) {
            int found = intValue();
            if (found != known) {
                throw new UnsupportedFeatureException(
                        file + ": record version " + found + " is not supported, only " + known + " is");
            }
        }

        String lastName() {
            return fields.get(next - 1).name();
        }
    }

    @SuppressWarnings("unchecked") // a decoder of items makes lists of just these items
    private static <T> @Nullable List<T> castList(@Nullable Object value) {
        return (List<T>) value;
    }

    ManifestFileMeta manifest(@Nullable Object[] record) throws DamagedFileException {
        Values in = new Values(record, ManifestRecords.LIST);
        in.version(ManifestRecords.VERSION);
        ManifestFileMeta manifest = new ManifestFileMeta(
                in.text(),
                in.longValue(),
                in.longValue(),
                in.longValue(),
                stats(in.record()),
                in.longValue(),
                in.intOrNull(),
                in.intOrNull(),
                in.intOrNull(),
                in.intOrNull(),
                in.longOrNull(),
                in.longOrNull());
        checkName(manifest.fileName());
        checkCount("_FILE_SIZE", manifest.fileSize());
        checkCount("_NUM_ADDED_FILES", manifest.numAddedFiles());
        checkCount("_NUM_DELETED_FILES", manifest.numDeletedFiles());
        checkPartition("_PARTITION_STATS", manifest.partitionStats().min());
        checkPartition("_PARTITION_STATS", manifest.partitionStats().max());
        return manifest;
    }

    ManifestEntry entry(@Nullable Object[] record) throws DamagedFileException {
        Values in = new Values(record, ManifestRecords.ENTRY);
        in.version(ManifestRecords.VERSION);
        return new ManifestEntry(
                in.constant(FileKind.values(), in.intValue()),
                partition(in),
                in.intValue(),
                in.intValue(),
                dataFile(in.record()));
    }

    private DataFileMeta dataFile(Values in) throws DamagedFileException {
        try {
            DataFileMeta meta = new DataFileMeta(
                    in.text(),
                    in.longValue(),
                    in.longValue(),
                    in.row(),
                    in.row(),
                    stats(in.record()),
                    stats(in.record()),
                    in.longValue(),
                    in.longValue(),
                    in.longValue(),
                    in.intValue(),
                    Objects.requireNonNull(in.texts()),
                    in.longOrNull(),
                    in.longOrNull(),
                    in.bytesOrNull(),
                    source(in),
                    in.texts(),
                    in.textOrNull(),
                    in.longOrNull(),
                    in.texts());
            checkName(meta.fileName());
            return meta;
        } catch (IllegalArgumentException e) {
            throw new DamagedFileException(file, String.valueOf(e.getMessage()), e);
        }
    }

    private static @Nullable FileSource source(Values in) throws DamagedFileException {
        Integer code = in.intOrNull();
        return code == null ? null : in.constant(FileSource.values(), code);
    }

    private static StatsRow stats(Values in) throws DamagedFileException {
        BinaryRow min = in.row();
        BinaryRow max = in.row();
        List<@Nullable Long> nullCounts = castList(in.any());
        if (nullCounts == null) {
            nullCounts = List.of();
        }
        return min.arity() == 0 && max.arity() == 0 && nullCounts.isEmpty()
                ? StatsRow.EMPTY
                : new StatsRow(min, max, nullCounts);
    }

    IndexFileEntry index(@Nullable Object[] record) throws DamagedFileException {
        Values in = new Values(record, ManifestRecords.INDEX);
        in.version(ManifestRecords.INDEX_VERSION);
        IndexFileEntry entry = new IndexFileEntry(
                in.constant(FileKind.values(), in.intValue()),
                partition(in),
                in.intValue(),
                in.text(),
                in.text(),
                in.longValue(),
                in.longValue(),
                vectorRanges(in),
                in.textOrNull(),
                globalIndex(in));
        checkName(entry.fileName());
        return entry;
    }

    private @Nullable List<IndexFileEntry.VectorRange> vectorRanges(Values in) throws DamagedFileException {
        List<@Nullable Object> stored = castList(in.any());
        if (stored == null) {
            return null;
        }
        List<IndexFileEntry.VectorRange> ranges = new ArrayList<>();
        for (Object range : stored) {
            if (range == null) {
                throw new DamagedFileException(file, in.lastName(), "a range", "null");
            }
            Values values = new Values((@Nullable Object[]) range, ManifestRecords.VECTOR_RANGE);
            ranges.add(new IndexFileEntry.VectorRange(
                    values.text(), values.intValue(), values.intValue(), values.longOrNull()));
        }
        return ranges;
    }

    private IndexFileEntry.@Nullable GlobalIndex globalIndex(Values in) {
        Object stored = in.any();
        if (stored == null) {
            return null;
        }
        Values values = new Values((@Nullable Object[]) stored, ManifestRecords.GLOBAL_INDEX);
        return new IndexFileEntry.GlobalIndex(
                values.longValue(),
                values.longValue(),
                values.intValue(),
                castList(values.any()),
                values.bytesOrNull(),
                values.bytesOrNull());
    }

    private BinaryRow partition(Values in) throws DamagedFileException {
        BinaryRow row = in.row();
        BinaryRow known = partitions.get(row);
        if (known == null) {
            checkPartition("_PARTITION", row);
            partitions.put(row, row);
            known = row;
        }
        return known;
    }

    /** That a row has the partition columns, and values that can be read. */
    private void checkPartition(String field, BinaryRow row) throws DamagedFileException {
        if (row.arity() != partitionType.fieldCount()) {
            throw new DamagedFileException(
                    file, field, partitionType.fieldCount() + " partition columns", String.valueOf(row.arity()));
        }
        for (int i = 0; i < row.arity(); i++) {
            try {
                row.get(i, partitionType.typeAt(i));
            } catch (RuntimeException e) {
                throw new DamagedFileException(
                        file, field + ": column '" + partitionType.field(i).name() + "': " + e.getMessage(), e);
            }
        }
    }

    private void checkName(String name) throws DamagedFileException {
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            throw new DamagedFileException(file, "_FILE_NAME", "the name of a file", "'" + name + "'");
        }
    }

    private void checkCount(String field, long count) throws DamagedFileException {
        if (count < 0) {
            throw new DamagedFileException(file, field, "at least 0", String.valueOf(count));
        }
    }
}
