package org.lsmtable.tools.value;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plain Java trees of maps, collections, numbers, texts and truth values as values: what reports and summaries are made of. */
public final class Trees {
    private Trees() {}

    /**
     * Writes a tree.
     *
     * @throws IllegalArgumentException naming the class, if it is none of those
     */
    public static void write(@Nullable Object value, ValueSink sink) throws IOException {
        if (value == null) {
            sink.nullValue();
        } else if (value instanceof String || value instanceof Enum<?>) {
            sink.text(value.toString());
        } else if (value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte) {
            sink.integer(((Number) value).longValue());
        } else if (value instanceof Boolean b) {
            sink.bool(b);
        } else if (value instanceof Double d) {
            floating(NumberOutput.toString(d, true), Double.isFinite(d), sink);
        } else if (value instanceof Float f) {
            floating(NumberOutput.toString(f, true), Float.isFinite(f), sink);
        } else if (value instanceof BigDecimal d) {
            sink.number(d.toPlainString());
        } else if (value instanceof Collection<?> elements) {
            sink.startArray();
            for (Object element : elements) {
                write(element, sink);
            }
            sink.endArray();
        } else if (value instanceof Map<?, ?> map) {
            sink.startObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sink.name(String.valueOf(entry.getKey()));
                write(entry.getValue(), sink);
            }
            sink.endObject();
        } else {
            throw new IllegalArgumentException(
                    "no text form for a " + value.getClass().getName());
        }
    }

    /** A FLOAT or DOUBLE: the digits, or the names of what JSON has no number for as text. */
    static void floating(String digits, boolean finite, ValueSink sink) throws IOException {
        if (finite) {
            sink.number(digits);
        } else {
            sink.text(digits);
        }
    }
}
