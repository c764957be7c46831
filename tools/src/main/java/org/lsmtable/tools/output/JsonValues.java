package org.lsmtable.tools.output;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.lsmtable.tools.value.ValueSink;

/** Values as JSON. */
class JsonValues implements ValueSink {
    private final JsonGenerator json;

    JsonValues(JsonGenerator json) {
        this.json = json;
    }

    @Override
    public void nullValue() throws IOException {
        json.writeNull();
    }

    @Override
    public void integer(long value) throws IOException {
        json.writeNumber(value);
    }

    @Override
    public void number(String digits) throws IOException {
        json.writeNumber(digits);
    }

    @Override
    public void bool(boolean value) throws IOException {
        json.writeBoolean(value);
    }

    @Override
    public void text(String value) throws IOException {
        json.writeString(value);
    }

    @Override
    public void utf8(byte[] bytes, int from, int length) throws IOException {
        json.writeUTF8String(bytes, from, length);
    }

    @Override
    public void startArray() throws IOException {
        json.writeStartArray();
    }

    @Override
    public void endArray() throws IOException {
        json.writeEndArray();
    }

    @Override
    public void startObject() throws IOException {
        json.writeStartObject();
    }

    @Override
    public void name(String name) throws IOException {
        json.writeFieldName(name);
    }

    @Override
    public void endObject() throws IOException {
        json.writeEndObject();
    }
}
