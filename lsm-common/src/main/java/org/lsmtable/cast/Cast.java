package org.lsmtable.cast;

import java.time.ZoneId;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;

/**
 * Turns vectors of one type into vectors of another (spec: data files, casts and older schemas). May remember dictionaries: one for each
 * column that is read, not for several threads.
 */
public sealed interface Cast permits FlatCast, CopyCast, ListCast, RowCast, NestedTextCast {
    /**
     * A cast.
     *
     * @param zone the zone by which local and zoned time become each other
     * @throws UnsupportedFeatureException naming both types, if {@link CastRules#isReadable} does not know it
     */
    static Cast of(DataType from, DataType to, ZoneId zone) {
        if (!CastRules.isReadable(from, to)) {
            throw new UnsupportedFeatureException(
                    "values of type " + from.asText() + " cannot be read as " + to.asText());
        }
        return switch (from.root()) {
            case ARRAY, MULTISET, MAP ->
                to.root().isCharacter() ? new NestedTextCast(from, to, zone) : new ListCast(from, to, zone);
            case ROW ->
                to.root().isCharacter()
                        ? new NestedTextCast(from, to, zone)
                        : new RowCast((RowType) from, (RowType) to, zone);
            case VARIANT, BLOB, VECTOR -> new CopyCast(to);
            default -> new FlatCast(from, to, zone);
        };
    }

    /**
     * The values in the new type, sharing nothing with those given.
     *
     * @throws CastException naming a value that cannot become one of the new type
     */
    ColumnVector apply(ColumnVector values);
}
