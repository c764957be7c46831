package org.lsmtable.merge;

import java.util.List;
import org.lsmtable.data.Values;
import org.lsmtable.options.TableOptions;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.vector.ColumnVector;

/**
 * The columns that say which of two rows with the same key is newer, before their sequence numbers do (option {@code sequence.field};
 * spec: merge engines, order of records of one key). Compared in order; a null is older than every value, in both directions.
 *
 * @param fields none if the order of arrival is all that counts
 */
public record SequenceFields(List<DataField> fields, Direction direction) {
    /** Which values are newer. */
    public enum Direction {
        GREATER_IS_NEWER,
        SMALLER_IS_NEWER
    }

    /** No columns: sequence numbers alone count. */
    public static final SequenceFields NONE = new SequenceFields(List.of(), Direction.GREATER_IS_NEWER);

    public SequenceFields {
        fields = List.copyOf(fields);
    }

    /** What the options of a table say. */
    public static SequenceFields of(TableSchema schema) {
        List<DataField> fields = schema.options().get(TableOptions.SEQUENCE_FIELD).stream()
                .map(schema.rowType()::field)
                .toList();
        return new SequenceFields(
                fields,
                schema.options().get(TableOptions.SEQUENCE_ORDER).equals("descending")
                        ? Direction.SMALLER_IS_NEWER
                        : Direction.GREATER_IS_NEWER);
    }

    /** Whether there are no columns. */
    public boolean isEmpty() {
        return fields.isEmpty();
    }

    /**
     * Compares two rows: positive if the left one is newer, 0 if these columns do not tell.
     *
     * @param left a vector for each of the fields
     */
    public int compare(ColumnVector[] left, int leftRow, ColumnVector[] right, int rightRow) {
        for (int i = 0; i < left.length; i++) {
            int order = direction == Direction.GREATER_IS_NEWER
                    ? Values.compare(left[i], leftRow, right[i], rightRow)
                    : Values.compareDescending(left[i], leftRow, right[i], rightRow);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
