package org.lsmtable.tools.input;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.RowKind;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;

/** Reads Parquet and ORC files column by column into the types of the table; no row is ever made. */
final class ColumnSource implements BatchSource {
    private final InputTarget target;
    private final String file;
    private final DataFileReader reader;
    private final long sizeBytes;
    /** By column of the table; null for those that the file lacks. */
    private final List<@Nullable ColumnCursor> cursors = new ArrayList<>();

    private final List<@Nullable ColumnVector> reused = new ArrayList<>();
    private @Nullable ColumnCursor kindCursor;
    private long row;

    /** Reads an open file. Owns the reader, also when this throws. */
    ColumnSource(DataFileReader reader, long sizeBytes, String file, InputTarget target) throws IOException {
        this.target = target;
        this.file = file;
        this.reader = reader;
        this.sizeBytes = sizeBytes;
        try {
            target.check(reader.columnNames(), file);
            for (DataField field : target.type().fields()) {
                cursors.add(
                        reader.hasColumn(field.name())
                                ? reader.column(field.name(), field.type().nullable())
                                : null);
                reused.add(null);
            }
            if (target.kindColumn() != null) {
                kindCursor = openKinds(target.kindColumn());
            }
        } catch (IOException | RuntimeException e) {
            try (this) {
                throw e;
            }
        }
    }

    private ColumnCursor openKinds(String column) throws IOException {
        try {
            return reader.column(column, Types.STRING);
        } catch (DamagedFileException e) {
            throw new CliException(
                    ExitCode.USAGE, e.getMessage() + "; it should hold " + RowKinds.EXPECTED + " in each row", e);
        }
    }

    @Override
    public @Nullable InputBatch next(int maxRows) throws IOException {
        int rows = (int) Math.min(maxRows, reader.rowCount() - row);
        if (rows == 0) {
            return null;
        }
        IntVector kinds = kindCursor == null ? null : kinds(kindCursor.read(rows, null));
        List<ColumnVector> vectors = new ArrayList<>(cursors.size());
        for (int i = 0; i < cursors.size(); i++) {
            DataField field = target.type().field(i);
            ColumnCursor cursor = cursors.get(i);
            if (cursor == null) {
                vectors.add(ColumnVector.allNull(field.type(), rows));
            } else {
                ColumnVector vector = cursor.read(rows, reused.get(i));
                reused.set(i, vector);
                vectors.add(vector);
            }
            check(vectors.get(i), field, kinds);
        }
        row += rows;
        return new InputBatch(new Batch(target.type(), vectors, rows), kinds);
    }

    private void check(ColumnVector vector, DataField field, @Nullable IntVector kinds) {
        boolean[] nulls = vector.nulls();
        if (nulls != null && !target.mayBeNull(field, null)) {
            for (int i = 0; i < vector.size(); i++) {
                if (nulls[i] && !target.mayBeNull(field, kinds == null ? null : RowKind.ofCode(kinds.get(i)))) {
                    throw bad(i, field.name(), target.nullRefused(field));
                }
            }
        }
        TooLong found = TooLong.find(vector, field.type());
        if (found != null) {
            throw bad(found.row(), field.name(), new BadValueException(found.type(), found.text()));
        }
    }

    private IntVector kinds(ColumnVector texts) {
        IntVector kinds = new IntVector(Types.TINYINT, texts.size());
        BytesVector plain = texts instanceof DictionaryVector d ? d.decode() : (BytesVector) texts;
        for (int i = 0; i < plain.size(); i++) {
            try {
                kinds.append(RowKinds.parse(
                                new String(plain.bytes(), plain.start(i), plain.length(i), StandardCharsets.UTF_8))
                        .code());
            } catch (BadValueException e) {
                throw bad(i, String.valueOf(target.kindColumn()), e);
            }
        }
        return kinds;
    }

    private CliException bad(int at, String column, BadValueException cause) {
        return new CliException(
                ExitCode.USAGE,
                file + ": row " + (row + at + 1) + ": column '" + column + "': " + cause.getMessage(),
                cause);
    }

    @Override
    public long bytesRead() {
        return reader.rowCount() == 0 ? sizeBytes : (long) ((double) sizeBytes * row / reader.rowCount());
    }

    @Override
    public void close() throws IOException {
        try {
            for (ColumnCursor cursor : cursors) {
                if (cursor != null) {
                    cursor.close();
                }
            }
            if (kindCursor != null) {
                kindCursor.close();
            }
        } finally {
            reader.close();
        }
    }
}
