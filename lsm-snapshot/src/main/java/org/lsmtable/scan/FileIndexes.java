package org.lsmtable.scan;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.cast.CastRules;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.index.FileIndex;
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
            FileColumns.Columns inFile = columns.of(live.file().schemaId());
            Map<Integer, ValueIndex> asked = new HashMap<>();
            return filter.mayMatchIndexed(position -> {
                ValueIndex known = asked.get(position);
                if (known == null) {
                    known = column(index, live.file(), inFile.at(position), position);
                    asked.put(position, known);
                }
                return known;
            });
        }
    }

    private ValueIndex column(FileIndex index, DataFileMeta file, @Nullable DataField stored, int position)
            throws IOException {
        if (stored == null || isKeyOfMap(stored.name()) || !keepsValues(file, stored.type(), position)) {
            return ValueIndex.UNKNOWN;
        }
        return index.column(stored.name(), stored.type());
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
