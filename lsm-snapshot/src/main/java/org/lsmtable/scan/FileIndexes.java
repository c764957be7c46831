package org.lsmtable.scan;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.cast.CastRules;
import org.lsmtable.format.RowRanges;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.index.FileIndex;
import org.lsmtable.index.FileIndexOptions;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.options.FileOptions;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.ValueIndex;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeRoot;

/**
 * What file indexes tell of data files (spec: indexes, file index): whether any row of a file can pass a filter, whatever becomes of the row by
 * merging. An index is opened only if the filter can be excluded by one. Safe for use by several threads.
 */
public final class FileIndexes {
    private static final int NEAR_ROWS = 1024;
    /** The share of rows up to which it pays to pass over the others: a file is read faster from its beginning and without gaps. */
    private static final double WORTHWHILE = 0.9;

    private final FileColumns columns;
    private final boolean isEnabled;
    private final @Nullable IndexOpener opener;

    /** Indexes as a schema sees them, where the table's options do not turn them off. */
    public FileIndexes(SchemaStore schemas, TableSchema reading, IndexOpener opener) {
        this(new FileColumns(schemas, reading), opener);
    }

    /** Indexes; without an opener only those that are kept in manifests. */
    FileIndexes(FileColumns columns, @Nullable IndexOpener opener) {
        this.columns = columns;
        this.isEnabled = columns.reading().options().get(FileOptions.FILE_INDEX_READ);
        this.opener = opener;
    }

    /** Whether it is of any use to ask about a file. */
    boolean mayTell(DataFileMeta file, Filter filter) {
        return isEnabled
                && filter.canUseIndexes()
                && (file.embeddedIndex() != null || !file.extraFiles().isEmpty());
    }

    /**
     * Whether a row of a file may pass.
     *
     * @param filter bound to the columns of the reading schema
     * @throws DamagedFileException if the index is not what it should be
     */
    public boolean mayMatch(LiveFile live, Filter filter) throws IOException {
        if (!mayTell(live.file(), filter)) {
            return true;
        }
        try (FileIndex index = open(live)) {
            if (index == null) {
                return true;
            }
            return filter.mayMatchIndexed(byColumn(index, live.file()));
        }
    }

    /**
     * Of some rows of a file those that may pass, as bitmaps tell. Rows that lie near to each other stay together, because reading what is
     * between them costs less than passing over it.
     *
     * @param filter bound to the columns of the reading schema
     * @throws DamagedFileException if the index is not what it should be
     */
    public RowRanges narrow(LiveFile live, Filter filter, RowRanges rows) throws IOException {
        if (rows.ranges().isEmpty() || !mayTell(live.file(), filter) || !mayHaveBitmaps(live.file())) {
            return rows;
        }
        try (FileIndex index = open(live)) {
            BitSet passing = index == null ? null : filter.rowsIndexed(byColumn(index, live.file()));
            if (passing == null) {
                return rows;
            }
            RowRanges narrowed = rows.and(RowRanges.covering(passing, NEAR_ROWS));
            return narrowed.rowCount() < WORTHWHILE * rows.rowCount() ? narrowed : rows;
        }
    }

    /** Whether bitmap indexes were asked for when the file was written, or are now: else it need not be opened for them. */
    private boolean mayHaveBitmaps(DataFileMeta file) throws IOException {
        return FileIndexOptions.haveBitmaps(
                        columns.of(file.schemaId()).written().options())
                || FileIndexOptions.haveBitmaps(columns.reading().options());
    }

    private ValueIndex.ByColumn byColumn(FileIndex index, DataFileMeta file) throws IOException {
        FileColumns.Columns inFile = columns.of(file.schemaId());
        Map<Integer, ValueIndex> asked = new HashMap<>();
        return position -> {
            ValueIndex known = asked.get(position);
            if (known == null) {
                known = column(index, file, inFile.at(position), position);
                asked.put(position, known);
            }
            return known;
        };
    }

    private ValueIndex column(FileIndex index, DataFileMeta file, @Nullable DataField stored, int position)
            throws IOException {
        if (stored == null || isKeyOfMap(stored.name()) || !keepsValues(file, stored.type(), position)) {
            return ValueIndex.UNKNOWN;
        }
        return index.column(stored.name(), stored.type(), file.rowCount());
    }

    /** A name under which an index may have the values of a key of a map; filters do not speak of those. */
    private static boolean isKeyOfMap(String name) {
        return name.endsWith("]") && name.indexOf('[') > 0;
    }

    /** Whether values are read as they were indexed: not if they are cast, nor if ORC takes the blanks off them. */
    private boolean keepsValues(DataFileMeta file, DataType stored, int position) {
        DataType wanted = columns.reading().fields().get(position).type();
        return CastRules.isSupported(stored, wanted)
                && CastRules.keepsValues(stored, wanted)
                && !(stored.root() == TypeRoot.CHAR && FooterBounds.isOrc(file));
    }

    private @Nullable FileIndex open(LiveFile live) throws IOException {
        DataFileMeta file = live.file();
        byte[] embedded = file.embeddedIndex();
        if (embedded != null) {
            return FileIndex.of("index of " + file.fileName(), embedded);
        }
        List<String> names = file.extraFiles().stream()
                .filter(name -> name.endsWith(FileIndex.EXTENSION))
                .toList();
        if (names.size() > 1) {
            throw new DamagedFileException(
                    file.fileName(), "extra files", "one " + FileIndex.EXTENSION, names.toString());
        }
        return names.isEmpty() || opener == null ? null : FileIndex.open(opener.open(live, names.get(0)));
    }
}
