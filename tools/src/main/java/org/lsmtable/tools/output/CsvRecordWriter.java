package org.lsmtable.tools.output;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Records as CSV (RFC 4180, but lines end in a line feed) with a header. A null is an empty field, an empty text is {@code ""}. */
final class CsvRecordWriter extends FlatRecordWriter {
    private final Writer out;
    private boolean first = true;

    CsvRecordWriter(List<Column> columns, OutputStream out) throws IOException {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        startRecord();
        for (Column column : columns) {
            textCell(column.name());
        }
        endRecord();
    }

    @Override
    public void startRecord() {
        first = true;
    }

    @Override
    public void endRecord() throws IOException {
        out.write('\n');
    }

    @Override
    public void finish() throws IOException {
        out.flush();
    }

    @Override
    void nullCell() throws IOException {
        separate();
    }

    @Override
    void plainCell(String text) throws IOException {
        separate();
        out.write(text);
    }

    @Override
    void textCell(String text) throws IOException {
        separate();
        if (needsQuotes(text)) {
            out.write('"');
            out.write(text.replace("\"", "\"\""));
            out.write('"');
        } else {
            out.write(text);
        }
    }

    private static boolean needsQuotes(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                return true;
            }
        }
        return text.isEmpty();
    }

    private void separate() throws IOException {
        if (first) {
            first = false;
        } else {
            out.write(',');
        }
    }
}
