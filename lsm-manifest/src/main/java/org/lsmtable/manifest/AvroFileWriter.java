package org.lsmtable.manifest;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.avro.AvroCodec;
import org.lsmtable.format.avro.AvroContainerWriter;
import org.lsmtable.format.avro.AvroOutput;
import org.lsmtable.fs.StorageOutput;

/** Writes an Avro file of one record type. Owns its output. Not thread-safe. */
final class AvroFileWriter implements AutoCloseable {
    private final AvroContainerWriter container;
    private final AvroType.Fields type;

    /** Starts a file. Owns the output, also when this throws. */
    AvroFileWriter(StorageOutput out, AvroType.Fields type, AvroCodec codec, int zstdLevel) throws IOException {
        this.container = new AvroContainerWriter(out, type.schemaJson(), codec, zstdLevel);
        this.type = type;
    }

    /** Appends a record: its field values in order. */
    void add(@Nullable Object[] values) throws IOException {
        write(container.record(), type, AvroType.Nulls.REFUSED, values);
        container.endRecord();
    }

    /** A value of a type; null only where it is allowed. */
    private static void write(AvroOutput out, AvroType type, AvroType.Nulls nulls, @Nullable Object value) {
        if (nulls == AvroType.Nulls.ALLOWED) {
            out.writeLong(value == null ? 0 : 1);
            if (value == null) {
                return;
            }
        }
        if (value == null) {
            throw new NullPointerException("null where " + type + " is required");
        }
        if (type instanceof AvroType.Scalar scalar) {
            switch (scalar) {
                case INT, LONG, MILLIS -> out.writeLong(((Number) value).longValue());
                case STRING -> out.writeString((String) value);
                case BYTES -> out.writeBytes((byte[]) value);
            }
        } else if (type instanceof AvroType.Items items) {
            writeItems(out, items, (List<?>) value);
        } else if (type instanceof AvroType.Fields record) {
            @Nullable Object[] values = (@Nullable Object[]) value;
            for (int i = 0; i < values.length; i++) {
                AvroType.Field field = record.fields().get(i);
                write(out, field.type(), field.nulls(), values[i]);
            }
        }
    }

    private static void writeItems(AvroOutput out, AvroType.Items items, List<?> values) {
        if (!values.isEmpty()) {
            out.writeLong(values.size());
            for (Object value : values) {
                write(out, items.item(), items.nulls(), value);
            }
        }
        out.writeLong(0);
    }

    /** The bytes written so far, those of the open block left out. */
    long position() {
        return container.position();
    }

    /** Completes the file, which is then durable; returns its length. */
    long finish() throws IOException {
        return container.finish();
    }

    /** Gives the file up, unless {@link #finish()} has returned. */
    @Override
    public void close() {
        container.close();
    }
}
