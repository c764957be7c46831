package org.lsmtable.format.parquet;

import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;

/**
 * A column at the top of a file's schema.
 *
 * @param element the schema's node
 * @param leaf the position of its first column chunk in each row group
 */
record FileColumn(SchemaElement element, int leaf) {
    String name() {
        return element.getName();
    }

    /** Whether it holds other columns. */
    boolean isGroup() {
        return !element.isSetType();
    }

    /** Whether pages carry definition levels. */
    boolean isOptional() {
        return element.getRepetition_type() == FieldRepetitionType.OPTIONAL;
    }

    boolean isRepeated() {
        return element.getRepetition_type() == FieldRepetitionType.REPEATED;
    }
}
