package org.lsmtable.table;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.RowRanges;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.FileOpener;
import org.lsmtable.predicate.Filter;
import org.lsmtable.scan.FileIndexes;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.schema.TableSchema;

/** Opens files for a read whose filters speak of the columns of a schema, and knows of their indexes. */
final class IndexedFiles implements FileOpener {
    private final TableContext context;
    private final TableSchema schema;
    private final FileIndexes indexes;
    private final ReadCounters counters;
    private final Map<String, LiveFile> byName = new HashMap<>();

    IndexedFiles(
            TableContext context,
            TableSchema schema,
            FileIndexes indexes,
            List<LiveFile> files,
            ReadCounters counters) {
        this.context = context;
        this.schema = schema;
        this.indexes = indexes;
        this.counters = counters;
        files.forEach(live -> byName.put(live.file().fileName(), live));
    }

    private LiveFile live(DataFileMeta file) {
        return Objects.requireNonNull(byName.get(file.fileName()), file.fileName());
    }

    @Override
    public DataFileReader open(DataFileMeta file) throws IOException {
        return counters.counted(context.openFile(schema, live(file)));
    }

    @Override
    public RowRanges narrow(DataFileMeta file, Filter filter, RowRanges rows) throws IOException {
        RowRanges narrowed = indexes.narrow(live(file), filter, rows);
        counters.skippedByIndex(rows.rowCount() - narrowed.rowCount());
        return narrowed;
    }
}
