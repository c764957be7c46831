package org.lsmtable.tools.output;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.lsmtable.tools.value.ValueSink;

/** A form whose cells are texts: an array or object becomes the JSON text of it, in one cell. */
abstract class FlatRecordWriter implements RecordWriter {
    private final ByteArrayOutputStream nestedText = new ByteArrayOutputStream();
    private @Nullable JsonGenerator nestedJson;
    private @Nullable ValueSink nested;
    private int depth;

    /** Takes a cell that holds a null. */
    abstract void nullCell() throws IOException;

    /** Takes a cell whose text is a number or truth value and needs no quotes. */
    abstract void plainCell(String text) throws IOException;

    /** Takes a cell of any text. */
    abstract void textCell(String text) throws IOException;

    @Override
    public final void nullValue() throws IOException {
        if (nested != null) {
            nested.nullValue();
        } else {
            nullCell();
        }
    }

    @Override
    public final void integer(long value) throws IOException {
        if (nested != null) {
            nested.integer(value);
        } else {
            plainCell(Long.toString(value));
        }
    }

    @Override
    public final void number(String digits) throws IOException {
        if (nested != null) {
            nested.number(digits);
        } else {
            plainCell(digits);
        }
    }

    @Override
    public final void bool(boolean value) throws IOException {
        if (nested != null) {
            nested.bool(value);
        } else {
            plainCell(Boolean.toString(value));
        }
    }

    @Override
    public final void text(String value) throws IOException {
        if (nested != null) {
            nested.text(value);
        } else {
            textCell(value);
        }
    }

    @Override
    public final void utf8(byte[] bytes, int from, int length) throws IOException {
        if (nested != null) {
            nested.utf8(bytes, from, length);
        } else {
            textCell(new String(bytes, from, length, StandardCharsets.UTF_8));
        }
    }

    @Override
    public final void startArray() throws IOException {
        deeper().startArray();
    }

    @Override
    public final void endArray() throws IOException {
        open().endArray();
        shallower();
    }

    @Override
    public final void startObject() throws IOException {
        deeper().startObject();
    }

    @Override
    public final void name(String name) throws IOException {
        open().name(name);
    }

    @Override
    public final void endObject() throws IOException {
        open().endObject();
        shallower();
    }

    private ValueSink deeper() throws IOException {
        if (depth++ == 0) {
            nestedText.reset();
            nestedJson = JsonRecordWriter.generator(nestedText);
            nested = new JsonValues(nestedJson);
        }
        return open();
    }

    private void shallower() throws IOException {
        if (--depth == 0 && nestedJson != null) {
            nestedJson.close();
            nested = null;
            textCell(nestedText.toString(StandardCharsets.UTF_8));
        }
    }

    private ValueSink open() {
        if (nested == null) {
            throw new IllegalStateException("no array or object is open");
        }
        return nested;
    }
}
