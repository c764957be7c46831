package org.lsmtable.format.parquet;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Bounds of a column in a file's statistics as plain Java values of the type that is read. Bounds that do not hold for the order
 * of values here are left out:
 *
 * <ul>
 *   <li>INT96 has no order, and of the old fields {@code min} and {@code max} only those of signed numbers can be believed;
 *   <li>zeros are widened, since writers do not agree whether -0.0 is less than 0.0;
 *   <li>NaN is greatest here, but most writers leave it out of statistics: an upper bound of FLOAT and DOUBLE holds only where
 *       the file counts no NaN, or comes from a writer that gives no bounds where there is one;
 *   <li>text cut inside a character is cut before it if it is a lower bound, and no bound if it is an upper one.
 * </ul>
 */
final class BoundReader {
    private final ValueMapping mapping;
    private final FileColumn column;
    private final boolean hasKnownOrder;
    private final boolean writerKeepsNanOut;
    private final PagePlace place;

    /**
     * For one column of a file.
     *
     * @param order the order in which the file says its bounds are, null if it does not
     */
    BoundReader(
            ValueMapping mapping, FileColumn column, @Nullable ColumnOrder order, String createdBy, PagePlace place) {
        this.mapping = mapping;
        this.column = column;
        this.hasKnownOrder = order != null && (order.isSetTYPE_ORDER() || order.isSetIEEE_754_TOTAL_ORDER());
        this.writerKeepsNanOut = order != null
                && order.isSetTYPE_ORDER()
                && (createdBy.startsWith("parquet-mr ") || createdBy.startsWith("lsm-table "));
        this.place = place;
    }

    /** What the statistics of a column chunk tell. */
    ColumnRange range(@Nullable Statistics statistics, long rows) throws DamagedFileException {
        if (statistics == null) {
            return ColumnRange.unknown(rows);
        }
        Long nulls = statistics.isSetNull_count() ? knownNulls(statistics.getNull_count(), rows) : null;
        ByteBuffer min = null;
        ByteBuffer max = null;
        if (hasKnownOrder && statistics.isSetMin_value() && statistics.isSetMax_value()) {
            min = statistics.min_value;
            max = statistics.max_value;
        } else if (isSignedNumber() && statistics.isSetMin() && statistics.isSetMax()) {
            min = statistics.min;
            max = statistics.max;
        }
        boolean noNan = statistics.isSetNan_count() ? statistics.getNan_count() == 0 : writerKeepsNanOut;
        return range(min, max, nulls, rows, noNan);
    }

    /**
     * What the column index tells of a page.
     *
     * @param nulls null if the index does not count them
     * @param nans null if the index does not count them
     */
    ColumnRange pageRange(ByteBuffer min, ByteBuffer max, @Nullable Long nulls, @Nullable Long nans, long rows)
            throws DamagedFileException {
        Long known = nulls == null ? null : knownNulls(nulls, rows);
        if (!hasKnownOrder) {
            return new ColumnRange(null, null, known, rows);
        }
        return range(min, max, known, rows, nans == null ? writerKeepsNanOut : nans == 0);
    }

    private ColumnRange range(
            @Nullable ByteBuffer min, @Nullable ByteBuffer max, @Nullable Long nulls, long rows, boolean noNan)
            throws DamagedFileException {
        if (min == null || max == null || column.element().getType() == Type.INT96) {
            return new ColumnRange(null, null, nulls, rows);
        }
        Object least = isText() ? lowerText(min) : widen(value(min), -1);
        Object greatest = isText() ? text(max) : noNan || !isFloating() ? widen(value(max), 1) : null;
        if (least != null && greatest != null && Values.compare(least, greatest, mapping.type()) > 0) {
            return new ColumnRange(null, null, nulls, rows);
        }
        return new ColumnRange(least, greatest, nulls, rows);
    }

    private static @Nullable Long knownNulls(long nulls, long rows) {
        return nulls < 0 || nulls > rows ? null : nulls;
    }

    private boolean isSignedNumber() {
        return switch (column.element().getType()) {
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> true;
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> false;
        };
    }

    private boolean isText() {
        return mapping.type().root().isCharacter();
    }

    private boolean isFloating() {
        Type type = column.element().getType();
        return type == Type.FLOAT || type == Type.DOUBLE;
    }

    /** The value that bytes of statistics hold; goes the way of values in pages, so that both are converted alike. */
    private @Nullable Object value(ByteBuffer source) throws DamagedFileException {
        int length = source.remaining();
        boolean hasItsLength = switch (mapping.layout()) {
            case BIT -> length == 1;
            case INT -> length == Integer.BYTES;
            case LONG -> length == Long.BYTES;
            case FIXED -> length == mapping.width();
            case BINARY -> true;
        };
        if (!hasItsLength) {
            throw place.damaged("bytes of a bound", mapping.layout(), length);
        }
        byte[] bytes = new byte[length + PageBytes.SLACK];
        source.duplicate().get(bytes, 0, length);
        PageValues values = mapping.single(new PageBytes(place, bytes, 0, length));
        DataType type = mapping.type();
        ColumnVector vector = ColumnVector.of(type, 1);
        if (vector instanceof IntVector ints) {
            values.readInts(ints.values(), 0, 1);
        } else if (vector instanceof LongVector longs) {
            values.readLongs(longs.values(), 0, 1);
        } else {
            values.readBytes((BytesVector) vector, 0, 1);
        }
        vector.setSize(1);
        return Values.get(vector, 0);
    }

    private static @Nullable Object widen(@Nullable Object bound, int direction) {
        if (bound instanceof Double d) {
            return d.isNaN() ? null : d == 0 ? Double.valueOf(direction * 0.0) : d;
        }
        if (bound instanceof Float f) {
            return f.isNaN() ? null : f == 0 ? Float.valueOf(direction * 0.0f) : f;
        }
        return bound;
    }

    private static @Nullable Object text(ByteBuffer bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate()).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** The longest part at the beginning that is text; not greater than the whole. */
    private static Object lowerText(ByteBuffer bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer chars = CharBuffer.allocate(bytes.remaining());
        CoderResult result = decoder.decode(bytes.duplicate(), chars, true);
        if (result.isOverflow()) {
            throw new IllegalStateException("more characters than bytes");
        }
        return chars.flip().toString();
    }
}
