package org.lsmtable.table;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import org.lsmtable.snapshot.BranchStore;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.snapshot.TagStore;
import org.lsmtable.types.RowType;

/** Checks a table with its branches, or one branch; also what nothing else can open because its latest schema cannot be read. */
final class Verification {
    private Verification() {}

    static List<Finding> check(TableEnvironment environment, TablePaths paths, Depth depth) throws IOException {
        if (new SchemaStore(environment.storage(), paths).ids().isEmpty()) {
            throw TableContext.noTable(paths);
        }
        Set<String> checkedFiles = new HashSet<>();
        Set<Finding> findings = new LinkedHashSet<>(checkBranch(environment, paths, checkedFiles, depth));
        if (paths.isMain()) {
            for (BranchStore.Branch branch : new BranchStore(environment.storage(), paths).all()) {
                findings.addAll(checkBranch(environment, paths.onBranch(branch.name()), checkedFiles, depth));
            }
        }
        return List.copyOf(findings);
    }

    /** By the newest schema that can be read. */
    private static List<Finding> checkBranch(
            TableEnvironment environment, TablePaths paths, Set<String> checkedFiles, Depth depth) throws IOException {
        SchemaStore schemas = new SchemaStore(environment.storage(), paths);
        TableStores stores = newestReadable(schemas)
                .map(schema -> TableStores.of(environment.storage(), paths, schema, environment.uuids()))
                .orElseGet(() -> withoutSchema(environment, paths, schemas));
        return new TableChecker(stores, checkedFiles).check(depth);
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
