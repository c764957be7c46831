package org.lsmtable.manifest;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.avro.AvroCodec;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.Storage;
import org.lsmtable.options.Options;
import org.lsmtable.types.RowType;

/**
 * Reads and writes the files of one table's {@code manifest} folder (spec: metadata, Avro conventions to manifests). New files get
 * names that nobody else uses; their content is durable when a method returns, their names are after {@link #syncNames}. Safe for use
 * by several threads.
 */
public final class ManifestStore {
    private final Storage storage;
    private final String folder;
    private final RowType partitionType;
    private final ManifestOptions options;
    private final String unique;
    private final AtomicInteger manifests = new AtomicInteger();
    private final AtomicInteger lists = new AtomicInteger();
    private final AtomicInteger indexManifests = new AtomicInteger();
    private final KnownTotals totals = new KnownTotals();
    private final AvroFileReader listReader = new AvroFileReader(ManifestRecords.LIST);
    private final AvroFileReader entryReader = new AvroFileReader(ManifestRecords.ENTRY);
    private final AvroFileReader indexReader = new AvroFileReader(ManifestRecords.INDEX);

    /** A file written, to be named in a snapshot or list. */
    public record Written(String fileName, long fileSize) {}

    /** Takes the entries of a manifest one by one. */
    public interface Entries {
        /** Takes one entry. */
        void accept(ManifestEntry entry) throws IOException;
    }

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
        this.partitionType = partitionType;
        this.options = ManifestOptions.of(options);
        this.unique = uuids.get();
    }

    /**
     * The records of a manifest list, in order.
     *
     * @param size the length the snapshot gives, null if unknown; a file of another length is damaged
     */
    public List<ManifestFileMeta> readList(String fileName, @Nullable Long size) throws IOException {
        String file = path(fileName);
        byte[] content = readChecked(file, size);
        ManifestRecordReader records = new ManifestRecordReader(file, partitionType);
        List<ManifestFileMeta> list = new ArrayList<>();
        listReader.read(file, content, values -> list.add(records.manifest(values)));
        return list;
    }

    /** Writes a manifest list, also of no manifest. */
    public Written writeList(List<ManifestFileMeta> list) throws IOException {
        String name = "manifest-list-" + unique + "-" + lists.getAndIncrement();
        try (AvroFileWriter writer = writer(name, ManifestRecords.LIST)) {
            for (ManifestFileMeta manifest : list) {
                writer.add(ManifestRecords.of(manifest));
            }
            return new Written(name, writer.finish());
        }
    }

    /** The entries of a manifest, in order. */
    public List<ManifestEntry> readManifest(ManifestFileMeta manifest) throws IOException {
        List<ManifestEntry> entries = new ArrayList<>();
        readManifest(manifest, entries::add);
        return entries;
    }

    /**
     * Hands out the entries of a manifest in order, without holding all of them.
     *
     * @throws DamagedFileException also at the end, if the manifest does not hold what its list says of it
     */
    public void readManifest(ManifestFileMeta manifest, Entries entries) throws IOException {
        String file = path(manifest.fileName());
        byte[] content = readChecked(file, manifest.fileSize());
        ManifestRecordReader records = new ManifestRecordReader(file, partitionType);
        long[] counts = new long[FileKind.values().length];
        KnownTotals.Reading seen = totals.read(manifest.fileName());
        entryReader.read(file, content, values -> {
            ManifestEntry entry = records.entry(values);
            counts[entry.kind().ordinal()]++;
            seen.add(entry);
            entries.accept(entry);
        });
        checkCount(file, "entries of kind ADD", manifest.numAddedFiles(), counts[FileKind.ADD.ordinal()]);
        checkCount(file, "entries of kind DELETE", manifest.numDeletedFiles(), counts[FileKind.DELETE.ordinal()]);
        seen.end();
    }

    /**
     * The numbers of buckets that a manifest's entries were written under: which bucket a key is in follows from them. Known of manifests
     * that this store has read before; a list does not tell.
     *
     * @return null if unknown
     */
    public @Nullable Set<Integer> knownTotalBuckets(ManifestFileMeta manifest) {
        return totals.of(manifest.fileName());
    }

    private static void checkCount(String file, String what, long listed, long found) throws DamagedFileException {
        if (listed != found) {
            throw new DamagedFileException(
                    file, what, "the " + listed + " that its manifest list says", String.valueOf(found));
        }
    }

    /** Writes entries in order to as many manifests as the target size asks; none for no entry. */
    public List<ManifestFileMeta> writeManifests(List<ManifestEntry> entries) throws IOException {
        try (ManifestRoll roll = newRoll()) {
            for (ManifestEntry entry : entries) {
                roll.add(entry);
            }
            return roll.finish();
        }
    }

    /** Starts a series of manifests. */
    ManifestRoll newRoll() {
        return new ManifestRoll(this, partitionType, options);
    }

    /**
     * The base manifests of the next snapshot: those given, merged as the options ask (spec: metadata, live set and manifest merging).
     * Manifests in the result that were not among those given were written by this call. When it throws it has left none behind.
     */
    public List<ManifestFileMeta> merge(List<ManifestFileMeta> given) throws IOException {
        return new ManifestMerge(this, partitionType, options).merge(given);
    }

    /** The complete list of a table's index files. */
    public List<IndexFileEntry> readIndexManifest(String fileName) throws IOException {
        String file = path(fileName);
        ManifestRecordReader records = new ManifestRecordReader(file, partitionType);
        List<IndexFileEntry> entries = new ArrayList<>();
        indexReader.read(file, storage.read(file), values -> entries.add(records.index(values)));
        return entries;
    }

    /** Writes the complete list of a table's index files. */
    public Written writeIndexManifest(List<IndexFileEntry> entries) throws IOException {
        String name = "index-manifest-" + unique + "-" + indexManifests.getAndIncrement();
        try (AvroFileWriter writer = writer(name, ManifestRecords.INDEX)) {
            for (IndexFileEntry entry : entries) {
                writer.add(ManifestRecords.of(entry));
            }
            return new Written(name, writer.finish());
        }
    }

    /** Deletes a manifest or list that no snapshot names, quietly. */
    public void deleteQuietly(String fileName) {
        try {
            storage.delete(path(fileName));
        } catch (IOException e) {
            // it stays behind as an orphan, which a later cleaning finds
        }
    }

    String nextManifestName() {
        return "manifest-" + unique + "-" + manifests.getAndIncrement();
    }

    AvroFileWriter writer(String fileName, AvroType.Fields type) throws IOException {
        AvroCodec codec = options.codec();
        return new AvroFileWriter(storage.create(path(fileName)), type, codec, options.zstdLevel());
    }

    /** Makes the names of all files written so far durable. */
    public void syncNames() throws IOException {
        storage.syncFolder(folder);
    }

    private String path(String fileName) {
        return folder + "/" + fileName;
    }

    private byte[] readChecked(String file, @Nullable Long size) throws IOException {
        byte[] content;
        try {
            content = storage.read(file);
        } catch (NoSuchFileException e) {
            throw new DamagedFileException(file, "missing, though the table's metadata names it", e);
        }
        if (size != null && size != content.length) {
            throw new DamagedFileException(
                    file, "length", "the " + size + " bytes that the table's metadata say", content.length + " bytes");
        }
        return content;
    }
}
