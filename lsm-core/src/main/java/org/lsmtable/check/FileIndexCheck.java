package org.lsmtable.check;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.all.Formats;
import org.lsmtable.fs.Storage;
import org.lsmtable.index.FileIndex;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.predicate.ValueIndex;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ColumnVector;

/**
 * Checks what lies beside a data file: each file is there, and the file index can be read; on request, that the index denies no value the data
 * file has, for then reads would miss rows.
 */
final class FileIndexCheck {
    private static final int BATCH_ROWS = 8_192;

    private final Storage storage;
    private final TablePaths paths;
    private final Findings findings;

    FileIndexCheck(Storage storage, TablePaths paths, Findings findings) {
        this.storage = storage;
        this.paths = paths;
        this.findings = findings;
    }

    /**
     * Checks a data file that is there.
     *
     * @param schema that of the file
     */
    void check(long snapshot, String dataPath, ManifestEntry entry, TableSchema schema, Depth depth)
            throws IOException {
        DataFileMeta file = entry.file();
        byte[] index = file.embeddedIndex();
        String place = dataPath;
        for (String extra : file.extraFiles()) {
            String path = paths.extraFile(schema, entry.partition(), entry.bucket(), file, extra);
            byte[] content = extra.endsWith(FileIndex.EXTENSION) ? read(snapshot, path) : null;
            if (content != null) {
                index = content;
                place = path;
            } else if (!extra.endsWith(FileIndex.EXTENSION)) {
                exists(snapshot, path);
            }
        }
        if (index == null) {
            return;
        }
        try (FileIndex opened = FileIndex.of(place, index)) {
            if (depth == Depth.ROWS) {
                values(snapshot, dataPath, place, opened, schema);
            }
        } catch (IOException | RuntimeException e) {
            findings.unreadable(snapshot, place, e);
        }
    }

    private byte @Nullable [] read(long snapshot, String path) throws IOException {
        try {
            return storage.read(path);
        } catch (NoSuchFileException e) {
            missing(snapshot, path);
            return null;
        }
    }

    private void exists(long snapshot, String path) throws IOException {
        try {
            storage.info(path);
        } catch (NoSuchFileException e) {
            missing(snapshot, path);
        }
    }

    private void missing(long snapshot, String path) {
        findings.error("MISSING_FILE", snapshot, path, "a file beside a data file of the snapshot", "none");
    }

    private void values(long snapshot, String dataPath, String place, FileIndex index, TableSchema schema)
            throws IOException {
        boolean isOrc = dataPath.endsWith(".orc");
        List<DataField> indexed = schema.fields().stream()
                .filter(column -> index.columns().contains(column.name()))
                // ORC takes the blanks off CHAR, which the index has
                .filter(column -> !column.type().root().isNested()
                        && !(isOrc && column.type().root() == TypeRoot.CHAR))
                .toList();
        if (indexed.isEmpty()) {
            return;
        }
        try (DataFileReader reader =
                Formats.forFileName(dataPath, schema.options()).open(storage.open(dataPath))) {
            for (DataField column : indexed) {
                long row = denied(reader, column, index.column(column.name(), column.type()));
                if (row >= 0) {
                    findings.error(
                            "INDEX_MISMATCH",
                            snapshot,
                            place,
                            "an index of all values of column '" + column.name() + "'",
                            "one without that of row " + row);
                }
            }
        }
    }

    /** The first row that an index says is not there, −1 if there is none. */
    private static long denied(DataFileReader reader, DataField column, ValueIndex index) throws IOException {
        try (ColumnCursor cursor = reader.column(column.name(), column.type())) {
            @Nullable ColumnVector values = null;
            ColumnVector one = ColumnVector.of(column.type(), 1);
            for (long at = 0; at < reader.rowCount(); at += BATCH_ROWS) {
                values = cursor.read((int) Math.min(BATCH_ROWS, reader.rowCount() - at), values);
                for (int i = 0; i < values.size(); i++) {
                    one.clear();
                    one.appendFrom(values, i);
                    if (values.isNull(i) ? !index.mayHoldNull() : !index.mayHoldAny(one)) {
                        return at + i;
                    }
                }
            }
        }
        return -1;
    }
}
