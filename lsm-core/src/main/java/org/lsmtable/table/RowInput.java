package org.lsmtable.table;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;

/** What happens to rows before they reach a bucket: checks, kinds from a column, kinds that are dropped (spec: merge tree, one incoming row). */
final class RowInput {
    /** The texts of the kinds by code. */
    private static final byte[][] KIND_TEXTS = Arrays.stream(RowKind.values())
            .map(kind -> kind.text().getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);

    private final RowType type;
    private final List<String> primaryKeys;
    private final int kindColumn;
    private final List<String> sequenceFields;
    private final Defaults defaults;
    private final Placeholders placeholders;
    private final boolean ignoreDelete;
    private final boolean ignoreUpdateBefore;
    private int[] rows = new int[0];

    /**
     * The rows of a batch that are written.
     *
     * @param columns those of the batch, with defaults and placeholders for nulls
     * @param rows their positions, ascending, the first {@code count} elements
     * @param kinds a kind code for each row of the batch, null if all are inserts
     */
    record Selection(
            List<ColumnVector> columns,
            int[] rows,
            int count,
            @Nullable IntVector kinds) {}

    RowInput(TableSchema schema, Defaults defaults) {
        this.defaults = defaults;
        this.type = schema.rowType();
        this.primaryKeys = schema.primaryKeys();
        Options options = schema.options();
        String column = options.find(TableOptions.ROWKIND_FIELD).orElse(null);
        this.kindColumn = column == null ? -1 : type.indexOf(column);
        if (kindColumn >= 0 && !type.typeAt(kindColumn).root().isCharacter()) {
            throw new IllegalArgumentException("option 'rowkind.field': expected a text column, found '" + column
                    + "' of type " + type.typeAt(kindColumn).asText());
        }
        this.sequenceFields = options.get(TableOptions.SEQUENCE_FIELD);
        List<String> needed = new ArrayList<>(primaryKeys);
        needed.addAll(sequenceFields);
        this.placeholders = new Placeholders(type, needed);
        this.ignoreDelete = options.get(TableOptions.IGNORE_DELETE);
        this.ignoreUpdateBefore = options.get(TableOptions.IGNORE_UPDATE_BEFORE);
    }

    /** Whether a row has the primary key's values only. */
    boolean isKeyOnly(Row row) {
        return row.isKey() || (row.size() == primaryKeys.size() && row.size() != type.fieldCount());
    }

    /**
     * A full row for a delete: the key's values, nulls, and zeros where null is not allowed; nobody reads them.
     *
     * @throws IllegalArgumentException if the key has another number of values, or sequence fields would have to say how old the
     *     delete is
     */
    Row ofKey(Row key) {
        if (!primaryKeys.containsAll(sequenceFields)) {
            throw new IllegalArgumentException("delete by key alone: expected a whole row, since " + sequenceFields
                    + " (option 'sequence.field') say whether the delete is newer than what it deletes");
        }
        if (key.size() != primaryKeys.size()) {
            throw new IllegalArgumentException(
                    "key: expected " + primaryKeys.size() + " values for " + primaryKeys + ", found " + key.size());
        }
        @Nullable Object[] values = new Object[type.fieldCount()];
        for (int i = 0; i < values.length; i++) {
            DataField field = type.field(i);
            int position = primaryKeys.indexOf(field.name());
            if (position >= 0) {
                values[i] = key.get(position);
            } else if (i == kindColumn) {
                values[i] = RowKind.DELETE.text();
            } else if (!field.type().isNullable()) {
                values[i] = Placeholders.zero(field.type());
            }
        }
        return Row.of(values);
    }

    /**
     * The row with values of the columns' own classes, defaults for nulls, and zeros for the nulls that are left where null is not allowed if
     * the row takes another away.
     *
     * @param given the kind that the writer was told
     * @throws IllegalArgumentException naming the column, if a value does not fit or is null where that is not allowed
     */
    Row check(RowKind given, Row row) {
        if (row.size() != type.fieldCount()) {
            throw new IllegalArgumentException(
                    "row: expected " + type.fieldCount() + " values for " + type.names() + ", found " + row.size());
        }
        @Nullable Object[] values = new Object[row.size()];
        for (int i = 0; i < values.length; i++) {
            DataField field = type.field(i);
            values[i] = Values.coerce(row.get(i), field.type().nullable(), field.name());
        }
        Row filled = defaults.fill(Row.of(values));
        if (effective(given, filled).isRetract()) {
            filled = placeholders.fill(filled);
        }
        for (int i = 0; i < values.length; i++) {
            DataField field = type.field(i);
            if (filled.get(i) == null) {
                Values.coerce(null, field.type(), field.name());
            }
        }
        return filled;
    }

    /** The kind that counts; null if the row is dropped. */
    @Nullable
    RowKind kind(RowKind given, Row row) {
        RowKind kind = effective(given, row);
        return isDropped(kind) ? null : kind;
    }

    private RowKind effective(RowKind given, Row row) {
        return kindColumn >= 0 ? kindOf(row.get(kindColumn)) : given;
    }

    private RowKind kindOf(@Nullable Object text) {
        if (text == null) {
            throw new IllegalArgumentException(
                    "column '" + type.field(kindColumn).name() + "' (rowkind.field): expected a row kind, found null");
        }
        return RowKind.ofText((String) text);
    }

    private boolean isDropped(RowKind kind) {
        return ignoreDelete && kind.isRetract() || ignoreUpdateBefore && kind == RowKind.UPDATE_BEFORE;
    }

    /** Checks the columns of a batch and selects the rows to write. */
    Selection check(Batch batch, @Nullable IntVector kinds) {
        checkTypes(batch);
        List<ColumnVector> columns = defaults.fill(batch.columns());
        int size = batch.size();
        if (kinds != null && kinds.size() != size) {
            throw new IllegalArgumentException("kinds: expected " + size + ", found " + kinds.size());
        }
        IntVector effective = kindColumn >= 0 ? kindsOf(columns.get(kindColumn), size) : kinds;
        if (effective != null) {
            columns = placeholders.fill(columns, effective);
        }
        checkNulls(columns);
        if (rows.length < size) {
            rows = new int[size];
        }
        boolean mayDrop = ignoreDelete || ignoreUpdateBefore;
        int count = 0;
        for (int row = 0; row < size; row++) {
            rows[count] = row;
            boolean drop = effective != null && mayDrop && isDropped(RowKind.ofCode(effective.get(row)));
            count += drop ? 0 : 1;
        }
        return new Selection(columns, rows, count, effective);
    }

    private void checkTypes(Batch batch) {
        if (batch.columns().size() != type.fieldCount()) {
            throw new IllegalArgumentException("batch: expected the columns " + type.names() + ", found "
                    + batch.type().names());
        }
        for (int i = 0; i < type.fieldCount(); i++) {
            DataField field = type.field(i);
            ColumnVector column = batch.column(i);
            if (!column.type().holdsSameAs(field.type())) {
                throw new IllegalArgumentException("column '" + field.name() + "': expected "
                        + field.type().asText() + ", found " + column.type().asText());
            }
        }
    }

    private void checkNulls(List<ColumnVector> columns) {
        for (int i = 0; i < type.fieldCount(); i++) {
            DataField field = type.field(i);
            String nullPart = NullCheck.find(columns.get(i), field.type());
            if (nullPart != null) {
                throw new IllegalArgumentException(
                        "column '" + field.name() + "'" + nullPart + ": expected a value, found null");
            }
        }
    }

    private IntVector kindsOf(ColumnVector texts, int size) {
        IntVector kinds = new IntVector(org.lsmtable.types.Types.TINYINT, size);
        for (int row = 0; row < size; row++) {
            int code = knownCode(texts, row);
            kinds.append(code >= 0 ? code : kindOf(Values.get(texts, row)).code());
        }
        return kinds;
    }

    /** The code of a kind's text, −1 for anything else; no text is made for it. */
    private static int knownCode(ColumnVector texts, int row) {
        if (texts.isNull(row)) {
            return -1;
        }
        boolean coded = texts instanceof DictionaryVector;
        BytesVector bytes = coded ? ((DictionaryVector) texts).dictionary() : (BytesVector) texts;
        int at = coded ? ((DictionaryVector) texts).codes()[row] : row;
        int start = bytes.start(at);
        for (int code = 0; code < KIND_TEXTS.length; code++) {
            byte[] text = KIND_TEXTS[code];
            if (Arrays.equals(text, 0, text.length, bytes.bytes(), start, start + bytes.length(at))) {
                return code;
            }
        }
        return -1;
    }
}
