package org.lsmtable.format;

import java.util.ArrayList;
import java.util.List;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.Physical;
import org.lsmtable.vector.RowVector;

/**
 * What a writer of any format does with the vectors it is given before it encodes them: refuses those that are not of the file's
 * columns, and collects what {@link DataFileWriter.Result} tells. Not thread-safe.
 */
public final class WrittenColumns {
    private final String path;
    private final RowType schema;
    private final List<RangeCollector> collectors = new ArrayList<>();

    /**
     * The columns of a file.
     *
     * @throws IllegalArgumentException naming the column, if vectors cannot hold its type
     */
    public WrittenColumns(String path, RowType schema) {
        this.path = path;
        this.schema = schema;
        for (DataField field : schema.fields()) {
            try {
                Physical.of(field.type());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("column '" + field.name() + "': " + e.getMessage(), e);
            }
            collectors.add(new RangeCollector(field.type()));
        }
    }

    /**
     * Takes rows into account.
     *
     * @throws IllegalArgumentException naming the column, if the vectors are not of the schema, too short, or hold a null where none
     *     is allowed; nothing is taken into account then
     */
    public void add(List<? extends ColumnVector> vectors, int rows) {
        requireFitting(path, schema, vectors, rows);
        for (int i = 0; i < collectors.size(); i++) {
            RequiredValues.check(schema.field(i), vectors.get(i), rows);
        }
        for (int i = 0; i < collectors.size(); i++) {
            collectors.get(i).add(vectors.get(i), rows);
        }
    }

    /** What was found in each column. */
    public List<ColumnRange> ranges(long rowCount) {
        return collectors.stream().map(collector -> collector.range(rowCount)).toList();
    }

    /**
     * Checks that there is a vector of the right shape for each column.
     *
     * @throws IllegalArgumentException naming the column
     */
    public static void requireFitting(String path, RowType schema, List<? extends ColumnVector> vectors, int rows) {
        if (vectors.size() != schema.fieldCount()) {
            throw new IllegalArgumentException(
                    path + ": expected " + schema.fieldCount() + " vectors, found " + vectors.size());
        }
        for (int i = 0; i < schema.fieldCount(); i++) {
            DataType type = schema.typeAt(i);
            ColumnVector vector = vectors.get(i);
            boolean fits = switch (Physical.of(type)) {
                case INT -> vector instanceof IntVector;
                case LONG -> vector instanceof LongVector;
                case BYTES -> vector instanceof BytesVector || vector instanceof DictionaryVector;
                case LIST -> vector instanceof ListVector;
                case ROW -> vector instanceof RowVector;
            };
            if (!fits || vector.size() < rows) {
                throw new IllegalArgumentException("column '" + schema.field(i).name() + "': expected " + rows
                        + " rows of " + type.asText() + ", found " + vector.size() + " of "
                        + vector.type().asText());
            }
        }
    }
}
