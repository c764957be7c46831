package org.lsmtable.cast;

import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;

/**
 * What statistics of values tell of the values after a cast (spec: data files, older schemas): bounds are cast if the cast keeps the order of
 * values, and unknown otherwise. Literals are never brought to the older type, where they could be cut.
 */
public final class RangeCast {
    private RangeCast() {}

    /** Whether a range of one type tells anything of the values as another. */
    public static boolean isUseful(DataType stored, DataType wanted) {
        return CastRules.isSupported(stored, wanted);
    }

    /** The range of the values once they are cast. */
    public static ColumnRange cast(ColumnRange range, DataType stored, DataType wanted) {
        if (stored.sameIgnoringNullability(wanted)) {
            return range;
        }
        boolean keepsNulls = CastRules.isReadable(stored, wanted) && !CastRules.mayYieldNull(stored, wanted);
        Long nulls = keepsNulls ? range.nullCount() : null;
        if (stored.root().isNested() || !CastRules.keepsOrder(stored, wanted)) {
            return new ColumnRange(null, null, nulls, range.rowCount());
        }
        return new ColumnRange(
                cast(range.min(), stored, wanted), cast(range.max(), stored, wanted), nulls, range.rowCount());
    }

    /** Null, which is unknown, if the new type cannot hold the bound. */
    private static @Nullable Object cast(@Nullable Object bound, DataType stored, DataType wanted) {
        if (bound == null) {
            return null;
        }
        ColumnVector one = ColumnVector.of(stored, 1);
        Values.append(bound, one);
        try {
            return Values.get(Cast.of(stored, wanted, ZoneOffset.UTC).apply(one), 0);
        } catch (CastException e) {
            return null;
        }
    }
}
