package org.lsmtable.tools.value;

import java.io.IOException;

/** Takes values one after another; what it makes of them is its own matter. */
public interface ValueSink {
    /** A null. */
    void nullValue() throws IOException;

    /** A whole number. */
    void integer(long value) throws IOException;

    /** A number as its digits, a valid JSON number. */
    void number(String digits) throws IOException;

    /** A truth value. */
    void bool(boolean value) throws IOException;

    /** A text. */
    void text(String value) throws IOException;

    /** A text as UTF-8. */
    void utf8(byte[] bytes, int from, int length) throws IOException;

    /** Begins an array value; what follows up to {@link #endArray()} are its elements. */
    void startArray() throws IOException;

    /** Ends an array value. */
    void endArray() throws IOException;

    /** Begins an object value; {@link #name} and a value follow each other up to {@link #endObject()}. */
    void startObject() throws IOException;

    /** The name of the next value of an object. */
    void name(String name) throws IOException;

    /** Ends an object value. */
    void endObject() throws IOException;
}
