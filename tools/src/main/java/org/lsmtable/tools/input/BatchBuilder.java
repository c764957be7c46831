package org.lsmtable.tools.input;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.RowKind;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.tools.value.NestedParser;
import org.lsmtable.tools.value.TextParser;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/** Lays the rows of a text file into vectors, value by value. The vectors are used again for each batch. */
final class BatchBuilder {
    /** A batch is handed on when it holds so many bytes, also before it has all the rows it may have. */
    private static final long FULL_BYTES = 8L << 20;

    private static final int CHECKED_EVERY = 64;

    private final InputTarget target;
    private final RowType type;
    private final List<ColumnVector> vectors = new ArrayList<>();
    private final List<TextParser> parsers = new ArrayList<>();
    private final @Nullable IntVector kinds;
    private int rows;

    BatchBuilder(InputTarget target, int capacity) {
        this.target = target;
        this.type = target.type();
        for (DataField field : type.fields()) {
            vectors.add(ColumnVector.of(field.type(), capacity));
            parsers.add(TextParser.of(field.type()));
        }
        this.kinds = target.kindColumn() == null ? null : new IntVector(Types.TINYINT, capacity);
    }

    /** Forgets all rows. */
    void clear() {
        vectors.forEach(ColumnVector::clear);
        if (kinds != null) {
            kinds.clear();
        }
        rows = 0;
    }

    int rows() {
        return rows;
    }

    /** Whether the batch is large enough to be handed on. */
    boolean isFull() {
        if (rows % CHECKED_EVERY != 0) {
            return false;
        }
        long bytes = 0;
        for (ColumnVector vector : vectors) {
            bytes += vector.bytesUsed();
        }
        return bytes >= FULL_BYTES;
    }

    /** Whether the current row has a value in a column already. */
    boolean has(int column) {
        return vectors.get(column).size() > rows;
    }

    /** The value of a column of the current row. */
    void text(int column, String text) throws BadValueException {
        parsers.get(column).append(text, vectors.get(column));
    }

    /** The array or object at a parser's token as the value of a column of the current row. */
    void json(int column, JsonParser parser) throws IOException, BadValueException {
        if (!(parsers.get(column) instanceof NestedParser nested)) {
            throw new BadValueException(type.typeAt(column).nullable().asText(), NestedParser.shown(parser));
        }
        nested.append(parser, vectors.get(column));
    }

    /** A null in a column of the current row. Whether the row may have it is known when its kind is. */
    void nullValue(int column) throws BadValueException {
        DataField field = type.field(column);
        if (!target.mayEverBeNull(field)) {
            throw target.nullRefused(field);
        }
        vectors.get(column).appendNulls(1);
    }

    /** A column in which the current row, of which all else is there, must not have its null; null if there is none. */
    @Nullable
    DataField nullThatMayNotBe() {
        if (kinds == null) {
            return null;
        }
        RowKind kind = RowKind.ofCode(kinds.get(rows));
        for (int i = 0; i < vectors.size(); i++) {
            if (vectors.get(i).isNull(rows) && !target.mayBeNull(type.field(i), kind)) {
                return type.field(i);
            }
        }
        return null;
    }

    /** The kind of the current row. */
    void kind(RowKind kind) {
        if (kinds != null) {
            kinds.append(kind.code());
        }
    }

    /** Ends the current row. */
    void endRow() {
        rows++;
    }

    /** The rows so far. */
    InputBatch build() {
        return new InputBatch(new Batch(type, vectors, rows), kinds);
    }
}
