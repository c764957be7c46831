package org.lsmtable.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints JSON in the form of the table format's metadata files: {@code "key" : value}, two blanks of indent, arrays of objects
 * as <code>[ { … }, { … } ]</code>, arrays of scalars on one line, no line end after the last brace.
 */
public final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    private final JsonGenerator out;

    private JsonText() throws IOException {
        out = FACTORY.createGenerator(bytes);
        DefaultIndenter indent = new DefaultIndenter("  ", "\n");
        out.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(indent));
    }

    /** What prints the content of one object. */
    public interface Content {
        /** Writes the keys and values. */
        void print(JsonText text) throws IOException;
    }

    /** One object as UTF-8. */
    public static byte[] object(Content content) {
        try {
            JsonText text = new JsonText();
            text.out.writeStartObject();
            content.print(text);
            text.out.writeEndObject();
            text.out.close();
            return text.bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("printing to memory", e);
        }
    }

    /** A number. */
    public void number(String key, long value) throws IOException {
        out.writeNumberField(key, value);
    }

    /** A number, left out if null. */
    public void numberIfSet(String key, @Nullable Long value) throws IOException {
        if (value != null) {
            out.writeNumberField(key, value);
        }
    }

    /** A number with all digits behind the point that it has. */
    public void decimal(String key, BigDecimal value) throws IOException {
        out.writeFieldName(key);
        out.writeNumber(value.toPlainString());
    }

    /** An array of numbers. */
    public void numbers(String key, List<Integer> values) throws IOException {
        out.writeArrayFieldStart(key);
        for (int value : values) {
            out.writeNumber(value);
        }
        out.writeEndArray();
    }

    /** A text. */
    public void text(String key, String value) throws IOException {
        out.writeStringField(key, value);
    }

    /** A text, left out if null. */
    public void textIfSet(String key, @Nullable String value) throws IOException {
        if (value != null) {
            out.writeStringField(key, value);
        }
    }

    /** An array of texts. */
    public void texts(String key, List<String> values) throws IOException {
        out.writeArrayFieldStart(key);
        for (String value : values) {
            out.writeString(value);
        }
        out.writeEndArray();
    }

    /** An object of texts. */
    public void textMap(String key, Map<String, String> values) throws IOException {
        out.writeObjectFieldStart(key);
        for (Map.Entry<String, String> entry : values.entrySet()) {
            out.writeStringField(entry.getKey(), entry.getValue());
        }
        out.writeEndObject();
    }

    /** An object. */
    public void object(String key, Content content) throws IOException {
        out.writeObjectFieldStart(key);
        content.print(this);
        out.writeEndObject();
    }

    /** An array of objects. */
    public void objects(String key, List<? extends Content> contents) throws IOException {
        out.writeArrayFieldStart(key);
        for (Content content : contents) {
            out.writeStartObject();
            content.print(this);
            out.writeEndObject();
        }
        out.writeEndArray();
    }
}
