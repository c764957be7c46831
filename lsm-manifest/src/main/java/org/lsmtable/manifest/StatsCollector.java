package org.lsmtable.manifest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.types.TypeRoot;

/**
 * Makes the statistics of a data file's manifest entry from what its writer found (spec: metadata, column statistics): key
 * statistics over the trimmed key, value statistics over the table's columns as the options ask. Immutable.
 */
public final class StatsCollector {
    private final RowType keyType;
    private final RowType tableType;
    private final Options options;

    /**
     * The statistics of one file.
     *
     * @param valueStatsCols the columns that have value statistics, null for all
     */
    public record Collected(
            StatsRow keyStats,
            StatsRow valueStats,
            @Nullable List<String> valueStatsCols) {
        public Collected {
            valueStatsCols = valueStatsCols == null ? null : List.copyOf(valueStatsCols);
        }
    }

    /**
     * A collector for the files of one schema.
     *
     * @param keyType the trimmed key, in declared order
     * @param tableType all columns
     * @param options those of the table
     * @throws IllegalArgumentException if a statistics mode cannot be read
     */
    public StatsCollector(RowType keyType, RowType tableType, Options options) {
        this.keyType = keyType;
        this.tableType = tableType;
        this.options = options;
        for (DataField column : tableType.fields()) {
            ownMode(column);
        }
    }

    /**
     * The statistics of a file.
     *
     * @param level the file's level, which may have a mode of its own
     * @param fileType the columns of the file, system columns and key copies included
     * @param ranges what was written, in the order of {@code fileType}; bounds exact or unknown
     */
    public Collected collect(int level, RowType fileType, List<ColumnRange> ranges) {
        if (fileType.fieldCount() != ranges.size()) {
            throw new IllegalArgumentException(
                    "expected " + fileType.fieldCount() + " column ranges, found " + ranges.size());
        }
        boolean dense = options.get(FileOptions.STATS_DENSE);
        List<DataField> columns = new ArrayList<>();
        List<ColumnRange> kept = new ArrayList<>();
        for (int i = 0; i < tableType.fieldCount(); i++) {
            ColumnRange range = kept(level, i, fileType, ranges);
            if (!dense || !isNothing(range)) {
                columns.add(tableType.field(i));
                kept.add(range);
            }
        }
        boolean all = columns.size() == tableType.fieldCount();
        return new Collected(
                keyStats(fileType, ranges),
                row(columns, kept),
                all ? null : columns.stream().map(DataField::name).toList());
    }

    private StatsRow keyStats(RowType fileType, List<ColumnRange> ranges) {
        List<ColumnRange> kept = new ArrayList<>();
        for (DataField column : keyType.fields()) {
            int copy = fileType.indexOf(SystemFields.KEY_PREFIX + column.name());
            int position = copy >= 0 ? copy : fileType.indexOf(column.name());
            kept.add(StatsMode.KEY.apply(ranges.get(position)));
        }
        return row(keyType.fields(), kept);
    }

    private ColumnRange kept(int level, int column, RowType fileType, List<ColumnRange> ranges) {
        DataField field = tableType.field(column);
        int position = fileType.indexOf(field.name());
        return position < 0
                ? ColumnRange.unknown(0)
                : mode(level, column, fileType).apply(ranges.get(position));
    }

    /** Values without an order have no bounds, whatever the mode. */
    private StatsMode mode(int level, int column, RowType fileType) {
        StatsMode mode = modeOfOrdered(level, column, fileType);
        TypeRoot root = tableType.typeAt(column).root();
        boolean isOrdered = !root.isNested() && root != TypeRoot.VARIANT && root != TypeRoot.BLOB;
        return isOrdered || mode.equals(StatsMode.NONE) ? mode : StatsMode.COUNTS;
    }

    private StatsMode modeOfOrdered(int level, int column, RowType fileType) {
        DataField field = tableType.field(column);
        boolean thinKey =
                keyType.indexOf(field.name()) >= 0 && fileType.indexOf(SystemFields.KEY_PREFIX + field.name()) < 0;
        if (thinKey) {
            return StatsMode.KEY;
        }
        StatsMode own = ownMode(field);
        if (own != null) {
            return own;
        }
        int first = options.get(FileOptions.STATS_FIRST_COLUMNS);
        return first >= 0 && column >= first ? StatsMode.NONE : StatsMode.parse(FileOptions.statsMode(options, level));
    }

    private @Nullable StatsMode ownMode(DataField column) {
        Option<StatsMode> option = Option.of(
                "fields." + column.name() + ".stats-mode",
                "none, counts, full or truncate(LENGTH)",
                StatsMode::parse,
                null,
                "The statistics of one column.");
        return options.find(option).orElse(null);
    }

    private static boolean isNothing(ColumnRange range) {
        return range.min() == null && range.max() == null && range.nullCount() == null;
    }

    private static StatsRow row(List<DataField> columns, List<ColumnRange> ranges) {
        if (columns.isEmpty()) {
            return StatsRow.EMPTY;
        }
        List<DataType> types =
                columns.stream().map(column -> column.type().nullable()).toList();
        @Nullable Object[] min = new @Nullable Object[types.size()];
        @Nullable Object[] max = new @Nullable Object[types.size()];
        List<@Nullable Long> nullCounts = new ArrayList<>();
        for (int i = 0; i < min.length; i++) {
            min[i] = ranges.get(i).min();
            max[i] = ranges.get(i).max();
            nullCounts.add(ranges.get(i).nullCount());
        }
        return new StatsRow(BinaryRow.of(types, min), BinaryRow.of(types, max), nullCounts);
    }
}
