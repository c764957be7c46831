package org.lsmtable.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.RowKind;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.types.DataField;

/** Reads CSV with a header (RFC 4180, any line ends): an unquoted field that is the null text is null, a quoted one never. */
final class CsvSource implements BatchSource {
    private static final int KIND = -1;
    /** What the parser says when the file ends inside quotes; it names the line on which they begin. */
    private static final Pattern UNCLOSED = Pattern.compile("\\(startline (\\d+)\\) EOF");

    private final InputTarget target;
    private final String file;
    private final CountingInput bytes;
    private final CSVParser parser;
    private final Iterator<CSVRecord> records;
    private final List<String> header;
    private final int[] columnOf;
    private final int[] missing;
    private @Nullable BatchBuilder builder;

    /** Reads a stream from its header on. Owns the stream, also when this throws. */
    CsvSource(InputStream in, String file, InputTarget target) throws IOException {
        this.target = target;
        this.file = file;
        this.bytes = new CountingInput(in);
        CSVFormat format = CSVFormat.Builder.create(CSVFormat.DEFAULT)
                .setIgnoreEmptyLines(target.type().fieldCount() > 1)
                .setNullString(target.nullText())
                // only so does the parser tell a quoted null text from an unquoted one
                .setQuoteMode(QuoteMode.ALL_NON_NULL)
                .get();
        this.parser = CSVParser.parse(new Utf8Reader(bytes), format);
        try {
            this.records = parser.iterator();
            this.header = header();
            target.check(header, file);
            this.columnOf = header.stream()
                    .mapToInt(name ->
                            name.equals(target.kindColumn()) && target.type().indexOf(name) < 0
                                    ? KIND
                                    : target.type().indexOf(name))
                    .toArray();
            this.missing = target.type().fields().stream()
                    .filter(field -> !header.contains(field.name()))
                    .mapToInt(field -> target.type().indexOf(field.name()))
                    .toArray();
        } catch (RuntimeException | Error e) {
            parser.close();
            throw e;
        }
    }

    private List<String> header() {
        CSVRecord first = nextRecord();
        if (first == null) {
            throw CliException.usage(file + ": expected a header line, found an empty file");
        }
        List<String> names = new ArrayList<>();
        for (String name : first) {
            names.add(name == null ? target.nullText() : name);
        }
        return names;
    }

    @Override
    public @Nullable InputBatch next(int maxRows) {
        BatchBuilder batch = builder == null ? new BatchBuilder(target, maxRows) : builder;
        builder = batch;
        batch.clear();
        while (batch.rows() < maxRows && !(batch.rows() > 0 && batch.isFull())) {
            CSVRecord row = nextRecord();
            if (row == null) {
                break;
            }
            add(row, batch);
        }
        return batch.rows() == 0 ? null : batch.build();
    }

    private void add(CSVRecord row, BatchBuilder batch) {
        if (row.size() != columnOf.length) {
            throw CliException.usage(
                    file + ":" + lineOf(row) + ": expected " + columnOf.length + " fields, found " + row.size());
        }
        int at = 0;
        try {
            for (; at < columnOf.length; at++) {
                field(at, row.get(at), batch);
            }
            for (int column : missing) {
                batch.nullValue(column); // which the header's check allowed
            }
        } catch (BadValueException e) {
            throw new CliException(
                    ExitCode.USAGE,
                    file + ":" + lineOf(row) + ": column '" + header.get(at) + "': " + e.getMessage(),
                    e);
        }
        DataField without = batch.nullThatMayNotBe();
        if (without != null) {
            throw CliException.usage(file + ":" + lineOf(row) + ": column '" + without.name() + "': "
                    + target.nullRefused(without).getMessage());
        }
        batch.endRow();
    }

    private void field(int at, @Nullable String text, BatchBuilder batch) throws BadValueException {
        if (header.get(at).equals(target.kindColumn())) {
            RowKind kind = RowKinds.parse(text == null ? "" : text);
            batch.kind(kind);
        }
        int column = columnOf[at];
        if (column == KIND) {
            return;
        }
        if (text == null) {
            batch.nullValue(column);
        } else {
            batch.text(column, text);
        }
    }

    private @Nullable CSVRecord nextRecord() {
        try {
            return records.hasNext() ? records.next() : null;
        } catch (UncheckedIOException e) {
            long line = parser.getCurrentLineNumber();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof Utf8Reader.NotUtf8Exception bad) {
                throw new CliException(
                        ExitCode.USAGE, file + ":" + bad.line() + ": expected UTF-8, found other bytes", e);
            }
            String message = String.valueOf(cause.getMessage());
            Matcher unclosed = UNCLOSED.matcher(message);
            throw new CliException(
                    ExitCode.USAGE,
                    unclosed.lookingAt()
                            ? file + ":" + unclosed.group(1) + ": a quoted field begins here and does not end"
                            : file + ":" + (line + 1) + ": " + message,
                    e);
        }
    }

    /** The line on which a record begins. */
    private long lineOf(CSVRecord row) {
        long breaks = 0;
        for (String field : row) {
            breaks += field == null ? 0 : lineBreaks(field);
        }
        return Math.max(1, parser.getCurrentLineNumber() - breaks);
    }

    private static long lineBreaks(String text) {
        long count = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || (c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n'))) {
                count++;
            }
        }
        return count;
    }

    @Override
    public long bytesRead() {
        return bytes.count();
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
