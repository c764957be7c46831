package org.lsmtable.schema;

import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;

/**
 * Where the files of a table lie (spec: metadata, directory layout). Immutable.
 *
 * @param root the table's folder, absolute, without a slash at the end
 */
public record TablePaths(String root) {
    /** The folder of schema files. */
    public String schemaFolder() {
        return root + "/schema";
    }

    /** The folder of snapshot files and their hints. */
    public String snapshotFolder() {
        return root + "/snapshot";
    }

    /** The folder of manifests and manifest lists. */
    public String manifestFolder() {
        return root + "/manifest";
    }

    /** The folder of tags. */
    public String tagFolder() {
        return root + "/tag";
    }

    /** The folder of a bucket's data files. */
    public String bucketFolder(TableSchema schema, BinaryRow partition, int bucket) {
        throw new UnsupportedOperationException();
    }

    /** The path of a data file: its external path if it has one. */
    public String dataFile(TableSchema schema, BinaryRow partition, int bucket, DataFileMeta file) {
        throw new UnsupportedOperationException();
    }
}
