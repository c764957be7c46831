package org.lsmtable.merge;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.MissingColumnCursor;
import org.lsmtable.format.RowRanges;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataField;
import org.lsmtable.types.SystemFields;

/**
 * The files of one sorted run, opened when first needed and closed when all columns have passed them. Safe for use by several
 * threads.
 */
final class RunFiles implements Closeable {
    private final List<DataFileMeta> files;
    private final FileOpener opener;
    private final ColumnResolver resolver;
    private final @Nullable DataFileReader[] readers;

    RunFiles(List<DataFileMeta> files, FileOpener opener, ColumnResolver resolver) {
        this.files = files;
        this.opener = opener;
        this.resolver = resolver;
        this.readers = new DataFileReader[files.size()];
    }

    int count() {
        return files.size();
    }

    DataFileMeta file(int index) {
        return files.get(index);
    }

    synchronized DataFileReader reader(int index) throws IOException {
        DataFileReader reader = readers[index];
        if (reader == null) {
            DataFileMeta file = files.get(index);
            reader = opener.open(file);
            readers[index] = reader;
            if (reader.rowCount() != file.rowCount()) {
                throw new DamagedFileException(
                        reader.path(), "rows", file.rowCount() + " as the manifest says", "" + reader.rowCount());
            }
        }
        return reader;
    }

    /** Of some rows of a file those that an index lets pass a filter on the columns of the table. */
    RowRanges narrow(int index, Filter filter, RowRanges rows) throws IOException {
        return opener.narrow(files.get(index), filter, rows);
    }

    /** Where a file holds a column; null if it does not have it. */
    @Nullable
    ColumnSource source(int index, DataField column) {
        if (column.equals(SystemFields.SEQUENCE_NUMBER) || column.equals(SystemFields.VALUE_KIND)) {
            return new ColumnSource(column.name(), column.type());
        }
        return resolver.resolve(files.get(index).schemaId(), column);
    }

    /** Starts reading a column of a file; null if the file does not have it. */
    @Nullable
    ColumnCursor column(int index, DataField column) throws IOException {
        ColumnSource source = source(index, column);
        return source == null ? null : source.open(reader(index), column.type());
    }

    /** Starts reading a column without which the file makes no sense. */
    ColumnCursor neededColumn(int index, DataField column) throws IOException {
        ColumnSource source = source(index, column);
        DataFileReader reader = reader(index);
        if (source == null || !reader.hasColumn(source.name())) {
            throw new DamagedFileException(
                    reader.path(), "columns", "one named " + (source == null ? column.name() : source.name()), "none");
        }
        return source.open(reader, column.type());
    }

    /** Starts reading a column; nulls if the file does not have it. */
    ColumnCursor columnOrNulls(int index, DataField column) throws IOException {
        ColumnCursor cursor = column(index, column);
        return cursor == null
                ? new MissingColumnCursor(column.type(), reader(index).rowCount())
                : cursor;
    }

    /** Closes the files before one, which nobody asks for again. */
    synchronized void closeBefore(int index) throws IOException {
        for (int i = index - 1; i >= 0; i--) {
            DataFileReader reader = readers[i];
            if (reader != null) {
                readers[i] = null;
                reader.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        closeBefore(readers.length);
    }
}
