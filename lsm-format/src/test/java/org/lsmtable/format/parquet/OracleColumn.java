package org.lsmtable.format.parquet;

import java.util.Random;
import java.util.function.Function;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;

/**
 * A column of a file that parquet-hadoop writes for a test.
 *
 * @param field its node in the file's schema
 * @param type the type it is read as
 * @param values makes a random value as the file holds it: Boolean, Integer, Long, Float, Double or byte[]
 * @param expected the plain Java value that such a value must be read as, worked out from the specification
 */
record OracleColumn(Type field, DataType type, Function<Random, Object> values, Function<Object, Object> expected) {
    String name() {
        return field.getName();
    }

    boolean isRequired() {
        return field.isRepetition(Type.Repetition.REQUIRED);
    }

    /** Puts a value into a row; null leaves it out. */
    void add(Group group, @Nullable Object value) {
        if (value == null) {
            return;
        }
        put(group, name(), value);
    }

    /** Puts a value, one more if it is repeated, into a group. */
    static void put(Group group, String name, Object value) {
        int index = group.getType().getFieldIndex(name);
        if (value instanceof Boolean b) {
            group.add(index, b);
        } else if (value instanceof Integer i) {
            group.add(index, i);
        } else if (value instanceof Long l) {
            group.add(index, l);
        } else if (value instanceof Float f) {
            group.add(index, f);
        } else if (value instanceof Double d) {
            group.add(index, d);
        } else {
            group.add(index, Binary.fromConstantByteArray((byte[]) value));
        }
    }
}
