package org.lsmtable.table;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.lsmtable.fs.Locations;
import org.lsmtable.index.FileIndexOptions;
import org.lsmtable.options.TableOptions;
import org.lsmtable.schema.FeatureCheck;
import org.lsmtable.schema.FeatureCheck.Use;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.schema.TableSchemas;
import org.lsmtable.table.TableException.Reason;

/** Writes the first schema file of a table. */
final class TableCreation {
    private TableCreation() {}

    /**
     * Creates a table. One bucket unless the options say otherwise: without the option the format means buckets that come as keys come,
     * which one should choose knowingly, for only one writer at a time may bring new keys into a partition.
     */
    static void create(String location, TableEnvironment environment, TableDefinition definition) throws IOException {
        TablePaths paths = new TablePaths(Locations.canonical(location));
        Map<String, String> options = new LinkedHashMap<>(definition.options());
        options.putIfAbsent(TableOptions.BUCKET.key(), "1");
        TableSchema schema = TableSchemas.create(
                definition.columns(),
                definition.primaryKeys(),
                definition.partitionKeys(),
                options,
                definition.comment(),
                environment.clock().millis());
        if (schema.primaryKeys().isEmpty()) {
            throw TableErrors.invalid(
                    paths.name() + ": a table needs a primary key: add PRIMARY KEY (column, …) to the columns");
        }
        FeatureCheck.require(paths.name(), schema, Use.READ);
        FeatureCheck.requireReadable(paths.name(), schema.rowType());
        FileIndexOptions.of(schema.rowType(), schema.options()); // refuses what no writer could do
        environment.storage().requireCreateIfAbsent(paths.schemaFolder());
        SchemaStore schemas = new SchemaStore(environment.storage(), paths);
        if (schemas.latest().isPresent() || !schemas.create(schema)) {
            throw new TableException(
                    Reason.EXISTS, paths.name() + ": expected no table, found one; choose another folder", null);
        }
    }
}
