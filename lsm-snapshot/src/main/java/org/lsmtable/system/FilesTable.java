package org.lsmtable.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.lsmtable.data.Row;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.scan.FileStats;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/**
 * {@code $files} and {@code $file_key_ranges}: the live data files of a state, all levels, without those that wait for a bucket.
 * Statistics are those the newest schema sees.
 */
final class FilesTable {
    private static final RowType KEY_RANGES =
            ranges().nullable(Types.BIGINT, "first_row_id").type();
    private static final RowType FILES = ranges().notNull(
                    Types.STRING, "null_value_counts", "min_value_stats", "max_value_stats")
            .nullable(Types.BIGINT, "min_sequence_number", "max_sequence_number")
            .nullable(Columns.TIME, "creation_time")
            .nullable(Types.BIGINT, "deleteRowCount")
            .nullable(Types.STRING, "file_source")
            .nullable(Types.BIGINT, "first_row_id")
            .nullable(new ArrayType(Types.STRING, true), "write_cols")
            .type();
    private static final Set<String> COMPRESSIONS =
            Set.of("gz", "gzip", "bz2", "deflate", "snappy", "lz4", "lzo", "zst", "zstd");

    private FilesTable() {}

    private static Columns ranges() {
        return new Columns()
                .nullable(Types.STRING, "partition")
                .notNull(Types.INT, "bucket")
                .notNull(Types.STRING, "file_path", "file_format")
                .notNull(Types.BIGINT, "schema_id")
                .notNull(Types.INT, "level")
                .notNull(Types.BIGINT, "record_count", "file_size_in_bytes")
                .nullable(Types.STRING, "min_key", "max_key");
    }

    static SystemTable of(SystemContext context) {
        return new SystemTable("files", FILES, List.of("file_path"), () -> rows(context));
    }

    static SystemTable keyRanges(SystemContext context) {
        return new SystemTable(
                "file_key_ranges",
                KEY_RANGES,
                List.of("file_path"),
                () -> shown(context).map(file -> keyRange(context, file)).iterator());
    }

    private static Stream<LiveFile> shown(SystemContext context) throws IOException {
        return context.files(context.state()).stream().filter(file -> file.bucket() >= 0);
    }

    private static Iterator<Row> rows(SystemContext context) throws IOException {
        FileStats stats = new FileStats(context.stores().schemas(), context.schema());
        return shown(context).map(file -> row(context, file, stats)).iterator();
    }

    private static Row row(SystemContext context, LiveFile live, FileStats stats) {
        DataFileMeta file = live.file();
        List<ColumnRange> ranges;
        try {
            ranges = stats.shown(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        RowType columns = context.schema().rowType();
        return Row.of(
                partition(context, live),
                live.bucket(),
                path(context, live),
                format(file.fileName()),
                file.schemaId(),
                file.level(),
                file.rowCount(),
                file.fileSize(),
                Texts.key(file.minKey(), keyTypes(context)),
                Texts.key(file.maxKey(), keyTypes(context)),
                Texts.stats(columns, column -> ranges.get(column).nullCount()),
                Texts.stats(columns, column -> ranges.get(column).min()),
                Texts.stats(columns, column -> ranges.get(column).max()),
                file.minSequence(),
                file.maxSequence(),
                SystemContext.creationTime(file),
                file.deleteRowCount(),
                file.fileSource() == null ? null : file.fileSource().name(),
                file.firstRowId(),
                file.writeCols());
    }

    private static Row keyRange(SystemContext context, LiveFile live) {
        DataFileMeta file = live.file();
        return Row.of(
                partition(context, live),
                live.bucket(),
                path(context, live),
                format(file.fileName()),
                file.schemaId(),
                file.level(),
                file.rowCount(),
                file.fileSize(),
                Texts.key(file.minKey(), keyTypes(context)),
                Texts.key(file.maxKey(), keyTypes(context)),
                file.firstRowId());
    }

    private static String partition(SystemContext context, LiveFile live) {
        return Texts.row(live.partition(), context.schema().partitionType(), context.zone());
    }

    private static String path(SystemContext context, LiveFile live) {
        String external = live.file().externalPath();
        return external != null
                ? external
                : context.stores().paths().dataFile(context.schema(), live.partition(), live.bucket(), live.file());
    }

    private static List<DataType> keyTypes(SystemContext context) {
        return context.schema().trimmedKeyType().types();
    }

    /** The text after the last point of the name, that of a compression passed over. */
    static String format(String fileName) {
        String rest = fileName;
        int point = rest.lastIndexOf('.');
        if (point > 0 && COMPRESSIONS.contains(rest.substring(point + 1))) {
            rest = rest.substring(0, point);
            point = rest.lastIndexOf('.');
        }
        return rest.substring(point + 1);
    }
}
