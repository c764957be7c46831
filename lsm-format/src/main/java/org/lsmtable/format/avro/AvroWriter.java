package org.lsmtable.format.avro;

import java.io.IOException;
import java.util.List;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.format.WrittenColumns;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/** Writes an Avro file from vectors, row by row, as Paimon lays it out (spec: data files, Avro). On the caller's thread only. */
final class AvroWriter implements DataFileWriter {
    private final AvroContainerWriter container;
    private final String path;
    private final WrittenColumns columns;
    private final ValueEncoder[] encoders;
    private State state = State.OPEN;
    private long rowCount;

    private enum State {
        OPEN,
        FINISHED,
        ABORTED
    }

    /** Begins a file. Owns the output, also when this throws. */
    AvroWriter(StorageOutput output, RowType schema, WriteSettings settings) throws IOException {
        String schemaJson;
        AvroCodec codec;
        try {
            path = output.path();
            schemaJson = AvroTypes.schema(schema).toString();
            columns = new WrittenColumns(path, schema);
            codec = AvroCodec.ofOption("file.compression", settings.compression());
            encoders = new ValueEncoder[schema.fieldCount()];
            for (int i = 0; i < encoders.length; i++) {
                encoders[i] = ValueEncoder.ofField(schema.typeAt(i));
            }
        } catch (Throwable e) {
            output.abort();
            throw e;
        }
        container = new AvroContainerWriter(output, schemaJson, codec, settings.zstdLevel());
    }

    @Override
    public void write(List<ColumnVector> vectors, int rows) throws IOException {
        requireOpen();
        try {
            columns.add(vectors, rows);
            AvroOutput out = container.record();
            for (int row = 0; row < rows; row++) {
                for (int i = 0; i < encoders.length; i++) {
                    encoders[i].write(out, vectors.get(i), row);
                }
                container.endRecord();
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
        return container.position() + container.openBytes();
    }

    @Override
    public Result finish() throws IOException {
        requireOpen();
        try {
            long size = container.finish();
            state = State.FINISHED;
            return new Result(size, rowCount, columns.ranges(rowCount));
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    @Override
    public void close() {
        if (state == State.OPEN) {
            state = State.ABORTED;
            container.close();
        }
    }

    private void requireOpen() {
        if (state != State.OPEN) {
            throw new IllegalStateException(path + ": the writer is "
                    + (state == State.FINISHED ? "finished" : "closed, or has failed before"));
        }
    }
}
