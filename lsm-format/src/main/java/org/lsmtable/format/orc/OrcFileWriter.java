package org.lsmtable.format.orc;

import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.format.WrittenColumns;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.Options;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/** Writes an ORC file from vectors, as Paimon lays it out (spec: data files, ORC). On the caller's thread only. */
final class OrcFileWriter implements DataFileWriter {
    private static final int BATCH_ROWS = 1024;
    private static final String CODECS = "none, zlib, snappy, lzo, lz4, zstd";
    /** The share of buffered bytes that is believed to reach the file, as the table format's writers have it. */
    private static final double BUFFER_SHARE = 0.2;

    private final StorageOutput output;
    private final WrittenColumns columns;
    private final List<OrcColumnWriter> writers;
    private final VectorizedRowBatch batch;
    private final Writer orc;
    private State state = State.OPEN;
    private long rowCount;

    private enum State {
        OPEN,
        FINISHED,
        ABORTED
    }

    private OrcFileWriter(
            StorageOutput output,
            WrittenColumns columns,
            List<OrcColumnWriter> writers,
            VectorizedRowBatch batch,
            Writer orc) {
        this.output = output;
        this.columns = columns;
        this.writers = writers;
        this.batch = batch;
        this.orc = orc;
    }

    /** Begins a file. Owns the output, also when this throws. */
    static OrcFileWriter create(StorageOutput output, RowType type, WriteSettings settings, Options options)
            throws IOException {
        try {
            WrittenColumns columns = new WrittenColumns(output.path(), type);
            OrcZone localZone = OrcSettings.shiftsZone(options) ? OrcZone.of(ZoneId.systemDefault()) : OrcZone.UTC;
            // the zone that the file names is that of the shift, so that a reader in another one can undo it
            OrcZone zone = OrcZone.isIn(type) ? localZone : OrcZone.UTC;
            TypeDescription schema = OrcTypes.schema(type);
            VectorizedRowBatch batch = schema.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
            List<OrcColumnWriter> writers = new ArrayList<>();
            for (int i = 0; i < type.fieldCount(); i++) {
                DataField field = type.field(i);
                writers.add(OrcColumnWriter.of(field.name(), field.type(), zone, batch.cols[i]));
            }
            Configuration configuration = configuration(options, settings);
            OrcFile.WriterOptions writerOptions = OrcFile.writerOptions(configuration)
                    .setSchema(schema)
                    .fileSystem(OneFileSystem.writing(output, configuration))
                    .overwrite(true)
                    .blockPadding(false)
                    .useUTCTimestamp(zone.isUtc())
                    .compress(codec(settings.compression()));
            Writer orc = OrcFile.createWriter(OneFileSystem.PATH, writerOptions);
            return new OrcFileWriter(output, columns, writers, batch, orc);
        } catch (Throwable e) {
            output.abort();
            throw e;
        }
    }

    private static Configuration configuration(Options options, WriteSettings settings) {
        Configuration configuration = OrcSettings.configuration(options);
        options.find(FileOptions.BLOCK_SIZE).ifPresent(bytes -> OrcConf.STRIPE_SIZE.setLong(configuration, bytes));
        if (configuration.get(OrcConf.COMPRESSION_ZSTD_LEVEL.getAttribute()) == null) {
            OrcConf.COMPRESSION_ZSTD_LEVEL.setInt(configuration, settings.zstdLevel());
        }
        return configuration;
    }

    private static CompressionKind codec(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "none" -> CompressionKind.NONE;
            case "zlib" -> CompressionKind.ZLIB;
            case "snappy" -> CompressionKind.SNAPPY;
            case "lzo" -> CompressionKind.LZO;
            case "lz4" -> CompressionKind.LZ4;
            case "zstd" -> CompressionKind.ZSTD;
            default ->
                throw new IllegalArgumentException(
                        "option 'file.compression': ORC files: expected one of " + CODECS + ", found '" + name + "'");
        };
    }

    @Override
    public void write(List<ColumnVector> vectors, int rows) throws IOException {
        requireOpen();
        try {
            List<ColumnVector> stored =
                    vectors.stream().map(OrcChars::withoutBlanks).toList();
            columns.add(stored, rows);
            for (int from = 0; from < rows; from += BATCH_ROWS) {
                int count = Math.min(BATCH_ROWS, rows - from);
                batch.reset();
                for (int i = 0; i < writers.size(); i++) {
                    writers.get(i).fill(stored.get(i), from, count);
                }
                batch.size = count;
                orc.addRowBatch(batch);
            }
            rowCount += rows;
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    @Override
    public long rowCount() {
        return rowCount;
    }

    @Override
    public long estimatedBytes() {
        return state == State.OPEN
                ? output.position() + (long) (BUFFER_SHARE * orc.estimateMemory())
                : output.position();
    }

    @Override
    public Result finish() throws IOException {
        requireOpen();
        try {
            orc.close();
            output.close();
            state = State.FINISHED;
            return new Result(output.position(), rowCount, columns.ranges(rowCount));
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    @Override
    public void close() {
        if (state == State.OPEN) {
            state = State.ABORTED;
            output.abort();
            try {
                orc.close(); // gives its memory back; what it still writes goes to a file given up
            } catch (IOException | RuntimeException e) {
                // the file is gone already
            }
        }
    }

    private void requireOpen() {
        if (state != State.OPEN) {
            throw new IllegalStateException(output.path() + ": the writer is "
                    + (state == State.FINISHED ? "finished" : "closed, or has failed before"));
        }
    }
}
