package org.lsmtable.check;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.all.Formats;
import org.lsmtable.fs.Storage;
import org.lsmtable.index.FileIndex;
import org.lsmtable.index.IndexedRows;
import org.lsmtable.index.MapKeyValues;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.predicate.ValueIndex;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;

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
        List<Indexed> indexed = indexed(index, schema, dataPath.endsWith(".orc"));
        if (indexed.isEmpty()) {
            return;
        }
        try (DataFileReader reader =
                Formats.forFileName(dataPath, schema.options()).open(storage.open(dataPath))) {
            for (Indexed column : indexed) {
                ValueIndex known = index.column(column.name, column.type(), reader.rowCount());
                long row = known == ValueIndex.UNKNOWN ? -1 : denied(reader, column, known);
                if (row >= 0) {
                    findings.error(
                            "INDEX_MISMATCH",
                            snapshot,
                            place,
                            "an index of all values of column '" + column.name + "'",
                            "one without that of row " + row);
                }
            }
        }
    }

    /**
     * Something that is indexed.
     *
     * @param name as the index names it
     * @param ofKey picks the values of a key out of maps; null for a column as it is
     */
    private record Indexed(
            String name, DataField column, @Nullable MapKeyValues ofKey) {
        DataType type() {
            return ofKey == null ? column.type() : ((MapType) column.type()).value();
        }

        ColumnVector values(ColumnVector read) {
            return ofKey == null ? read : ofKey.of((ListVector) read, read.size());
        }
    }

    private static List<Indexed> indexed(FileIndex index, TableSchema schema, boolean isOrc) {
        List<Indexed> indexed = new ArrayList<>();
        for (String name : index.columns()) {
            int bracket = name.endsWith("]") ? name.indexOf('[') : -1;
            int position = schema.rowType().indexOf(bracket < 0 ? name : name.substring(0, bracket));
            if (position < 0) {
                continue;
            }
            DataField column = schema.rowType().field(position);
            if (bracket >= 0
                    && column.type() instanceof MapType map
                    && map.key().root().isCharacter()) {
                String key = name.substring(bracket + 1, name.length() - 1);
                indexed.add(new Indexed(name, column, new MapKeyValues(key)));
            } else if (bracket < 0) {
                indexed.add(new Indexed(name, column, null));
            }
        }
        // ORC takes the blanks off CHAR, which the index has
        indexed.removeIf(column ->
                column.type().root().isNested() || isOrc && column.type().root() == TypeRoot.CHAR);
        return indexed;
    }

    /** The first row whose value an index says is not there, −1 if there is none. */
    private static long denied(DataFileReader reader, Indexed indexed, ValueIndex index) throws IOException {
        DataField column = indexed.column;
        try (ColumnCursor cursor = reader.column(column.name(), column.type())) {
            IndexedRows rows = new IndexedRows(index, indexed.type(), Math.toIntExact(reader.rowCount()));
            @Nullable ColumnVector read = null;
            for (long at = 0; at < reader.rowCount(); at += BATCH_ROWS) {
                read = cursor.read((int) Math.min(BATCH_ROWS, reader.rowCount() - at), read);
                int denied = rows.denied(indexed.values(read));
                if (denied >= 0) {
                    return at + denied;
                }
            }
        }
        return -1;
    }
}
