package org.lsmtable.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lsmtable.cast.CastRules;
import org.lsmtable.cast.RangeCast;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/**
 * The value statistics of data files as the columns of one schema see them (spec: metadata, column statistics, reading): found by
 * field id in the schema the file was written with. A column the file does not have is all null; bounds of a column whose type has
 * changed are cast if the cast keeps the order of values, and unknown otherwise. Safe for use by several threads.
 */
public final class FileStats {
    private static final int UNKNOWN = -1;
    private static final int ABSENT = -2;

    private final FileColumns fileColumns;
    private final TableSchema reading;
    private final Map<Layout, Mapping> mappings = new ConcurrentHashMap<>();

    /** Statistics as a schema sees them. */
    public FileStats(SchemaStore schemas, TableSchema reading) {
        this(new FileColumns(schemas, reading));
    }

    FileStats(FileColumns fileColumns) {
        this.fileColumns = fileColumns;
        this.reading = fileColumns.reading();
    }

    /** The range of each column of the reading schema in a file. */
    public List<ColumnRange> ranges(DataFileMeta file) throws IOException {
        return ranges(file, FooterBounds::min, FooterBounds::max);
    }

    /** What the manifest says of each column of the reading schema in a file, to be shown: not all of it are bounds of what is read. */
    public List<ColumnRange> shown(DataFileMeta file) throws IOException {
        return ranges(file, AS_STORED, AS_STORED);
    }

    private List<ColumnRange> ranges(DataFileMeta file, Bound min, Bound max) throws IOException {
        View view = view(file);
        ColumnRange[] ranges = new ColumnRange[reading.fields().size()];
        for (int column = 0; column < ranges.length; column++) {
            ranges[column] = view.range(column, min, max);
        }
        return List.of(ranges);
    }

    /** The statistics of one file, for a few columns only. */
    View view(DataFileMeta file) throws IOException {
        Layout layout = new Layout(file.schemaId(), file.valueStatsCols(), file.writeCols());
        Mapping mapping = mappings.get(layout);
        if (mapping == null) {
            mapping = mapping(layout, fileColumns.of(file.schemaId()));
            mappings.put(layout, mapping);
        }
        return new View(file, mapping);
    }

    private Mapping mapping(Layout layout, FileColumns.Columns inFile) {
        RowType writtenType = inFile.written().rowType();
        List<String> stored = layout.statsCols() != null
                ? layout.statsCols()
                : layout.writeCols() != null ? layout.writeCols() : writtenType.names();
        List<String> present = layout.writeCols() != null ? layout.writeCols() : writtenType.names();
        List<Stored> columns = new ArrayList<>();
        for (int i = 0; i < reading.fields().size(); i++) {
            DataField field = inFile.at(i);
            columns.add(
                    field == null || !present.contains(field.name())
                            ? new Stored(ABSENT, reading.fields().get(i).type())
                            : new Stored(Math.max(UNKNOWN, stored.indexOf(field.name())), field.type()));
        }
        return new Mapping(columns);
    }

    /** What a bound in a manifest is worth. */
    private interface Bound {
        @Nullable
        Object of(DataFileMeta file, DataType type, @Nullable Object stored);
    }

    private static final Bound AS_STORED = (file, type, stored) -> stored;

    /** What decides which statistic belongs to which column. */
    private record Layout(
            long schemaId,
            @Nullable List<String> statsCols,
            @Nullable List<String> writeCols) {}

    /** Where the statistics of a column are among those stored, and the type they are stored in. */
    private record Stored(int position, DataType type) {}

    /** One for each column of the reading schema. */
    private record Mapping(List<Stored> columns) {}

    /** The statistics of one file. */
    final class View {
        private final DataFileMeta file;
        private final Mapping mapping;

        private View(DataFileMeta file, Mapping mapping) {
            this.file = file;
            this.mapping = mapping;
        }

        /** What is known of the values of a column. */
        ColumnRange range(int column) {
            return range(column, FooterBounds::min, FooterBounds::max);
        }

        private ColumnRange range(int column, Bound min, Bound max) {
            Stored found = mapping.columns().get(column);
            int position = found.position();
            long rows = file.rowCount();
            if (position == ABSENT) {
                return new ColumnRange(null, null, rows, rows);
            }
            StatsRow stats = file.valueStats();
            if (position == UNKNOWN
                    || position >= stats.min().arity()
                    || position >= stats.max().arity()) {
                return ColumnRange.unknown(rows);
            }
            Long nulls =
                    position < stats.nullCounts().size() ? stats.nullCounts().get(position) : null;
            Long nullCount = nulls == null || nulls < 0 ? null : nulls;
            DataType stored = found.type();
            DataType wanted = reading.fields().get(column).type();
            boolean hasBounds = !stored.root().isNested()
                    && (stored.sameIgnoringNullability(wanted) || CastRules.keepsOrder(stored, wanted));
            ColumnRange inFile = hasBounds
                    ? new ColumnRange(
                            min.of(file, stored, stats.min().get(position, stored)),
                            max.of(file, stored, stats.max().get(position, stored)),
                            nullCount,
                            rows)
                    : new ColumnRange(null, null, nullCount, rows);
            return RangeCast.cast(inFile, stored, wanted);
        }
    }
}
