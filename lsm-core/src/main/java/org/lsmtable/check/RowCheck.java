package org.lsmtable.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.BinaryRowWriter;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.data.RowKind;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.all.Formats;
import org.lsmtable.fs.Storage;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.schema.FeatureCheck;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Rereads one data file: every column decodes, keys ascend strictly, the copies of key columns hold what the columns hold, and bounds and
 * counts are what the manifest says.
 */
final class RowCheck {
    private static final int BATCH_ROWS = 8_192;

    private final Storage storage;
    private final Findings findings;

    RowCheck(Storage storage, Findings findings) {
        this.storage = storage;
        this.findings = findings;
    }

    void check(long snapshot, String path, ManifestEntry entry, TableSchema schema) {
        DataFileMeta file = entry.file();
        try (DataFileReader reader =
                Formats.forFileName(file.fileName(), schema.options()).open(storage.open(path))) {
            if (reader.rowCount() != file.rowCount()) {
                findings.error("COUNT_MISMATCH", snapshot, path, file.rowCount() + " rows", reader.rowCount());
                return;
            }
            if (!schema.primaryKeys().isEmpty()) {
                new Rows(snapshot, path, file, schema).keysAndSystemColumns(reader);
            }
            for (DataField column : schema.fields()) {
                decodeAll(reader, column);
            }
        } catch (IOException | RuntimeException e) {
            findings.unreadable(snapshot, path, e);
        }
    }

    private static void decodeAll(DataFileReader reader, DataField column) throws IOException {
        if (!FeatureCheck.isReadable(column.type())) {
            return;
        }
        try (ColumnCursor cursor = reader.column(column.name(), column.type())) {
            @Nullable ColumnVector reuse = null;
            for (long at = 0; at < reader.rowCount(); at += BATCH_ROWS) {
                reuse = cursor.read((int) Math.min(BATCH_ROWS, reader.rowCount() - at), reuse);
            }
        }
    }

    /** The keys, sequences and kinds of one file, read in step. */
    private final class Rows {
        private final long snapshot;
        private final String path;
        private final DataFileMeta file;
        private final List<DataField> keys;
        private final KeyComparator order;
        private boolean copiesDiffer;
        private @Nullable BinaryRow last;
        private long deletes;
        private long minSequence = Long.MAX_VALUE;
        private long maxSequence = Long.MIN_VALUE;

        Rows(long snapshot, String path, DataFileMeta file, TableSchema schema) {
            this.snapshot = snapshot;
            this.path = path;
            this.file = file;
            this.keys = schema.trimmedKeyType().fields();
            this.order = new KeyComparator(schema.trimmedKeyType().types());
        }

        void keysAndSystemColumns(DataFileReader reader) throws IOException {
            List<ColumnCursor> cursors = new ArrayList<>();
            try {
                for (DataField key : keys) {
                    cursors.add(reader.column(key.name(), key.type()));
                }
                cursors.add(reader.column(SystemFields.SEQUENCE_NUMBER.name(), SystemFields.SEQUENCE_NUMBER.type()));
                cursors.add(reader.column(SystemFields.VALUE_KIND.name(), SystemFields.VALUE_KIND.type()));
                for (DataField copy : copies(reader)) {
                    cursors.add(reader.column(copy.name(), copy.type()));
                }
                for (long at = 0; at < reader.rowCount(); at += BATCH_ROWS) {
                    int rows = (int) Math.min(BATCH_ROWS, reader.rowCount() - at);
                    List<ColumnVector> vectors = new ArrayList<>();
                    for (ColumnCursor cursor : cursors) {
                        vectors.add(cursor.read(rows, null));
                    }
                    batch(vectors, rows, at);
                }
            } finally {
                for (ColumnCursor cursor : cursors) {
                    cursor.close();
                }
            }
            totals();
        }

        /** The copies of the key columns, none if the file does without. Merges of other engines take keys from there. */
        private List<DataField> copies(DataFileReader reader) {
            List<DataField> copies = keys.stream().map(SystemFields::keyCopy).toList();
            return copies.stream().anyMatch(copy -> reader.hasColumn(copy.name())) ? copies : List.of();
        }

        private void batch(List<ColumnVector> vectors, int rows, long at) {
            List<ColumnVector> copies = vectors.subList(keys.size() + 2, vectors.size());
            LongVector sequences = (LongVector) vectors.get(keys.size());
            IntVector kinds = (IntVector) vectors.get(keys.size() + 1);
            BinaryRowWriter writer = new BinaryRowWriter(keys.size());
            for (int row = 0; row < rows; row++) {
                BinaryRow key = key(vectors, row, writer);
                if (!copies.isEmpty()) {
                    expectSame(key, key(copies, row, writer), at + row);
                }
                if (last == null) {
                    expectFirst(key);
                } else if (order.compare(last, key) >= 0) {
                    findings.error(
                            "KEY_ORDER",
                            snapshot,
                            path,
                            "strictly ascending keys",
                            "row " + (at + row) + " is not above the one before");
                }
                last = key;
                long sequence = sequences.get(row);
                minSequence = Math.min(minSequence, sequence);
                maxSequence = Math.max(maxSequence, sequence);
                int kind = kinds.get(row);
                if (kind < 0 || kind > 3) {
                    findings.error("BAD_KIND", snapshot, path, "a row kind of 0 to 3", kind);
                } else if (RowKind.isRetract(kind)) {
                    deletes++;
                }
            }
        }

        private BinaryRow key(List<ColumnVector> columns, int row, BinaryRowWriter writer) {
            for (int k = 0; k < keys.size(); k++) {
                writer.write(k, columns.get(k), row);
            }
            return writer.toRow();
        }

        /** Tells the first difference of a file. */
        private void expectSame(BinaryRow key, BinaryRow copy, long row) {
            if (!copiesDiffer && order.compare(key, copy) != 0) {
                copiesDiffer = true;
                findings.error("KEY_MISMATCH", snapshot, path, "copy of the key of row " + row + " " + key, copy);
            }
        }

        private void totals() {
            if (last == null) {
                return;
            }
            expectLast(last);
            if (minSequence != file.minSequence() || maxSequence != file.maxSequence()) {
                findings.error(
                        "SEQUENCE_MISMATCH",
                        snapshot,
                        path,
                        file.minSequence() + " to " + file.maxSequence(),
                        minSequence + " to " + maxSequence);
            }
            Long stated = file.deleteRowCount();
            if (stated != null && stated != deletes) {
                findings.error("COUNT_MISMATCH", snapshot, path, stated + " deletes", deletes);
            }
        }

        private void expectFirst(BinaryRow found) {
            if (order.compare(file.minKey(), found) != 0) {
                findings.error("KEY_MISMATCH", snapshot, path, "first key " + file.minKey(), found);
            }
        }

        /**
         * A last key that is too great hides nothing and costs little. Paimon before 1.3 leaves it in what it compacts when the last keys of all were
         * deleted.
         */
        private void expectLast(BinaryRow found) {
            int signum = order.compare(file.maxKey(), found);
            if (signum > 0) {
                findings.warning("WIDE_KEY_RANGE", snapshot, path, "last key " + file.maxKey(), found);
            } else if (signum < 0) {
                findings.error("KEY_MISMATCH", snapshot, path, "last key " + file.maxKey(), found);
            }
        }
    }
}
