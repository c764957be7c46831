package org.lsmtable.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.Options;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * Which columns of new data files get an index, as a table's options say (spec: indexes, file index, options). Bloom filters and bitmaps are made;
 * indexes of other kinds are left out, which is always allowed. {@code m[k]} among the columns is what the maps of column {@code m} have for key
 * {@code k}.
 */
public final class FileIndexOptions {
    private static final List<String> KINDS = List.of(BloomFilter.KIND, BitmapIndex.KIND);

    private final List<Indexed> columns;

    /**
     * A column that gets indexes.
     *
     * @param name as the index names it: {@code m[k]} for a key of a map
     * @param mapKey the key, if it is one
     * @param makers for each kind what makes one
     */
    record Indexed(String name, int position, @Nullable String mapKey, Map<String, Supplier<IndexMaker>> makers) {}

    private FileIndexOptions(List<Indexed> columns) {
        this.columns = List.copyOf(columns);
    }

    /**
     * Reads the options of a table.
     *
     * @throws IllegalArgumentException naming the option, if it names no column or has no such number
     * @throws UnsupportedFeatureException naming the column, if its values cannot be in such an index
     */
    public static FileIndexOptions of(RowType table, Options options) {
        Map<String, Indexed> columns = new LinkedHashMap<>();
        for (String kind : KINDS) {
            String listed = options.asMap().get(IndexSettings.columnsOption(kind));
            for (String name : listed == null ? new String[0] : listed.split(",", -1)) {
                String column = name.strip();
                if (!column.isEmpty()) {
                    add(columns, table, kind, column, options.asMap());
                }
            }
        }
        return new FileIndexOptions(new ArrayList<>(columns.values()));
    }

    private static void add(
            Map<String, Indexed> columns, RowType table, String kind, String name, Map<String, String> options) {
        String option = IndexSettings.columnsOption(kind);
        int bracket = table.indexOf(name) < 0 && name.endsWith("]") ? name.indexOf('[') : -1;
        String column = bracket < 0 ? name : name.substring(0, bracket);
        int position = table.indexOf(column);
        if (position < 0) {
            throw new IllegalArgumentException(
                    "option '" + option + "': no column '" + column + "'; columns are " + table.names());
        }
        DataField field = table.field(position);
        DataType type = bracket < 0 ? field.type() : valueType(option, field);
        IndexSettings settings = new IndexSettings(options, kind, bracket < 0 ? List.of(name) : List.of(name, column));
        String mapKey = bracket < 0 ? null : name.substring(bracket + 1, name.length() - 1);
        columns.computeIfAbsent(name, n -> new Indexed(n, position, mapKey, new HashMap<>()))
                .makers()
                .put(kind, maker(type, settings));
    }

    private static DataType valueType(String option, DataField field) {
        if (!(field.type() instanceof MapType map)) {
            throw new IllegalArgumentException("option '" + option + "': column '" + field.name()
                    + "': expected a MAP, to index the values of a key, found "
                    + field.type().asText());
        }
        if (map.key().root() != TypeRoot.VARCHAR && map.key().root() != TypeRoot.CHAR) {
            throw new UnsupportedFeatureException("option '" + option + "': column '" + field.name()
                    + "': only maps from texts can have an index of a key, found "
                    + field.type().asText());
        }
        return map.value();
    }

    private static Supplier<IndexMaker> maker(DataType type, IndexSettings settings) {
        boolean isBitmap = settings.kind().equals(BitmapIndex.KIND);
        if (isBitmap ? !BitmapIndex.isSupported(type) : !ValueHash.isSupported(type)) {
            throw new UnsupportedFeatureException("option '" + IndexSettings.columnsOption(settings.kind())
                    + "': column '" + settings.columns().get(0) + "' of type " + type.asText() + " cannot have a "
                    + (isBitmap ? "bitmap index" : "bloom filter"));
        }
        if (isBitmap) {
            BitmapMaker.Layout layout = BitmapMaker.Layout.of(settings);
            return () -> new BitmapMaker(type, layout);
        }
        BloomFilter.Size size = BloomFilter.Size.of(settings);
        return () -> new BloomFilter(type, size);
    }

    /** Whether options ask for bitmap indexes. */
    public static boolean haveBitmaps(Options options) {
        return options.asMap().containsKey(IndexSettings.columnsOption(BitmapIndex.KIND));
    }

    /** Whether new files get no index. */
    public boolean isEmpty() {
        return columns.isEmpty();
    }

    List<Indexed> columns() {
        return columns;
    }
}
