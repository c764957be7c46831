package org.lsmtable.scan;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;

/** The columns of one schema as files of any schema have them, found by field id. Safe for use by several threads. */
final class FileColumns {
    private final SchemaStore schemas;
    private final TableSchema reading;
    private final Map<Long, Columns> known = new ConcurrentHashMap<>();

    /** The columns of a schema as files see them. */
    FileColumns(SchemaStore schemas, TableSchema reading) {
        this.schemas = schemas;
        this.reading = reading;
    }

    /** The columns in the order of the reading schema. */
    static final class Columns {
        private final TableSchema written;
        private final @Nullable DataField[] fields;

        private Columns(TableSchema written, @Nullable DataField[] fields) {
            this.written = written;
            this.fields = fields;
        }

        /** The schema of the file. */
        TableSchema written() {
            return written;
        }

        /** The file's column that is the one at a position of the reading schema; null if the file's schema lacks it. */
        @Nullable
        DataField at(int position) {
            return fields[position];
        }
    }

    /** The schema that is read. */
    TableSchema reading() {
        return reading;
    }

    /** The columns in files of a schema. */
    Columns of(long schemaId) throws IOException {
        Columns columns = known.get(schemaId);
        if (columns == null) {
            columns = columns(schemaId == reading.id() ? reading : schemas.get(schemaId));
            known.put(schemaId, columns);
        }
        return columns;
    }

    private Columns columns(TableSchema written) {
        Map<Integer, DataField> byId = new HashMap<>();
        written.fields().forEach(field -> byId.put(field.id(), field));
        return new Columns(
                written,
                reading.fields().stream().map(column -> byId.get(column.id())).toArray(DataField[]::new));
    }
}
