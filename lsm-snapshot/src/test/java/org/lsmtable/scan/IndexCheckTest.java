package org.lsmtable.scan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.schema.FeatureCheck.Use;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.testing.PaimonTable;
import org.lsmtable.types.UnsupportedFeatureException;

class IndexCheckTest {
    private static TableStores stores(PaimonTable table) throws IOException {
        TablePaths paths = new TablePaths(table.root());
        TableSchema schema = new SchemaStore(table.storage(), paths).get(0);
        return TableStores.of(table.storage(), paths, schema, () -> "x");
    }

    @ParameterizedTest
    @CsvSource({
        "1.4.2/vectors, READ, false", "2.0.0/vectors, READ, false", "2.0.0/vectors, COMPACT, false",
        "2.0.0/vectors, WRITE, true", "2.0.0/dynamic, READ, true", "2.0.0/dynamic, COMPACT, true",
        "1.4.2/dynamic, WRITE, true", "2.0.0/orders, READ, true", "2.0.0/orders, WRITE, true"
    })
    void looksAtWhatPaimonLeft(String name, Use use, boolean allowed) throws IOException {
        TableStores stores = stores(PaimonTable.load(name));
        Snapshot latest = stores.snapshots().latest().orElseThrow();
        if (allowed) {
            assertThatCode(() -> IndexCheck.require("/w/t", stores.manifests(), latest, use))
                    .doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> IndexCheck.require("/w/t", stores.manifests(), latest, use))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageStartingWith("/w/t: snapshot " + latest.id() + ": cannot ")
                    .hasMessageContaining("DELETION_VECTORS")
                    .hasMessageContaining(latest.indexManifest());
        }
    }

    @Test
    void unknownKindsMayBeReadPast() throws IOException {
        TableStores stores = stores(PaimonTable.load("2.0.0/dynamic"));
        String name = stores.manifests()
                .writeIndexManifest(List.of(
                        new IndexFileEntry(FileKind.ADD, BinaryRow.EMPTY, 0, "btree", "i", 1, 1, null, null, null)))
                .fileName();
        Snapshot snapshot = new Snapshot(
                3,
                null,
                9,
                0,
                "b",
                null,
                "d",
                null,
                null,
                null,
                name,
                "u",
                1,
                CommitKind.APPEND,
                0,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        IndexCheck.require("/w/t", stores.manifests(), snapshot, Use.READ);
        for (Use use : List.of(Use.WRITE, Use.COMPACT)) {
            assertThatThrownBy(() -> IndexCheck.require("/w/t", stores.manifests(), snapshot, use))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("index files of kind btree");
        }
    }
}
