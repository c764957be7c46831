package org.lsmtable.table;

import java.io.Closeable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;

/**
 * Rows one after another; the cursor itself is the current row. Not thread-safe. Reading errors are {@link TableException}s.
 *
 * <p>Values are asked for by position, as {@link Row} describes it, or by the name of the column: a name that is none of the columns is an
 * {@link IllegalArgumentException} that lists them. Before the first {@link #next}, after the last row and after {@link #close} there is no
 * current row, and asking for it is an {@link IllegalStateException}; so is {@link #next} after {@link #close}.
 */
public interface RowCursor extends Row, Closeable {
    /** The columns, in the order of positions. */
    RowType type();

    /**
     * Moves to the next row; false at the end.
     *
     * @throws IllegalStateException if the cursor is closed
     */
    boolean next();

    /** The kind of the newest version of the current row. */
    RowKind kind();

    /**
     * The position of a column. Whoever reads many rows asks for it once: a getter by name asks for it each time.
     *
     * @throws IllegalArgumentException naming the columns there are, if it is not among them
     */
    default int position(String column) {
        int position = type().indexOf(column);
        if (position < 0) {
            throw new IllegalArgumentException("no column '" + column + "'; columns are " + type().names());
        }
        return position;
    }

    /** The value of a column of the current row, null if it is null. */
    default @Nullable Object get(String column) {
        return get(position(column));
    }

    /** Whether a column of the current row is null. */
    default boolean isNull(String column) {
        return isNull(position(column));
    }

    /** The BOOLEAN of a column. */
    default boolean getBoolean(String column) {
        return getBoolean(position(column));
    }

    /** The INT, SMALLINT or TINYINT of a column. */
    default int getInt(String column) {
        return getInt(position(column));
    }

    /** The BIGINT or smaller integer of a column. */
    default long getLong(String column) {
        return getLong(position(column));
    }

    /** The FLOAT of a column. */
    default float getFloat(String column) {
        return getFloat(position(column));
    }

    /** The DOUBLE or FLOAT of a column. */
    default double getDouble(String column) {
        return getDouble(position(column));
    }

    /** The CHAR or VARCHAR of a column. */
    default @Nullable String getString(String column) {
        return getString(position(column));
    }

    /** The BINARY or VARBINARY of a column. */
    default byte @Nullable [] getBytes(String column) {
        return getBytes(position(column));
    }

    /** The DECIMAL of a column. */
    default @Nullable BigDecimal getDecimal(String column) {
        return getDecimal(position(column));
    }

    /** The DATE of a column. */
    default @Nullable LocalDate getDate(String column) {
        return getDate(position(column));
    }

    /** The TIME of a column. */
    default @Nullable LocalTime getTime(String column) {
        return getTime(position(column));
    }

    /** The TIMESTAMP of a column. */
    default @Nullable LocalDateTime getTimestamp(String column) {
        return getTimestamp(position(column));
    }

    /** The TIMESTAMP WITH LOCAL TIME ZONE of a column. */
    default @Nullable Instant getInstant(String column) {
        return getInstant(position(column));
    }

    /** The ARRAY of a column. */
    default @Nullable List<? extends @Nullable Object> getList(String column) {
        return getList(position(column));
    }

    /** The MAP or MULTISET of a column. */
    default @Nullable Map<?, ? extends @Nullable Object> getMap(String column) {
        return getMap(position(column));
    }

    /** The ROW of a column. */
    default @Nullable Row getRow(String column) {
        return getRow(position(column));
    }

    @Override
    default String nameOf(int position) {
        DataField column = type().field(position);
        return "column '" + column.name() + "' " + column.type().asText();
    }

    /** The current row as one that stays when the cursor moves. */
    Row copy();

    /** What a scan has left out so far, nothing if this is no scan; all of it once {@link #next} has returned false. */
    default ScanReport report() {
        return ScanReport.NONE;
    }

    /** Releases what is held; what was {@link #copy copied} stays. Closing twice does nothing. */
    @Override
    void close();
}
