package org.lsmtable.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes values in Avro's binary encoding to memory. */
final class AvroOutput {
    private byte[] bytes = new byte[4096];
    private int size;

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    void writeLong(long value) {
        ensure(10);
        long folded = value << 1 ^ value >> 63;
        while ((folded & ~0x7fL) != 0) {
            bytes[size++] = (byte) (folded & 0x7f | 0x80);
            folded >>>= 7;
        }
        bytes[size++] = (byte) folded;
    }

    void writeBytes(byte[] value) {
        writeLong(value.length);
        writeFixed(value, value.length);
    }

    void writeFixed(byte[] value, int length) {
        ensure(length);
        System.arraycopy(value, 0, bytes, size, length);
        size += length;
    }

    void writeString(String value) {
        writeBytes(value.getBytes(UTF_8));
    }

    /** A value of a type; null only where it is allowed. */
    void write(AvroType type, AvroType.Nulls nulls, @Nullable Object value) {
        if (nulls == AvroType.Nulls.ALLOWED) {
            writeLong(value == null ? 0 : 1);
            if (value == null) {
                return;
            }
        }
        if (value == null) {
            throw new NullPointerException("null where " + type + " is required");
        }
        if (type instanceof AvroType.Scalar scalar) {
            switch (scalar) {
                case INT, LONG, MILLIS -> writeLong(((Number) value).longValue());
                case STRING -> writeString((String) value);
                case BYTES -> writeBytes((byte[]) value);
            }
        } else if (type instanceof AvroType.Items items) {
            writeItems(items, (List<?>) value);
        } else if (type instanceof AvroType.Fields record) {
            @Nullable Object[] values = (@Nullable Object[]) value;
            for (int i = 0; i < values.length; i++) {
                AvroType.Field field = record.fields().get(i);
                write(field.type(), field.nulls(), values[i]);
            }
        }
    }

    private void writeItems(AvroType.Items items, List<?> values) {
        if (!values.isEmpty()) {
            writeLong(values.size());
            for (Object value : values) {
                write(items.item(), items.nulls(), value);
            }
        }
        writeLong(0);
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length + (bytes.length >> 1)));
        }
    }
}
