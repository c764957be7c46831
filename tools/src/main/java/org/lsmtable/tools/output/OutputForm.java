package org.lsmtable.tools.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/** How records are shown. */
public enum OutputForm {
    /** Aligned columns, for people. */
    TABLE,
    /** One array of objects. */
    JSON,
    /** One object a line. */
    JSONL,
    /** RFC 4180 with a header. */
    CSV;

    /** Starts writing records in this form. The writer flushes the stream when it is finished and does not close it. */
    public RecordWriter open(List<Column> columns, OutputStream out) throws IOException {
        return switch (this) {
            case TABLE -> new TableRecordWriter(columns, out);
            case JSON -> JsonRecordWriter.array(columns, out);
            case JSONL -> JsonRecordWriter.lines(columns, out);
            case CSV -> new CsvRecordWriter(columns, out);
        };
    }

    /** The word on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
