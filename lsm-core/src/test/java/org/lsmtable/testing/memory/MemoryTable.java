package org.lsmtable.testing.memory;

import java.io.FileNotFoundException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Values;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.StatsCollector;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.merge.ColumnResolver;
import org.lsmtable.merge.ColumnSource;
import org.lsmtable.merge.FileOpener;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;

/** Data files of one bucket, made from rows and held in memory, and the plain model of what merging them must give. */
public final class MemoryTable implements FileOpener {
    private final RowType table;
    private final List<String> key;
    private final Map<String, MemoryFile> files = new HashMap<>();

    /** A stored row. */
    public record Stored(List<@Nullable Object> values, long sequence, int kind) {}

    public MemoryTable(RowType table, List<String> key) {
        this.table = table;
        this.key = key;
    }

    public RowType table() {
        return table;
    }

    public List<String> key() {
        return key;
    }

    public Iterable<MemoryFile> files() {
        return files.values();
    }

    public MemoryFile file(String name) {
        return java.util.Objects.requireNonNull(files.get(name), name);
    }

    /** Every file has the columns of the table under their own names. */
    public ColumnResolver sameNames() {
        return (schemaId, column) -> new ColumnSource(column.name(), column.type());
    }

    @Override
    public DataFileReader open(DataFileMeta file) throws FileNotFoundException {
        MemoryFile found = files.get(file.fileName());
        if (found == null) {
            throw new FileNotFoundException(file.fileName());
        }
        return found.open();
    }

    /** The key of a row. */
    public List<Object> keyOf(List<@Nullable Object> values) {
        List<Object> found = new ArrayList<>();
        for (String name : key) {
            Object value = values.get(table.indexOf(name));
            if (value == null) {
                throw new IllegalArgumentException("null in key column " + name);
            }
            found.add(value);
        }
        return found;
    }

    /** Compares keys by their values. */
    public int compareKeys(List<Object> left, List<Object> right) {
        for (int i = 0; i < key.size(); i++) {
            int sign = Values.compare(
                    left.get(i), right.get(i), table.field(key.get(i)).type());
            if (sign != 0) {
                return sign;
            }
        }
        return 0;
    }

    /** A map in key order. */
    public <V> SortedMap<List<Object>, V> sortedMap() {
        return new TreeMap<>(this::compareKeys);
    }

    /** The schema of its files, without key copies. */
    public static RowType fileSchema(RowType table) {
        List<DataField> fields = new ArrayList<>(List.of(SystemFields.SEQUENCE_NUMBER, SystemFields.VALUE_KIND));
        fields.addAll(table.fields());
        return RowType.of(fields);
    }

    /**
     * Adds a file.
     *
     * @param rows ascending by key, no key twice
     * @param knowsDeletes whether its metadata count deletes
     */
    public DataFileMeta add(
            String name,
            int level,
            List<Stored> rows,
            boolean knowsDeletes,
            int pageRows,
            MemoryFile.DictionaryUse dictionaries) {
        RowType schema = fileSchema(table);
        List<ColumnVector> columns = new ArrayList<>();
        for (DataField field : schema.fields()) {
            columns.add(ColumnVector.of(field.type(), rows.size()));
        }
        long minSequence = Long.MAX_VALUE;
        long maxSequence = Long.MIN_VALUE;
        long deletes = 0;
        for (Stored row : rows) {
            Values.append(row.sequence, columns.get(0));
            Values.append((byte) row.kind, columns.get(1));
            for (int c = 0; c < table.fieldCount(); c++) {
                Values.append(row.values.get(c), columns.get(2 + c));
            }
            minSequence = Math.min(minSequence, row.sequence);
            maxSequence = Math.max(maxSequence, row.sequence);
            deletes += row.kind & 1;
        }
        files.put(name, new MemoryFile(name, schema, columns, rows.size(), pageRows, dictionaries));
        List<DataType> keyTypes = key.stream().map(k -> table.field(k).type()).toList();
        return DataFileMeta.written(
                name,
                100L * rows.size(),
                rows.size(),
                BinaryRow.of(keyTypes, keyOf(rows.get(0).values).toArray()),
                BinaryRow.of(keyTypes, keyOf(rows.get(rows.size() - 1).values).toArray()),
                new StatsCollector.Collected(StatsRow.EMPTY, StatsRow.EMPTY, List.of()),
                minSequence,
                maxSequence,
                0,
                level,
                null,
                knowsDeletes ? deletes : null,
                level == 0 ? FileSource.APPEND : FileSource.COMPACT);
    }
}
