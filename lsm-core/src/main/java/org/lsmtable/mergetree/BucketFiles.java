package org.lsmtable.mergetree;

import java.io.IOException;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.FileFormat;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.format.all.Formats;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.index.FileIndex;
import org.lsmtable.index.FileIndexOptions;
import org.lsmtable.index.FileIndexWriter;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.StatsCollector;
import org.lsmtable.merge.FileOpener;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.Options;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.UnsupportedFeatureException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The data files of one bucket: opening, creating, deleting them. Safe for use by several threads. */
public final class BucketFiles implements FileOpener {
    private static final Logger LOG = LoggerFactory.getLogger(BucketFiles.class);

    private final Place place;
    private final FileNames names;
    private final Encoding encoding;
    private final FileLayout layout;
    private final StatsCollector stats;
    private final FileIndexOptions indexes;

    /** Where the files lie. */
    public record Place(Storage storage, TablePaths paths, TableSchema schema, BinaryRow partition, int bucket) {
        /** The folder of the bucket. */
        public String folder() {
            return paths.bucketFolder(schema, partition, bucket);
        }
    }

    /**
     * How new files come to be.
     *
     * @param uuid makes the names of one writer's files unique
     * @param clock tells creation times, in its zone
     * @param settings how files are encoded, but for the codec, which may differ by level
     */
    public record Encoding(String uuid, Clock clock, WriteSettings settings) {}

    /**
     * Where the index of a new file is.
     *
     * @param extraFiles the names of files beside it
     * @param embedded its bytes if they go into the manifest, else null
     */
    record NewIndex(List<String> extraFiles, byte @Nullable [] embedded) {
        static final NewIndex NONE = new NewIndex(List.of(), null);

        /** Spelled out, because a compact constructor loses the annotation of the array in the class file of Java 17. */
        NewIndex(List<String> extraFiles, byte @Nullable [] embedded) {
            this.extraFiles = List.copyOf(extraFiles);
            this.embedded = embedded;
        }
    }

    /** A file being written. */
    record NewFile(String name, FileFormat format, DataFileWriter writer) {}

    /** The files of a bucket. */
    public BucketFiles(Place place, Encoding encoding) {
        Options options = place.schema().options();
        this.place = place;
        this.encoding = encoding;
        this.names = new FileNames(options, encoding.uuid());
        this.layout = new FileLayout(place.schema());
        this.stats = new StatsCollector(layout.keyType(), place.schema().rowType(), options);
        this.indexes = FileIndexOptions.of(place.schema().rowType(), options);
    }

    /** The settings that the options of a table ask for, on one thread. */
    public static WriteSettings settings(Options options) {
        return new WriteSettings(
                options.get(FileOptions.COMPRESSION),
                options.get(FileOptions.ZSTD_LEVEL),
                FileOptions.rowGroupBytes(options),
                options.get(FileOptions.PARQUET_PAGE_ROWS),
                options.get(FileOptions.PARQUET_PAGE_SIZE),
                options.get(FileOptions.PARQUET_DICTIONARY) ? options.get(FileOptions.PARQUET_DICTIONARY_PAGE_SIZE) : 0,
                Runnable::run);
    }

    TableSchema schema() {
        return place.schema();
    }

    FileLayout layout() {
        return layout;
    }

    StatsCollector stats() {
        return stats;
    }

    @Override
    public DataFileReader open(DataFileMeta file) throws IOException {
        String path = path(file);
        return Formats.forFileName(path, place.schema().options())
                .open(place.storage().open(path));
    }

    /**
     * Begins a new file. The writer deletes it unless it is finished.
     *
     * @throws UnsupportedFeatureException if the format cannot hold a column
     */
    NewFile create(int level) throws IOException {
        Options options = place.schema().options();
        FileFormat format = Formats.named(FileOptions.format(options, level), options);
        String name = names.next(format.name());
        WriteSettings settings =
                encoding.settings().withCompression(FileOptions.compression(options, format.name(), level));
        String path = place.folder() + "/" + name;
        try {
            return new NewFile(name, format, format.create(place.storage().create(path), layout.fileType(), settings));
        } catch (UnsupportedFeatureException e) {
            throw new UnsupportedFeatureException(path + ": " + e.getMessage());
        }
    }

    /** Collects the index of a new file; null if files get none. */
    @Nullable
    FileIndexWriter createIndex() {
        return indexes.isEmpty() ? null : new FileIndexWriter(indexes);
    }

    /**
     * Keeps the index of a new file: a small one for its entry in the manifest, a larger one in a file beside it, whose content is durable
     * when this returns.
     *
     * @param dataFile the name of the data file
     */
    NewIndex store(String dataFile, byte[] index) throws IOException {
        if (index.length <= place.schema().options().get(FileOptions.FILE_INDEX_IN_MANIFEST)) {
            return new NewIndex(List.of(), index);
        }
        String name = dataFile + FileIndex.EXTENSION;
        StorageOutput out = place.storage().create(place.folder() + "/" + name);
        try {
            out.write(index);
            out.close();
        } catch (IOException | RuntimeException e) {
            out.abort();
            throw e;
        }
        return new NewIndex(List.of(name), null);
    }

    /** The time of day now, as the format stores creation times: local, as if it were UTC. */
    long creationMillis() {
        return LocalDateTime.now(encoding.clock()).toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    /** Deletes a file that no snapshot names, and what lies beside it. What cannot be deleted is left for the search of orphans. */
    public void delete(DataFileMeta file) {
        delete(path(file));
        for (String extra : file.extraFiles()) {
            delete(place.paths().extraFile(place.schema(), place.partition(), place.bucket(), file, extra));
        }
    }

    /** Deletes files beside a data file that has not come to be. */
    void deleteExtraFiles(List<String> names) {
        names.forEach(name -> delete(place.folder() + "/" + name));
    }

    private void delete(String path) {
        try {
            place.storage().delete(path);
        } catch (IOException e) {
            LOG.warn("{}: could not be deleted; it is not part of the table", path, e);
        }
    }

    /** Makes the names of new files durable. */
    void syncFolder() throws IOException {
        place.storage().syncFolder(place.folder());
    }

    private String path(DataFileMeta file) {
        return place.paths().dataFile(place.schema(), place.partition(), place.bucket(), file);
    }

    @Override
    public String toString() {
        return place.folder();
    }
}
