package org.lsmtable.tools.output;

import java.util.Arrays;
import java.util.List;
import org.lsmtable.tools.value.ColumnPrinter;
import org.lsmtable.types.RowType;

/** A column of what is shown. */
public record Column(String name, Align align) {
    /** On which side values stand in a table. */
    public enum Align {
        LEFT,
        RIGHT
    }

    /** Columns of texts. */
    public static List<Column> texts(String... names) {
        return Arrays.stream(names).map(name -> new Column(name, Align.LEFT)).toList();
    }

    /** The columns of a table or of one of its system tables; numbers stand on the right. */
    public static List<Column> of(RowType type) {
        return type.fields().stream()
                .map(field ->
                        new Column(field.name(), ColumnPrinter.isNumeric(field.type()) ? Align.RIGHT : Align.LEFT))
                .toList();
    }
}
