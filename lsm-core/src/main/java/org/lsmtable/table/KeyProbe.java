package org.lsmtable.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.RowRanges;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.ColumnResolver;
import org.lsmtable.merge.ColumnSource;
import org.lsmtable.merge.SequenceFields;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** Looks for one key in data files. Immutable; readers are the caller's. */
final class KeyProbe {
    private static final int BATCH_ROWS = 4_096;

    private final TableSchema schema;
    private final SequenceFields sequenceFields;
    private final ColumnResolver resolver;
    private final RowType keyType;
    private final Object[] trimmedKey;
    private final BinaryRow binaryKey;
    private final KeyComparator order;

    /**
     * Where a key lies in a file.
     *
     * @param ordering one row of each sequence field
     */
    record Place(long row, ColumnVector[] ordering, long sequence, RowKind kind) {}

    /**
     * A probe.
     *
     * @param trimmedKey the key without partition columns, values of the columns' own classes
     */
    KeyProbe(TableSchema schema, ColumnResolver resolver, Object[] trimmedKey) {
        this.schema = schema;
        this.sequenceFields = SequenceFields.of(schema);
        this.resolver = resolver;
        this.keyType = schema.trimmedKeyType();
        this.trimmedKey = trimmedKey;
        this.binaryKey = BinaryRow.of(keyType.types(), trimmedKey);
        this.order = new KeyComparator(keyType.types());
    }

    /** Whether the key lies between a file's first and last. */
    boolean isInRange(DataFileMeta file) {
        return order.compare(file.minKey(), binaryKey) <= 0 && order.compare(binaryKey, file.maxKey()) <= 0;
    }

    /** Finds the key; null if the file does not hold it. */
    @Nullable
    Place find(DataFileReader reader, DataFileMeta file) throws IOException {
        List<DataField> fields = new ArrayList<>();
        List<Predicate> parts = new ArrayList<>();
        for (int i = 0; i < trimmedKey.length; i++) {
            DataField column = keyType.field(i);
            ColumnSource source = resolver.resolve(file.schemaId(), column);
            if (source == null) {
                return null; // a key column the file has never heard of is null there, and keys are not
            }
            fields.add(new DataField(column.id(), source.name(), source.type()));
            parts.add(Predicate.eq(source.name(), trimmedKey[i]));
        }
        RowType fileKey = RowType.of(fields);
        Filter filter = Predicate.and(parts.toArray(new Predicate[0])).bind(fileKey);
        long row = findRow(reader, fileKey, filter);
        if (row < 0) {
            return null;
        }
        LongVector sequence = (LongVector) one(column(reader, SystemFields.SEQUENCE_NUMBER), row);
        IntVector kind = (IntVector) one(column(reader, SystemFields.VALUE_KIND), row);
        ColumnVector[] ordering = new ColumnVector[sequenceFields.fields().size()];
        for (int i = 0; i < ordering.length; i++) {
            ordering[i] = value(reader, file, sequenceFields.fields().get(i), row);
        }
        return new Place(row, ordering, sequence.get(0), RowKind.ofCode(kind.get(0)));
    }

    private static long findRow(DataFileReader reader, RowType fileKey, Filter filter) throws IOException {
        List<ColumnCursor> cursors = new ArrayList<>();
        try {
            for (DataField field : fileKey.fields()) {
                cursors.add(reader.column(field.name(), field.type()));
            }
            boolean[] passes = new boolean[BATCH_ROWS];
            for (RowRanges.Range range : reader.mayMatch(filter, fileKey).ranges()) {
                for (long at = range.from(); at < range.to(); at += BATCH_ROWS) {
                    int rows = (int) Math.min(BATCH_ROWS, range.to() - at);
                    ColumnVector[] vectors = new ColumnVector[cursors.size()];
                    for (int i = 0; i < vectors.length; i++) {
                        cursors.get(i).skipTo(at);
                        vectors[i] = cursors.get(i).read(rows, null);
                    }
                    if (filter.evaluate(i -> vectors[i], rows, passes) > 0) {
                        return at + firstTrue(passes, rows);
                    }
                }
            }
            return -1;
        } finally {
            for (ColumnCursor cursor : cursors) {
                cursor.close();
            }
        }
    }

    private static int firstTrue(boolean[] passes, int rows) {
        for (int i = 0; i < rows; i++) {
            if (passes[i]) {
                return i;
            }
        }
        throw new IllegalStateException("no row passes");
    }

    /** All columns of the table at a row of a file. */
    Row read(DataFileReader reader, DataFileMeta file, long row) throws IOException {
        @Nullable Object[] values = new Object[schema.fields().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = Values.get(value(reader, file, schema.fields().get(i), row), 0);
        }
        return Row.of(values);
    }

    /** A column of the table at a row of a file, as a vector of one row. */
    private ColumnVector value(DataFileReader reader, DataFileMeta file, DataField column, long row)
            throws IOException {
        ColumnSource source = resolver.resolve(file.schemaId(), column);
        return source == null ? ColumnVector.allNull(column.type(), 1) : one(source.open(reader, column.type()), row);
    }

    /** Whether a version is newer than another in a different file, by everything that is stored with them; 0 if equal. */
    int compareAge(Place left, Place right) {
        int byFields = sequenceFields.compare(left.ordering, 0, right.ordering, 0);
        return byFields != 0 ? byFields : Long.compare(left.sequence, right.sequence);
    }

    /** Whether the files' sequence numbers bound which versions may be newest. */
    boolean isOrderedBySequence() {
        return sequenceFields.isEmpty();
    }

    private static ColumnCursor column(DataFileReader reader, DataField field) throws IOException {
        return reader.column(field.name(), field.type());
    }

    /** The value of a row; closes the cursor. */
    private static ColumnVector one(ColumnCursor column, long row) throws IOException {
        try (column) {
            column.skipTo(row);
            return column.read(1, null);
        }
    }
}
