package org.lsmtable.mergetree;

import java.util.ArrayList;
import java.util.List;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.BinaryRowWriter;
import org.lsmtable.format.FileFormat;
import org.lsmtable.options.FileOptions;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * The columns of a data file of a primary-key table: copies of the trimmed key, unless the table is thin; sequence number; kind; all
 * columns of the table (spec: data files, columns and ids). Immutable.
 */
final class FileLayout {
    private final RowType keyType;
    private final RowType fileType;
    private final int[] keyColumns;
    private final boolean withKeyCopies;

    FileLayout(TableSchema schema) {
        RowType table = schema.rowType();
        this.keyType = schema.trimmedKeyType();
        this.keyColumns = keyType.names().stream().mapToInt(table::indexOf).toArray();
        this.withKeyCopies = !schema.options().get(FileOptions.THIN_MODE);
        List<DataField> fields = new ArrayList<>();
        if (withKeyCopies) {
            keyType.fields().forEach(column -> fields.add(SystemFields.keyCopy(column)));
        }
        fields.add(SystemFields.SEQUENCE_NUMBER);
        fields.add(SystemFields.VALUE_KIND);
        fields.addAll(table.fields());
        this.fileType = RowType.of(fields);
    }

    /** The trimmed key. */
    RowType keyType() {
        return keyType;
    }

    /** All columns of a file in order. */
    RowType fileType() {
        return fileType;
    }

    /** The vectors of a file's columns; key copies are the same objects as the columns they copy. */
    List<ColumnVector> arrange(List<ColumnVector> columns, LongVector sequences, IntVector kinds) {
        List<ColumnVector> arranged = new ArrayList<>(fileType.fieldCount());
        if (withKeyCopies) {
            for (int column : keyColumns) {
                arranged.add(columns.get(column));
            }
        }
        arranged.add(sequences);
        arranged.add(kinds);
        arranged.addAll(columns);
        return arranged;
    }

    /**
     * Refuses keys that files of a format would give back as others.
     *
     * @throws IllegalArgumentException naming the column and the value
     */
    void requireKept(FileFormat format, List<ColumnVector> columns) {
        for (int i = 0; i < keyColumns.length; i++) {
            format.requireKept(keyType.field(i), columns.get(keyColumns[i]));
        }
    }

    /** The trimmed key of a row. */
    BinaryRow keyOf(List<ColumnVector> columns, int row) {
        BinaryRowWriter writer = new BinaryRowWriter(keyColumns.length);
        for (int i = 0; i < keyColumns.length; i++) {
            writer.write(i, columns.get(keyColumns[i]), row);
        }
        return writer.toRow();
    }
}
