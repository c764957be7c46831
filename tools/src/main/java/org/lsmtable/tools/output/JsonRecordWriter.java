package org.lsmtable.tools.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Records as JSON objects: the elements of one array, or one a line. */
final class JsonRecordWriter implements RecordWriter {
    private static final byte[] EMPTY_ARRAY = "[]\n".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private final JsonGenerator json;
    private final JsonValues values;
    private final SerializableString[] names;
    private final byte[] before;
    private final byte[] between;
    private final byte[] after;
    private int column;
    private int depth;
    private boolean any;

    private JsonRecordWriter(List<Column> columns, OutputStream out, String before, String between, String after)
            throws IOException {
        this.out = out;
        this.before = before.getBytes(StandardCharsets.US_ASCII);
        this.between = between.getBytes(StandardCharsets.US_ASCII);
        this.after = after.getBytes(StandardCharsets.US_ASCII);
        this.json = generator(out);
        this.values = new JsonValues(json);
        this.names = columns.stream().map(c -> new SerializedString(c.name())).toArray(SerializableString[]::new);
    }

    static JsonRecordWriter array(List<Column> columns, OutputStream out) throws IOException {
        return new JsonRecordWriter(columns, out, "[", ",\n ", "]\n");
    }

    static JsonRecordWriter lines(List<Column> columns, OutputStream out) throws IOException {
        return new JsonRecordWriter(columns, out, "", "\n", "\n");
    }

    /** A generator that leaves the stream open, puts nothing between records, and takes UTF-8 as it is. */
    static JsonGenerator generator(OutputStream out) throws IOException {
        JsonFactory factory = new JsonFactoryBuilder()
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .rootValueSeparator((SerializableString) null)
                .build();
        return factory.createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
    }

    @Override
    public void startRecord() throws IOException {
        raw(any ? between : before);
        any = true;
        column = 0;
        json.writeStartObject();
    }

    @Override
    public void endRecord() throws IOException {
        json.writeEndObject();
    }

    @Override
    public void finish() throws IOException {
        if (any) {
            raw(after);
        } else if (before.length > 0) {
            out.write(EMPTY_ARRAY);
        }
        json.flush();
        out.flush();
    }

    private void raw(byte[] bytes) throws IOException {
        for (byte b : bytes) {
            json.writeRaw((char) b);
        }
    }

    private void nameOfColumn() throws IOException {
        if (depth == 0) {
            json.writeFieldName(names[column++]);
        }
    }

    @Override
    public void nullValue() throws IOException {
        nameOfColumn();
        values.nullValue();
    }

    @Override
    public void integer(long value) throws IOException {
        nameOfColumn();
        values.integer(value);
    }

    @Override
    public void number(String digits) throws IOException {
        nameOfColumn();
        values.number(digits);
    }

    @Override
    public void bool(boolean value) throws IOException {
        nameOfColumn();
        values.bool(value);
    }

    @Override
    public void text(String value) throws IOException {
        nameOfColumn();
        values.text(value);
    }

    @Override
    public void utf8(byte[] bytes, int from, int length) throws IOException {
        nameOfColumn();
        values.utf8(bytes, from, length);
    }

    @Override
    public void startArray() throws IOException {
        nameOfColumn();
        depth++;
        values.startArray();
    }

    @Override
    public void endArray() throws IOException {
        values.endArray();
        depth--;
    }

    @Override
    public void startObject() throws IOException {
        nameOfColumn();
        depth++;
        values.startObject();
    }

    @Override
    public void name(String name) throws IOException {
        values.name(name);
    }

    @Override
    public void endObject() throws IOException {
        values.endObject();
        depth--;
    }
}
