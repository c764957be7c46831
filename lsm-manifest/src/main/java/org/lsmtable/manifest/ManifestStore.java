package org.lsmtable.manifest;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.Storage;
import org.lsmtable.options.Options;
import org.lsmtable.types.RowType;

/**
 * Reads and writes the files of one table's {@code manifest} folder (spec: metadata, Avro conventions to manifests). New files get
 * names that nobody else uses and are durable when a method returns. Safe for use by several threads.
 */
public final class ManifestStore {
    private final Storage storage;
    private final String folder;

    /** A file written, to be named in a snapshot or list. */
    public record Written(String fileName, long fileSize) {}

    /**
     * A store.
     *
     * @param folder the table's manifest folder
     * @param partitionType the partition columns, for the statistics of manifests
     * @param options the table's options: compression, target size, merge thresholds
     * @param uuids draws the unique part of file names
     */
    public ManifestStore(
            Storage storage, String folder, RowType partitionType, Options options, Supplier<String> uuids) {
        this.storage = storage;
        this.folder = folder;
    }

    /**
     * The records of a manifest list, in order.
     *
     * @param size the length the snapshot gives, null if unknown; a shorter file is damaged
     */
    public List<ManifestFileMeta> readList(String fileName, @Nullable Long size) throws IOException {
        throw new UnsupportedOperationException("" + storage + folder);
    }

    /** Writes a manifest list, also of no manifest. */
    public Written writeList(List<ManifestFileMeta> manifests) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The entries of a manifest, in order. */
    public List<ManifestEntry> readManifest(ManifestFileMeta manifest) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Writes entries in order to as many manifests as the target size asks; none for no entry. */
    public List<ManifestFileMeta> writeManifests(List<ManifestEntry> entries) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * The base manifests of the next snapshot: those given, merged as the options ask (spec: metadata, live set and manifest merging).
     * Manifests in the result that were not among those given were written by this call.
     */
    public List<ManifestFileMeta> merge(List<ManifestFileMeta> manifests) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Deletes a manifest or list that no snapshot names, quietly. */
    public void deleteQuietly(String fileName) {
        throw new UnsupportedOperationException();
    }
}
