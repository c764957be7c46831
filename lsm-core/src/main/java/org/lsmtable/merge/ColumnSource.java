package org.lsmtable.merge;

import java.io.IOException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.lsmtable.cast.Cast;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.types.DataType;

/**
 * Under which name and type a file holds a column of the table.
 *
 * @param name the top-level column in the file
 * @param type the type it was written with
 * @param zone by which local and zoned time become each other if the column has another type now
 */
public record ColumnSource(String name, DataType type, ZoneId zone) {
    /** A column that has kept its type. */
    public ColumnSource(String name, DataType type) {
        this(name, type, ZoneOffset.UTC);
    }

    /** Whether values have to be cast on their way to a type. */
    boolean isOfType(DataType wanted) {
        return type.sameIgnoringNullability(wanted);
    }

    /**
     * Starts reading the column, as values of the type that the table has now.
     *
     * @throws org.lsmtable.types.UnsupportedFeatureException naming the column, if its type cannot become the wanted one
     */
    public ColumnCursor open(DataFileReader reader, DataType wanted) throws IOException {
        if (isOfType(wanted)) {
            return reader.column(name, type);
        }
        Cast cast = CastCursor.cast(name, type, wanted, zone);
        return new CastCursor(reader.path(), name, reader.column(name, type), cast);
    }
}
