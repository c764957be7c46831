package org.lsmtable.index;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.Options;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * Which columns of new data files get an index, as a table's options say (spec: indexes, file index, options). Bloom filters are made; indexes
 * of other kinds, and those of keys of maps, are left out, which is always allowed.
 */
public final class FileIndexOptions {
    private static final String PREFIX = "file-index." + BloomFilter.KIND + ".";
    private static final String COLUMNS = PREFIX + "columns";
    private static final long DEFAULT_ITEMS = 1_000_000;
    private static final double DEFAULT_FALSE_POSITIVES = 0.1;

    private final List<Indexed> columns;

    /** A column that gets a bloom filter. */
    record Indexed(int position, DataField field, BloomFilter.Size size) {}

    private FileIndexOptions(List<Indexed> columns) {
        this.columns = List.copyOf(columns);
    }

    /**
     * Reads the options of a table.
     *
     * @throws IllegalArgumentException naming the option, if it names no column or has no such number
     * @throws UnsupportedFeatureException naming the column, if its values cannot be in a bloom filter
     */
    public static FileIndexOptions of(RowType table, Options options) {
        String listed = options.asMap().get(COLUMNS);
        Map<String, Indexed> columns = new LinkedHashMap<>();
        for (String name : listed == null ? new String[0] : listed.split(",", -1)) {
            String column = name.strip();
            if (!column.isEmpty() && !isKeyOfMap(table, column)) {
                columns.put(column, indexed(table, column, options.asMap()));
            }
        }
        return new FileIndexOptions(new ArrayList<>(columns.values()));
    }

    /** {@code m[k]}: one key of a column of maps. */
    private static boolean isKeyOfMap(RowType table, String column) {
        int bracket = column.indexOf('[');
        return table.indexOf(column) < 0
                && bracket > 0
                && column.endsWith("]")
                && table.indexOf(column.substring(0, bracket)) >= 0;
    }

    private static Indexed indexed(RowType table, String column, Map<String, String> options) {
        int position = table.indexOf(column);
        if (position < 0) {
            throw new IllegalArgumentException(
                    "option '" + COLUMNS + "': no column '" + column + "'; columns are " + table.names());
        }
        DataField field = table.field(position);
        if (!ValueHash.isSupported(field.type())) {
            throw new UnsupportedFeatureException("option '" + COLUMNS + "': column '" + column + "' of type "
                    + field.type().asText() + " cannot have a bloom filter");
        }
        Number items = number(options, PREFIX + column + ".items", Long::valueOf);
        Number falsePositives = number(options, PREFIX + column + ".fpp", Double::valueOf);
        try {
            return new Indexed(
                    position,
                    field,
                    new BloomFilter.Size(
                            items == null ? DEFAULT_ITEMS : items.longValue(),
                            falsePositives == null ? DEFAULT_FALSE_POSITIVES : falsePositives.doubleValue()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("options '" + PREFIX + column + "': " + e.getMessage(), e);
        }
    }

    private static @Nullable Number number(
            Map<String, String> options, String key, java.util.function.Function<String, Number> parser) {
        String text = options.get(key);
        try {
            return text == null ? null : parser.apply(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("option '" + key + "': expected a number, found '" + text + "'", e);
        }
    }

    /** Whether new files get no index. */
    public boolean isEmpty() {
        return columns.isEmpty();
    }

    List<Indexed> columns() {
        return columns;
    }
}
