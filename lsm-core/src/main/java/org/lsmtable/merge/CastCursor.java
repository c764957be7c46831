package org.lsmtable.merge;

import java.io.IOException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.lsmtable.cast.Cast;
import org.lsmtable.cast.CastException;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.DataType;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;

/** Reads a column of a file that was written before the column got the type it has now (spec: data files, older schemas). */
final class CastCursor implements ColumnCursor {
    private final String path;
    private final String column;
    private final ColumnCursor stored;
    private final Cast cast;
    private @Nullable ColumnVector reuse;

    /** Owns the cursor of the values as they are stored. */
    CastCursor(String path, String column, ColumnCursor stored, Cast cast) {
        this.path = path;
        this.column = column;
        this.stored = stored;
        this.cast = cast;
    }

    /** The cast from a column's old type to its present one. */
    static Cast cast(String column, DataType from, DataType to, ZoneId zone) {
        try {
            return Cast.of(from, to, zone);
        } catch (UnsupportedFeatureException e) {
            throw new UnsupportedFeatureException(
                    "column '" + column + "' has changed its type, and older files are still there: " + e.getMessage());
        }
    }

    @Override
    public long position() {
        return stored.position();
    }

    @Override
    public void skipTo(long row) throws IOException {
        stored.skipTo(row);
    }

    @Override
    public ColumnVector read(int rows, @Nullable ColumnVector ignored) throws IOException {
        long first = stored.position();
        ColumnVector values = stored.read(rows, reuse);
        reuse = values;
        try {
            return cast.apply(values);
        } catch (CastException e) {
            throw new DamagedFileException(
                    path,
                    "column '" + column + "' in rows " + first + " to " + (first + rows - 1) + ": " + e.getMessage()
                            + ", the type the column has now",
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        stored.close();
    }
}
