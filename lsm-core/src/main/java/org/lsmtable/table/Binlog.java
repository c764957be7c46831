package org.lsmtable.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.RowKind;
import org.lsmtable.merge.Retractions;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.LongVector;

/**
 * {@code $binlog}: the rows with their kinds, each column an array of one value, and of the old and the new one where {@code -U} is followed by
 * {@code +U} (spec: system tables).
 */
record Binlog(KindedRows rows) implements DerivedScan.Source {
    @Override
    public Retractions retractions() {
        return Retractions.KEEP;
    }

    @Override
    public RowType type(SnapshotRef ref) throws IOException {
        return arrays(AuditLog.leading(rows.context()), rows.type(ref));
    }

    private static RowType arrays(List<DataField> leading, RowType table) {
        List<DataField> fields = new ArrayList<>(leading);
        for (DataField field : table.fields()) {
            fields.add(field.withType(new ArrayType(field.type().nullable(), true)));
        }
        return RowType.of(fields);
    }

    @Override
    public MergedBatchCursor open(SnapshotRef ref, @Nullable Predicate condition, List<String> columns)
            throws IOException {
        List<DataField> leading = AuditLog.leading(rows.context());
        return new Cursor(
                rows.open(ref, null, AuditLog.ofTable(columns, leading)),
                leading,
                rows.context().paths().name());
    }

    /** Packs rows. A {@code -U} at the end of a batch waits for the first row of the next. */
    private static final class Cursor implements MergedBatchCursor {
        private final MergedBatchCursor rows;
        private final List<DataField> leading;
        private final String table;
        private final RowType type;
        private @Nullable List<ColumnVector> waiting;
        private long waitingSequence;
        private int[] picked = new int[0];

        Cursor(MergedBatchCursor rows, List<DataField> leading, String table) {
            this.rows = rows;
            this.leading = leading;
            this.table = table;
            this.type = arrays(leading, rows.type());
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
            while (true) {
                Batch batch = rows.next();
                if (batch == null && waiting == null) {
                    return null;
                }
                Batch packed = batch == null ? rest() : pack(batch);
                if (packed.size() > 0) {
                    return packed;
                }
            }
        }

        /** The row that waits for a successor and gets none. */
        private Batch rest() {
            Rows out = new Rows(1);
            out.add(RowKind.UPDATE_BEFORE.code(), 1, waitingSequence);
            return out.batch(null, 0);
        }

        private Batch pack(Batch batch) {
            IntVector kinds = rows.kinds();
            LongVector sequences = leading.contains(AuditLog.SEQUENCE) ? AuditLog.neededSequences(rows, table) : null;
            int size = batch.size();
            if (picked.length < size) {
                picked = new int[size];
            }
            Rows out = new Rows(size + 1);
            int taken = 0;
            int from = 0;
            if (waiting != null) {
                boolean paired = kind(kinds, 0) == RowKind.UPDATE_AFTER.code();
                if (paired) {
                    picked[taken++] = from++;
                }
                if (paired) {
                    out.add(RowKind.UPDATE_AFTER.code(), 2, sequence(sequences, 0));
                } else {
                    out.add(RowKind.UPDATE_BEFORE.code(), 1, waitingSequence);
                }
            }
            int waits = -1;
            for (int i = from; i < size; i++) {
                int kind = kind(kinds, i);
                int values = 1;
                if (kind == RowKind.UPDATE_BEFORE.code()) {
                    if (i + 1 == size) {
                        waits = i;
                        break;
                    }
                    if (kind(kinds, i + 1) == RowKind.UPDATE_AFTER.code()) {
                        kind = RowKind.UPDATE_AFTER.code();
                        values = 2;
                        picked[taken++] = i++;
                    }
                }
                picked[taken++] = i;
                out.add(kind, values, sequence(sequences, i));
            }
            Batch packed = out.batch(batch, taken);
            waiting = waits < 0 ? null : copyOf(batch, waits);
            waitingSequence = waits < 0 ? 0 : sequence(sequences, waits);
            return packed;
        }

        private static long sequence(@Nullable LongVector sequences, int row) {
            return sequences == null ? 0 : sequences.get(row);
        }

        private static int kind(@Nullable IntVector kinds, int row) {
            return kinds == null ? RowKind.INSERT.code() : kinds.get(row);
        }

        private static List<ColumnVector> copyOf(Batch batch, int row) {
            List<ColumnVector> copy = new ArrayList<>();
            for (ColumnVector column : batch.columns()) {
                ColumnVector one = ColumnVector.of(column.type(), 1);
                one.appendFrom(column, row);
                copy.add(one);
            }
            return copy;
        }

        /** The rows of a batch to be: their kinds, and how many values each takes. */
        private final class Rows {
            private final IntVector kinds;
            private final LongVector sequences;
            private final int[] ends;
            private int size;

            Rows(int most) {
                kinds = new IntVector(SystemFields.VALUE_KIND.type(), most);
                sequences = new LongVector(AuditLog.SEQUENCE.type(), most);
                ends = new int[most + 1];
            }

            void add(int kind, int values, long sequence) {
                kinds.append(kind);
                sequences.append(sequence);
                ends[size + 1] = ends[size] + values;
                size++;
            }

            /** Makes it: the values are the row that waits, if any, and then the rows picked. */
            Batch batch(@Nullable Batch source, int taken) {
                List<ColumnVector> columns = new ArrayList<>();
                columns.add(AuditLog.kindTexts(kinds, size));
                if (leading.contains(AuditLog.SEQUENCE)) {
                    columns.add(sequences);
                }
                int first = leading.size();
                for (int c = first; c < type.fieldCount(); c++) {
                    ListVector list = new ListVector(type.typeAt(c), size);
                    ColumnVector values = list.child(0);
                    if (waiting != null) {
                        values.appendFrom(waiting.get(c - first), 0);
                    }
                    if (source != null) {
                        values.appendPicked(source.column(c - first), picked, 0, taken);
                    }
                    list.ensureCapacity(size);
                    System.arraycopy(ends, 0, list.offsets(), 0, size + 1);
                    list.setSize(size);
                    columns.add(list);
                }
                if (source == null) {
                    waiting = null;
                }
                return new Batch(type, columns, size);
            }
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
