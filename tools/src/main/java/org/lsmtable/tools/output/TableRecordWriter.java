package org.lsmtable.tools.output;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.HorizontalAlign;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Records as aligned columns. A long listing comes in pages of a thousand records, each with the header, so that memory is bounded. */
final class TableRecordWriter extends FlatRecordWriter {
    private static final int PAGE = 1_000;
    private static final String NULL = "null";

    private final OutputStream out;
    private final List<Column> columns;
    private final List<List<String>> page = new ArrayList<>();
    private List<String> record = List.of();
    private boolean any;

    TableRecordWriter(List<Column> columns, OutputStream out) {
        this.columns = List.copyOf(columns);
        this.out = out;
    }

    @Override
    public void startRecord() {
        record = new ArrayList<>(columns.size());
    }

    @Override
    public void endRecord() throws IOException {
        page.add(record);
        if (page.size() == PAGE) {
            flushPage();
        }
    }

    @Override
    public void finish() throws IOException {
        if (!page.isEmpty() || !any) {
            flushPage();
        }
        out.flush();
    }

    @Override
    void nullCell() {
        record.add(NULL);
    }

    @Override
    void plainCell(String text) {
        record.add(text);
    }

    @Override
    void textCell(String text) {
        record.add(printable(text));
    }

    private void flushPage() throws IOException {
        List<com.github.freva.asciitable.Column> shown = new ArrayList<>();
        for (Column column : columns) {
            HorizontalAlign side = column.align() == Column.Align.RIGHT ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
            shown.add(new com.github.freva.asciitable.Column()
                    .header(printable(column.name()))
                    .headerAlign(side)
                    .dataAlign(side)
                    .maxWidth(Integer.MAX_VALUE));
        }
        String[][] cells = page.stream().map(r -> r.toArray(String[]::new)).toArray(String[][]::new);
        String text = AsciiTable.getTable(
                        AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS,
                        shown.toArray(com.github.freva.asciitable.Column[]::new),
                        cells)
                + "\n";
        out.write(text.getBytes(StandardCharsets.UTF_8));
        page.clear();
        any = true;
    }

    /** A text on one line: control characters, which would move the cursor, as escapes. */
    static String printable(String text) {
        StringBuilder escaped = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean control = Character.isISOControl(c);
            if (control && escaped == null) {
                escaped = new StringBuilder(text.length() + 8).append(text, 0, i);
            }
            if (escaped != null) {
                escaped.append(control ? escape(c) : Character.toString(c));
            }
        }
        return escaped == null ? text : escaped.toString();
    }

    private static String escape(char c) {
        return switch (c) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format("\\u%04x", (int) c);
        };
    }
}
