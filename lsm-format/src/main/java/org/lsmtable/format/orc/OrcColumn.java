package org.lsmtable.format.orc;

import java.util.Arrays;
import org.apache.orc.TypeDescription;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.Physical;

/** Lays rows of ORC's batches into vectors of one type. Immutable. */
abstract class OrcColumn {
    private final DataType type;

    OrcColumn(DataType type) {
        this.type = type;
    }

    /**
     * A column whose type in the file {@link OrcTypes#holds} says fits.
     *
     * @param stored what is read of the column, as {@link OrcTypes#wanted} has it
     * @param zone undoes the shift of timestamps with local time zone
     */
    static OrcColumn of(DataType type, TypeDescription stored, OrcZone zone) {
        return switch (Physical.of(type)) {
            case INT, LONG, BYTES -> OrcFlatColumn.flat(type, stored, zone);
            case LIST -> new OrcListColumn(type, stored, zone);
            case ROW -> new OrcRowColumn((RowType) type, stored, zone);
        };
    }

    final DataType type() {
        return type;
    }

    /** Appends rows of a batch. */
    abstract void append(
            org.apache.orc.storage.ql.exec.vector.ColumnVector source, int from, int rows, ColumnVector target);

    /** Ends rows whose values have been laid behind the last row; none of them is null. */
    static void endPresent(ColumnVector target, int rows) {
        int from = target.size();
        int to = from + rows;
        target.setSize(to);
        if (target.mayHaveNulls()) {
            Arrays.fill(target.nullsForWrite(to), from, to, false);
        }
    }
}
