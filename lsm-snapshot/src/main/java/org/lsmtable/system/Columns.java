package org.lsmtable.system;

import java.util.ArrayList;
import java.util.List;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** Lists the columns of a system table, numbered from 0. */
final class Columns {
    /** Wall-clock time as system tables show it. */
    static final DataType TIME = Types.timestamp(3);

    private final List<DataField> fields = new ArrayList<>();

    /** Columns that are never null. */
    Columns notNull(DataType type, String... names) {
        for (String name : names) {
            fields.add(new DataField(fields.size(), name, type.notNull()));
        }
        return this;
    }

    /** Columns that may be null. */
    Columns nullable(DataType type, String... names) {
        for (String name : names) {
            fields.add(new DataField(fields.size(), name, type));
        }
        return this;
    }

    RowType type() {
        return RowType.of(fields);
    }
}
