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
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;

/** {@code $audit_log}: the rows with their kinds in a column, deleted ones included (spec: system tables). */
record AuditLog(KindedRows rows) implements DerivedScan.Source {
    /** The column of kinds. */
    static final DataField ROW_KIND = new DataField(Integer.MAX_VALUE, "rowkind", Types.STRING);

    private static final Option<Boolean> SEQUENCE_NUMBERS =
            Option.ofBoolean("table-read.sequence-number.enabled", false, "Whether a column has sequence numbers.");

    @Override
    public Retractions retractions() {
        return Retractions.KEEP;
    }

    @Override
    public RowType type(SnapshotRef ref) throws IOException {
        if (rows.context().schema().options().get(SEQUENCE_NUMBERS)) {
            throw new UnsupportedFeatureException(rows.context().paths().name() + ": option '" + SEQUENCE_NUMBERS
                    + "' is not supported; the column of sequence numbers is missing");
        }
        return withKind(rows.type(ref));
    }

    private static RowType withKind(RowType table) {
        List<DataField> fields = new ArrayList<>(List.of(ROW_KIND));
        fields.addAll(table.fields());
        return RowType.of(fields);
    }

    @Override
    public MergedBatchCursor open(SnapshotRef ref, @Nullable Predicate condition, List<String> columns)
            throws IOException {
        RowType table = rows.type(ref);
        List<String> ofTable =
                columns.stream().filter(name -> !name.equals(ROW_KIND.name())).toList();
        return new Cursor(rows.open(ref, Conjuncts.on(condition, table.names()), ofTable));
    }

    /** Puts the kinds in front. The rows themselves are insertions. */
    private static final class Cursor implements MergedBatchCursor {
        private static final BytesVector TEXTS = texts();

        private final MergedBatchCursor rows;
        private final RowType type;

        Cursor(MergedBatchCursor rows) {
            this.rows = rows;
            this.type = withKind(rows.type());
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
            List<ColumnVector> columns = new ArrayList<>(batch.columns().size() + 1);
            columns.add(kindTexts(rows.kinds(), batch.size()));
            columns.addAll(batch.columns());
            return new Batch(type, columns, batch.size());
        }

        @Override
        public void close() {
            rows.close();
        }
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
