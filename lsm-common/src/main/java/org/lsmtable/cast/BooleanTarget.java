package org.lsmtable.cast;

import java.util.Locale;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/** BOOLEAN: true is what is not 0, and what says so. */
final class BooleanTarget extends Target {
    @Override
    void whole(long value, ColumnVector result) {
        ((IntVector) result).append(value == 0 ? 0 : 1);
    }

    @Override
    void text(String value, ColumnVector result) {
        switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "1" -> whole(1, result);
            case "false", "f", "no", "n", "0" -> whole(0, result);
            default -> throw new IllegalArgumentException(value);
        }
    }
}
