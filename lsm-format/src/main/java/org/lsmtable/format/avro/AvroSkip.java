package org.lsmtable.format.avro;

import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;

/** Passes over values that nobody wants. */
public final class AvroSkip {
    /** How deep records may lie in each other: a schema may contain itself. */
    private static final int MOST_DEPTH = 64;

    private AvroSkip() {}

    /** Passes over a value of any type. */
    public static void skip(Schema schema, AvroInput in) throws DamagedFileException {
        skip(schema, in, 0);
    }

    private static void skip(Schema schema, AvroInput in, int depth) throws DamagedFileException {
        if (depth > MOST_DEPTH) {
            throw in.damaged("at most " + MOST_DEPTH + " levels of nesting", "more");
        }
        switch (schema.getType()) {
            case NULL -> {}
            case BOOLEAN -> in.skip(1);
            case INT, LONG, ENUM -> in.skipLong();
            case FLOAT -> in.skip(Float.BYTES);
            case DOUBLE -> in.skip(Double.BYTES);
            case STRING, BYTES -> in.skip(in.readCount());
            case FIXED -> in.skip(schema.getFixedSize());
            case ARRAY -> skipBlocks(schema.getElementType(), null, in, depth);
            case MAP -> skipBlocks(schema.getValueType(), Schema.create(Schema.Type.STRING), in, depth);
            case RECORD -> {
                for (Schema.Field field : schema.getFields()) {
                    skip(field.schema(), in, depth + 1);
                }
            }
            case UNION -> {
                long index = in.readLong();
                if (index < 0 || index >= schema.getTypes().size()) {
                    throw in.damaged("a branch below " + schema.getTypes().size(), String.valueOf(index));
                }
                skip(schema.getTypes().get((int) index), in, depth + 1);
            }
        }
    }

    private static void skipBlocks(Schema item, @Nullable Schema key, AvroInput in, int depth)
            throws DamagedFileException {
        for (int count = in.readBlockCount(); count > 0; count = in.readBlockCount()) {
            for (int i = 0; i < count; i++) {
                if (key != null) {
                    skip(key, in, depth + 1);
                }
                skip(item, in, depth + 1);
            }
        }
    }
}
