package org.lsmtable.schema;

import org.lsmtable.data.BinaryRow;
import org.lsmtable.fs.Locations;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.options.FileOptions;

/**
 * Where the files of a table, or of a branch of it, lie (spec: metadata, directory layout). A branch has schemas, snapshots, tags, changelogs and
 * consumers of its own; everything else lies among that of the table. Immutable.
 *
 * @param root the table's folder, absolute, without a slash at the end
 * @param branch the branch; {@link #MAIN} for the table itself
 */
public record TablePaths(String root, String branch) {
    /** The name of the branch that is no branch. */
    public static final String MAIN = "main";

    /** The bucket number of rows that wait for a bucket. */
    public static final int POSTPONE_BUCKET = -2;

    /** The paths of the main branch. */
    public TablePaths(String root) {
        this(root, MAIN);
    }

    /** The same table on another branch. */
    public TablePaths onBranch(String name) {
        return new TablePaths(root, name);
    }

    /** Whether these are the paths of the main branch. */
    public boolean isMain() {
        return branch.equals(MAIN);
    }

    /** What messages call the table: its folder, and behind a dollar sign the branch if it is not the main one. */
    public String name() {
        return isMain() ? root : root + "$branch_" + branch;
    }

    /** The folder above those of schemas, snapshots and tags. */
    public String metadataFolder() {
        return isMain() ? root : branchesFolder() + "/branch-" + branch;
    }

    /** The folder of schema files. */
    public String schemaFolder() {
        return metadataFolder() + "/schema";
    }

    /** The folder of snapshot files and their hints. */
    public String snapshotFolder() {
        return metadataFolder() + "/snapshot";
    }

    /** The folder of manifests and manifest lists. */
    public String manifestFolder() {
        return root + "/manifest";
    }

    /** The folder of tags. */
    public String tagFolder() {
        return metadataFolder() + "/tag";
    }

    /** The folder of index files, unless the table keeps them with its data. */
    public String indexFolder() {
        return root + "/index";
    }

    /** The path of an index file: its external path if it has one. */
    public String indexFile(TableSchema schema, IndexFileEntry entry) {
        String external = entry.externalPath();
        return external == null
                ? indexFile(schema, entry.partition(), entry.bucket(), entry.fileName())
                : Locations.localPath(external);
    }

    /** The path of an index file of this table's own: beside the data of its bucket, or in the folder of all index files. */
    public String indexFile(TableSchema schema, BinaryRow partition, int bucket, String fileName) {
        String folder = schema.options().get(FileOptions.INDEX_IN_DATA_DIRECTORY)
                ? bucketFolder(schema, partition, bucket)
                : indexFolder();
        return folder + "/" + fileName;
    }

    /** The folder of table statistics. */
    public String statisticsFolder() {
        return root + "/statistics";
    }

    /** The folder of changelogs that outlive their snapshots. */
    public String changelogFolder() {
        return metadataFolder() + "/changelog";
    }

    /** The folder of consumers. */
    public String consumerFolder() {
        return metadataFolder() + "/consumer";
    }

    /** The folder of branches. */
    public String branchesFolder() {
        return root + "/branch";
    }

    /**
     * The folder of a table's partitions, or of its buckets if it has no partition columns. It lies outside the table if an option gives a
     * path that begins with a slash.
     */
    public String dataFolder(TableSchema schema) {
        return schema.options()
                .find(FileOptions.DATA_DIRECTORY)
                .map(directory -> Locations.resolve(root, directory))
                .orElse(root);
    }

    /** The folder of a partition's buckets; that of all buckets if the table has no partition columns. */
    public String partitionFolder(TableSchema schema, BinaryRow partition) {
        String base = dataFolder(schema);
        String path = PartitionPath.of(schema, partition);
        return path.isEmpty() ? base : base + "/" + path;
    }

    /** The folder of a bucket's data files. */
    public String bucketFolder(TableSchema schema, BinaryRow partition, int bucket) {
        String name = bucket == POSTPONE_BUCKET ? "postpone" : String.valueOf(bucket);
        return partitionFolder(schema, partition) + "/bucket-" + name;
    }

    /** The path of a data file: its external path if it has one. */
    public String dataFile(TableSchema schema, BinaryRow partition, int bucket, DataFileMeta file) {
        String external = file.externalPath();
        return external == null
                ? bucketFolder(schema, partition, bucket) + "/" + file.fileName()
                : Locations.localPath(external);
    }

    /** The path of one of a data file's extra files: they lie in its folder. */
    public String extraFile(TableSchema schema, BinaryRow partition, int bucket, DataFileMeta file, String name) {
        String dataFile = dataFile(schema, partition, bucket, file);
        return dataFile.substring(0, dataFile.lastIndexOf('/') + 1) + name;
    }
}
