package org.lsmtable.mergetree;

import java.io.IOException;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.FileFormat;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.format.all.Formats;
import org.lsmtable.fs.Storage;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.StatsCollector;
import org.lsmtable.merge.FileOpener;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.Options;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
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

    /** A file being written. */
    record NewFile(String name, DataFileWriter writer) {}

    /** The files of a bucket. */
    public BucketFiles(Place place, Encoding encoding) {
        Options options = place.schema().options();
        this.place = place;
        this.encoding = encoding;
        this.names = new FileNames(options, encoding.uuid());
        this.layout = new FileLayout(place.schema());
        this.stats = new StatsCollector(layout.keyType(), place.schema().rowType(), options);
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

    /** Begins a new file. The writer deletes it unless it is finished. */
    NewFile create(int level) throws IOException {
        Options options = place.schema().options();
        FileFormat format = Formats.named(FileOptions.format(options, level), options);
        String name = names.next(format.name());
        WriteSettings settings =
                encoding.settings().withCompression(FileOptions.compression(options, format.name(), level));
        return new NewFile(
                name, format.create(place.storage().create(place.folder() + "/" + name), layout.fileType(), settings));
    }

    /** The time of day now, as the format stores creation times: local, as if it were UTC. */
    long creationMillis() {
        return LocalDateTime.now(encoding.clock()).toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    /** Deletes a file that no snapshot names. A file that cannot be deleted is left for the search of orphans. */
    public void delete(DataFileMeta file) {
        String path = path(file);
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
