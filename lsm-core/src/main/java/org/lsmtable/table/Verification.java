package org.lsmtable.table;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.check.TableChecker;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.Storage;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.options.Options;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.snapshot.TagStore;
import org.lsmtable.types.RowType;

/** Checks a table, also one whose latest schema cannot be read, which nothing else can open. */
final class Verification {
    private Verification() {}

    /** Checks a table by the newest schema that can be read. */
    static List<Finding> check(TableEnvironment environment, TablePaths paths, Depth depth) throws IOException {
        SchemaStore schemas = new SchemaStore(environment.storage(), paths);
        if (schemas.ids().isEmpty()) {
            throw TableContext.noTable(paths);
        }
        Storage storage = environment.storage();
        return check(
                newestReadable(schemas)
                        .map(schema -> TableStores.of(storage, paths, schema, environment.uuids()))
                        .orElseGet(() -> withoutSchema(environment, paths, schemas)),
                depth);
    }

    static List<Finding> check(TableStores stores, Depth depth) throws IOException {
        return new TableChecker(
                        stores.storage(),
                        stores.paths(),
                        stores.schemas(),
                        stores.snapshots(),
                        stores.tags(),
                        stores.manifests())
                .check(depth);
    }

    private static Optional<TableSchema> newestReadable(SchemaStore schemas) throws IOException {
        List<Long> ids = schemas.ids();
        for (int i = ids.size() - 1; i >= 0; i--) {
            try {
                return Optional.of(schemas.get(ids.get(i)));
            } catch (DamagedFileException e) {
                // the checker finds it too
            }
        }
        return Optional.empty();
    }

    /** The checker gets no further than to the schemas. */
    private static TableStores withoutSchema(TableEnvironment environment, TablePaths paths, SchemaStore schemas) {
        Storage storage = environment.storage();
        return new TableStores(
                storage,
                paths,
                schemas,
                new SnapshotStore(storage, paths),
                new TagStore(storage, paths),
                new ManifestStore(
                        storage,
                        paths.manifestFolder(),
                        RowType.of(List.of()),
                        new Options(Map.of()),
                        environment.uuids()));
    }
}
