package org.lsmtable.scan;

import java.io.IOException;
import java.util.List;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;

/** Finds the data files of a table at a snapshot. Safe for use by several threads. */
public final class TableScan {
    private final ManifestStore manifests;
    private final SchemaStore schemas;
    private final TableSchema schema;

    /** A scan whose filters speak of the columns of {@code schema}. */
    public TableScan(ManifestStore manifests, SchemaStore schemas, TableSchema schema) {
        this.manifests = manifests;
        this.schemas = schemas;
        this.schema = schema;
    }

    /** The live files of a snapshot that a filter cannot rule out, by partition, bucket and then as listed. */
    public List<LiveFile> plan(Snapshot snapshot, ScanFilter filter) throws IOException {
        throw new UnsupportedOperationException("" + manifests + schemas + schema);
    }

    /** The entries of a snapshot's own change, in order. */
    public List<ManifestEntry> delta(Snapshot snapshot) throws IOException {
        throw new UnsupportedOperationException();
    }
}
