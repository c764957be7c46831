package org.lsmtable.scan;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.schema.FeatureCheck.Use;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * Whether the index files of a snapshot allow what one wants to do with it (spec: metadata, index files). A table's options tell
 * what is made from now on; its index files tell what was made before, so both are asked, the options by {@link
 * org.lsmtable.schema.FeatureCheck}.
 */
public final class IndexCheck {
    private IndexCheck() {}

    /**
     * Refuses a snapshot whose index files this engine cannot apply or keep up.
     *
     * @param table names the table in the message
     * @throws UnsupportedFeatureException naming the kinds of index
     */
    public static void require(String table, ManifestStore manifests, Snapshot snapshot, Use use) throws IOException {
        String indexManifest = snapshot.indexManifest();
        if (indexManifest == null) {
            return;
        }
        Set<String> lacks = new TreeSet<>();
        for (IndexFileEntry entry : manifests.readIndexManifest(indexManifest)) {
            if (!allows(entry.indexType(), use)) {
                lacks.add(entry.indexType());
            }
        }
        if (!lacks.isEmpty()) {
            throw new UnsupportedFeatureException(table + ": snapshot " + snapshot.id() + ": cannot "
                    + use.name().toLowerCase(java.util.Locale.ROOT) + ": not supported: index files of kind "
                    + String.join(", ", lacks) + " (index manifest " + indexManifest + ")");
        }
    }

    private static boolean allows(String indexType, Use use) {
        return switch (indexType) {
            // which bucket a key is in: a merge stays in its bucket, and a writer keeps it up
            case IndexFileEntry.HASH -> true;
            // rows that are gone: reading must know, merging must replace the vectors of files it replaces
            case IndexFileEntry.DELETION_VECTORS -> use == Use.WRITE;
            // shortcuts for reading, which others would trust after we have changed the files under them
            default -> use == Use.READ;
        };
    }
}
