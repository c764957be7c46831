package org.lsmtable.tools.output;

import java.io.IOException;
import org.lsmtable.tools.value.ValueSink;

/** Writes records: between {@link #startRecord} and {@link #endRecord} one value for each column, in order. Not thread-safe. */
public interface RecordWriter extends ValueSink {
    /** Begins a record. */
    void startRecord() throws IOException;

    /** Ends a record. */
    void endRecord() throws IOException;

    /** Ends the output and flushes it. Not called when something failed: half an array is not closed. */
    void finish() throws IOException;
}
