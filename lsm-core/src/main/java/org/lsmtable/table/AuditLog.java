package org.lsmtable.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.RowKind;
import org.lsmtable.merge.Retractions;
import org.lsmtable.options.Option;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * {@code $audit_log}: the rows with their kinds in a column, deleted ones included, and with their sequence numbers if an
 * option asks for them (spec: system tables).
 */
record AuditLog(KindedRows rows) implements DerivedScan.Source {
    /** The column of kinds. */
    static final DataField ROW_KIND = new DataField(Integer.MAX_VALUE, "rowkind", Types.STRING);

    /** The column of sequence numbers. */
    static final DataField SEQUENCE = SystemFields.SEQUENCE_NUMBER;

    private static final Option<Boolean> SEQUENCE_NUMBERS =
            Option.ofBoolean("table-read.sequence-number.enabled", false, "Whether a column has sequence numbers.");

    @Override
    public Retractions retractions() {
        return Retractions.KEEP;
    }

    @Override
    public RowType type(SnapshotRef ref) throws IOException {
        List<DataField> fields = leading(rows.context());
        fields.addAll(rows.type(ref).fields());
        return RowType.of(fields);
    }

    /** The columns before those of the table: the kinds and, if the table's options ask for them, the sequence numbers. */
    static List<DataField> leading(TableContext context) {
        List<DataField> fields = new ArrayList<>(List.of(ROW_KIND));
        if (context.schema().options().get(SEQUENCE_NUMBERS)) {
            fields.add(SEQUENCE);
        }
        return fields;
    }

    /** Of some columns those that are the table's. */
    static List<String> ofTable(List<String> columns, List<DataField> leading) {
        return columns.stream()
                .filter(name -> leading.stream().noneMatch(field -> field.name().equals(name)))
                .toList();
    }

    @Override
    public MergedBatchCursor open(SnapshotRef ref, @Nullable Predicate condition, List<String> columns)
            throws IOException {
        List<DataField> leading = leading(rows.context());
        MergedBatchCursor opened =
                rows.open(ref, Conjuncts.on(condition, rows.type(ref).names()), ofTable(columns, leading));
        return new Cursor(opened, leading, rows.context().paths().name());
    }

    /** Puts the kinds in front. The rows themselves are insertions. */
    private static final class Cursor implements MergedBatchCursor {
        private static final BytesVector TEXTS = texts();

        private final MergedBatchCursor rows;
        private final List<DataField> leading;
        private final String table;
        private final RowType type;

        Cursor(MergedBatchCursor rows, List<DataField> leading, String table) {
            this.rows = rows;
            this.leading = leading;
            this.table = table;
            List<DataField> fields = new ArrayList<>(leading);
            fields.addAll(rows.type().fields());
            this.type = RowType.of(fields);
        }

        private static BytesVector texts() {
            BytesVector texts = new BytesVector(ROW_KIND.type(), RowKind.values().length);
            for (int code = 0; code < RowKind.values().length; code++) {
                texts.append(RowKind.ofCode(code).text().getBytes(StandardCharsets.US_ASCII));
            }
            return texts;
        }

        @Override
        public RowType type() {
            return type;
        }

        @Override
        public @Nullable IntVector kinds() {
            return null;
        }

        @Override
        public @Nullable Batch next() {
            Batch batch = rows.next();
            if (batch == null) {
                return null;
            }
            List<ColumnVector> columns = new ArrayList<>(type.fieldCount());
            columns.add(kindTexts(rows.kinds(), batch.size()));
            if (leading.contains(SEQUENCE)) {
                columns.add(neededSequences(rows, table));
            }
            columns.addAll(batch.columns());
            return new Batch(type, columns, batch.size());
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    /**
     * The sequence numbers of the rows at hand.
     *
     * @param table names it in the message
     * @throws UnsupportedFeatureException if they are not known: for a difference of states
     */
    static LongVector neededSequences(MergedBatchCursor rows, String table) {
        LongVector sequences = rows.sequences();
        if (sequences == null) {
            throw new UnsupportedFeatureException(table + ": option '" + SEQUENCE_NUMBERS
                    + "' is not supported for differences of two states, whose rows come without sequence numbers");
        }
        return sequences;
    }

    /** The texts of kinds, all insertions if there are none. */
    static ColumnVector kindTexts(@Nullable IntVector kinds, int size) {
        DictionaryVector texts = new DictionaryVector(Cursor.TEXTS, size);
        int[] codes = texts.codes();
        for (int i = 0; i < size; i++) {
            codes[i] = kinds == null ? RowKind.INSERT.code() : kinds.get(i);
        }
        texts.setSize(size);
        return texts;
    }
}
