package org.lsmtable.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * The data of a page as JSON that can stand inside an HTML script element: {@code <}, {@code >} and {@code &} are written as escapes, so
 * no text ends the element or begins a comment. Numbers that JSON does not know are null. Does not close the writer.
 */
final class PageJson {
    private static final JsonFactory FACTORY = new JsonFactory().setCharacterEscapes(new MarkupEscapes());
    private static final MathContext DIGITS = new MathContext(7);
    /** Whole numbers up to here are exact. */
    private static final double EXACT = 1L << 53;

    private final JsonGenerator generator;

    PageJson(Writer out) throws IOException {
        this.generator = FACTORY.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    void startObject() throws IOException {
        generator.writeStartObject();
    }

    void startObject(String name) throws IOException {
        generator.writeObjectFieldStart(name);
    }

    void endObject() throws IOException {
        generator.writeEndObject();
    }

    void startArray(String name) throws IOException {
        generator.writeArrayFieldStart(name);
    }

    void startArray() throws IOException {
        generator.writeStartArray();
    }

    void endArray() throws IOException {
        generator.writeEndArray();
    }

    void text(String name, String value) throws IOException {
        generator.writeStringField(name, value);
    }

    void text(String value) throws IOException {
        generator.writeString(value);
    }

    void number(String name, double value) throws IOException {
        generator.writeFieldName(name);
        number(value);
    }

    /** A number to seven digits, a whole one to all. */
    void number(double value) throws IOException {
        if (!Double.isFinite(value)) {
            generator.writeNull();
        } else if (Math.rint(value) == value && Math.abs(value) <= EXACT) {
            generator.writeNumber((long) value);
        } else {
            generator.writeNumber(BigDecimal.valueOf(value).round(DIGITS).doubleValue());
        }
    }

    /** Some of an array's numbers. */
    void numbers(String name, double[] values, int[] indexes) throws IOException {
        startArray(name);
        for (int index : indexes) {
            number(values[index]);
        }
        endArray();
    }

    /** All of an array's numbers. */
    void numbers(String name, double[] values) throws IOException {
        startArray(name);
        for (double value : values) {
            number(value);
        }
        endArray();
    }

    /** A text, a number or nothing. */
    void cell(@Nullable Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof Number number) {
            number(number.doubleValue());
        } else {
            text(value.toString());
        }
    }

    /** A section as an object. */
    void section(Section section) throws IOException {
        startObject();
        text("title", section.title());
        section.write(this);
        endObject();
    }

    void finish() throws IOException {
        generator.close();
    }

    /** The escapes of JSON, and those of what means something to HTML. */
    private static final class MarkupEscapes extends CharacterEscapes {
        private static final long serialVersionUID = 1L;

        private final int[] ascii = standardAsciiEscapesForJSON();

        private MarkupEscapes() {
            for (char markup : new char[] {'<', '>', '&'}) {
                ascii[markup] = ESCAPE_STANDARD;
            }
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ascii.clone();
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int ch) {
            return null;
        }
    }
}
