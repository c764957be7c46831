package org.lsmtable.manifest;

import static org.lsmtable.manifest.AvroType.Scalar.BYTES;
import static org.lsmtable.manifest.AvroType.Scalar.INT;
import static org.lsmtable.manifest.AvroType.Scalar.LONG;
import static org.lsmtable.manifest.AvroType.Scalar.MILLIS;
import static org.lsmtable.manifest.AvroType.Scalar.STRING;
import static org.lsmtable.manifest.AvroType.field;
import static org.lsmtable.manifest.AvroType.nullable;

import org.jspecify.annotations.Nullable;
import org.lsmtable.manifest.AvroType.Fields;
import org.lsmtable.manifest.AvroType.Items;
import org.lsmtable.manifest.AvroType.Nulls;

/**
 * The records of manifest lists, manifests and index manifests as Avro files hold them (spec: metadata, manifest lists to index
 * files), and the way from our records to theirs. {@link ManifestRecordReader} goes the other way.
 */
final class ManifestRecords {
    /** The version of the records in manifests and lists. */
    static final int VERSION = 2;

    /** The version of the records in index manifests. */
    static final int INDEX_VERSION = 1;

    private static final Items STRINGS = new Items(STRING, Nulls.REFUSED);

    private static final Fields STATS = new Fields(
            field("_MIN_VALUES", BYTES),
            field("_MAX_VALUES", BYTES),
            nullable("_NULL_COUNTS", new Items(LONG, Nulls.ALLOWED)));

    static final Fields LIST = new Fields(
            field("_VERSION", INT),
            field("_FILE_NAME", STRING),
            field("_FILE_SIZE", LONG),
            field("_NUM_ADDED_FILES", LONG),
            field("_NUM_DELETED_FILES", LONG),
            field("_PARTITION_STATS", STATS),
            field("_SCHEMA_ID", LONG),
            nullable("_MIN_BUCKET", INT),
            nullable("_MAX_BUCKET", INT),
            nullable("_MIN_LEVEL", INT),
            nullable("_MAX_LEVEL", INT),
            nullable("_MIN_ROW_ID", LONG),
            nullable("_MAX_ROW_ID", LONG));

    private static final Fields FILE = new Fields(
            field("_FILE_NAME", STRING),
            field("_FILE_SIZE", LONG),
            field("_ROW_COUNT", LONG),
            field("_MIN_KEY", BYTES),
            field("_MAX_KEY", BYTES),
            field("_KEY_STATS", STATS),
            field("_VALUE_STATS", STATS),
            field("_MIN_SEQUENCE_NUMBER", LONG),
            field("_MAX_SEQUENCE_NUMBER", LONG),
            field("_SCHEMA_ID", LONG),
            field("_LEVEL", INT),
            field("_EXTRA_FILES", STRINGS),
            nullable("_CREATION_TIME", MILLIS),
            nullable("_DELETE_ROW_COUNT", LONG),
            nullable("_EMBEDDED_FILE_INDEX", BYTES),
            nullable("_FILE_SOURCE", INT),
            nullable("_VALUE_STATS_COLS", STRINGS),
            nullable("_EXTERNAL_PATH", STRING),
            nullable("_FIRST_ROW_ID", LONG),
            nullable("_WRITE_COLS", STRINGS));

    static final Fields ENTRY = new Fields(
            field("_VERSION", INT),
            field("_KIND", INT),
            field("_PARTITION", BYTES),
            field("_BUCKET", INT),
            field("_TOTAL_BUCKETS", INT),
            field("_FILE", FILE));

    static final Fields VECTOR_RANGE =
            new Fields(field("f0", STRING), field("f1", INT), field("f2", INT), nullable("_CARDINALITY", LONG));

    static final Fields GLOBAL_INDEX = new Fields(
            field("_ROW_RANGE_START", LONG),
            field("_ROW_RANGE_END", LONG),
            field("_INDEX_FIELD_ID", INT),
            nullable("_EXTRA_FIELD_IDS", new Items(INT, Nulls.REFUSED)),
            nullable("_INDEX_META", BYTES),
            nullable("_SOURCE_META", BYTES));

    static final Fields INDEX = new Fields(
            field("_VERSION", INT),
            field("_KIND", INT),
            field("_PARTITION", BYTES),
            field("_BUCKET", INT),
            field("_INDEX_TYPE", STRING),
            field("_FILE_NAME", STRING),
            field("_FILE_SIZE", LONG),
            field("_ROW_COUNT", LONG),
            nullable("_DELETIONS_VECTORS_RANGES", new Items(VECTOR_RANGE, Nulls.ALLOWED)),
            nullable("_EXTERNAL_PATH", STRING),
            nullable("_GLOBAL_INDEX", GLOBAL_INDEX));

    private ManifestRecords() {}

    static @Nullable Object[] of(ManifestFileMeta manifest) {
        return new @Nullable Object[] {
            VERSION,
            manifest.fileName(),
            manifest.fileSize(),
            manifest.numAddedFiles(),
            manifest.numDeletedFiles(),
            of(manifest.partitionStats()),
            manifest.schemaId(),
            manifest.minBucket(),
            manifest.maxBucket(),
            manifest.minLevel(),
            manifest.maxLevel(),
            manifest.minRowId(),
            manifest.maxRowId()
        };
    }

    static @Nullable Object[] of(ManifestEntry entry) {
        return new @Nullable Object[] {
            VERSION,
            entry.kind().ordinal(),
            entry.partition().toStored(),
            entry.bucket(),
            entry.totalBuckets(),
            of(entry.file())
        };
    }

    private static @Nullable Object[] of(DataFileMeta file) {
        FileSource source = file.fileSource();
        return new @Nullable Object[] {
            file.fileName(),
            file.fileSize(),
            file.rowCount(),
            file.minKey().toStored(),
            file.maxKey().toStored(),
            of(file.keyStats()),
            of(file.valueStats()),
            file.minSequence(),
            file.maxSequence(),
            file.schemaId(),
            file.level(),
            file.extraFiles(),
            file.creationTimeMillis(),
            file.deleteRowCount(),
            file.embeddedIndex(),
            source == null ? null : source.ordinal(),
            file.valueStatsCols(),
            file.externalPath(),
            file.firstRowId(),
            file.writeCols()
        };
    }

    private static Object[] of(StatsRow stats) {
        return new Object[] {stats.min().toStored(), stats.max().toStored(), stats.nullCounts()};
    }

    static @Nullable Object[] of(IndexFileEntry entry) {
        IndexFileEntry.GlobalIndex global = entry.globalIndex();
        return new @Nullable Object[] {
            INDEX_VERSION,
            entry.kind().ordinal(),
            entry.partition().toStored(),
            entry.bucket(),
            entry.indexType(),
            entry.fileName(),
            entry.fileSize(),
            entry.rowCount(),
            entry.vectorRanges() == null
                    ? null
                    : entry.vectorRanges().stream().map(ManifestRecords::of).toList(),
            entry.externalPath(),
            global == null
                    ? null
                    : new @Nullable Object[] {
                        global.rowRangeStart(),
                        global.rowRangeEnd(),
                        global.fieldId(),
                        global.extraFieldIds(),
                        global.indexMeta(),
                        global.sourceMeta()
                    }
        };
    }

    private static Object of(IndexFileEntry.VectorRange range) {
        return new @Nullable Object[] {range.dataFile(), range.offset(), range.length(), range.cardinality()};
    }
}
