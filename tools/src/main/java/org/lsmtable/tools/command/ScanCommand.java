package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.table.BatchCursor;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Scan;
import org.lsmtable.table.ScanReport;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Progress;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.Terminal.Ability;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.Column.Align;
import org.lsmtable.tools.output.OutputForm;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.tools.query.ColumnNames;
import org.lsmtable.tools.query.TableAddress;
import org.lsmtable.tools.query.WhereParser;
import org.lsmtable.tools.value.RowPrinter;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reads merged rows, or a system table. */
@Command(
        name = "scan",
        header = "Reads the merged rows of a table, or a system table given as TABLE$files or TABLE$audit_log.",
        footer = {
            "",
            "Example:",
            "  lsm scan /data/orders@7 --select id,amount --where \"status = 'paid' AND amount >= 9.90\" --limit 10",
            "  lsm scan '/data/orders$files' --where \"level = 0\"",
            "  lsm scan /data/orders --where \"customer = 'c-42'\" --explain",
            "",
            "A CONDITION compares columns with literals: = <> != < <= > >=, [NOT] IN (...), [NOT] BETWEEN ... AND ...,"
                    + " [NOT] LIKE '...' [ESCAPE 'c'], IS [NOT] NULL; AND, OR, NOT and brackets join them. Literals are"
                    + " numbers, TRUE, FALSE, bytes as X'00ff', and in single quotes texts, dates, times and timestamps,"
                    + " which the type of the column tells apart. Column names that are no plain words stand in double"
                    + " quotes or backticks. There are no functions, no arithmetic, and no comparison of two columns."
                    + " See docs/filters.md.",
            "",
            "--explain reads the rows, and shows in their place how many manifests, files, row groups, pages and rows each"
                    + " step looked at and left out; with json, jsonl and csv as one object: manifests, manifests_skipped,"
                    + " entries, entries_skipped_by_partition, _by_bucket, _by_level, files_live,"
                    + " files_skipped_by_key_range, _by_statistics, _by_index, files_planned, row_groups,"
                    + " row_groups_skipped, pages, pages_skipped, rows_in_files, rows_skipped, rows_skipped_by_index,"
                    + " rows_decoded, rows_returned. Row groups are stripes in ORC files, and pages the groups of its row"
                    + " index; Avro has neither."
        })
final class ScanCommand extends ReadCommand {
    static final String KIND_COLUMN = "_ROW_KIND";

    @Option(
            names = "--select",
            paramLabel = "COLUMN,...",
            description = "Only these columns, in this order; in double quotes or backticks if a name holds a comma.")
    private @Nullable String columns;

    private List<String> select = List.of();

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description = "Only rows for which the condition is true; what it may be is told below.")
    private @Nullable String where;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many rows.")
    private @Nullable Long limit;

    @Option(names = "--kinds", description = "Add a column " + KIND_COLUMN + ".")
    private boolean kinds;

    @Option(names = "--explain", description = "Show what each step of reading left out, in place of the rows.")
    private boolean explain;

    ScanCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        if (limit != null && limit < 0) {
            throw CliException.usage("--limit must not be negative, found " + limit);
        }
        select = columns == null ? List.of() : ColumnNames.parse(columns);
        TableAddress address = address();
        if (address.systemTable() != null && explain) {
            throw CliException.usage("--explain: system tables have no files to leave out");
        }
        if (address.systemTable() != null && !Table.ROW_FORMS.contains(address.systemTable())) {
            if (kinds) {
                throw CliException.usage("--kinds: rows of system tables have no kind");
            }
            SystemRows.of(this, address, address.systemTable())
                    .where(where)
                    .select(select)
                    .show(limit);
            return ExitCode.DONE;
        }
        try (Table table = open(address)) {
            RowType type = counting(table, address, null).type();
            Predicate condition = where == null ? null : new WhereParser(type).parse(where);
            if (explain) {
                explain(scan(table, address, condition));
                return ExitCode.DONE;
            }
            RowType shown = select.isEmpty() ? type : type.project(select);
            long rows = kinds
                    ? showRows(scan(table, address, condition), shown)
                    : showBatches(scan(table, address, condition), shown);
            if (limit != null && rows == limit) {
                tellLimit(rows, counting(table, address, condition).count());
            }
        }
        return ExitCode.DONE;
    }

    /** Reads everything and shows what was left out. */
    private void explain(Scan scan) throws IOException {
        try (BatchCursor batches = scan.openBatches()) {
            while (batches.next() != null) {
                session.interruption().check();
            }
            ScanReport report = batches.report();
            if (form() == OutputForm.TABLE) {
                show(
                        List.of(
                                new Column("step", Align.LEFT),
                                new Column("looked_at", Align.RIGHT),
                                new Column("left_out", Align.RIGHT)),
                        ScanSteps.lines(report));
            } else {
                Map<String, Object> record = ScanSteps.record(report);
                show(Column.texts(record.keySet().toArray(new String[0])), List.of(record));
            }
        }
    }

    private static Scan counting(Table table, TableAddress address, @Nullable Predicate condition) {
        String form = address.systemTable();
        Scan scan = (form == null ? table.scan() : table.scan(form)).asOf(address.refOrLatest());
        return condition == null ? scan : scan.where(condition);
    }

    private Scan scan(Table table, TableAddress address, @Nullable Predicate condition) {
        Scan scan = counting(table, address, condition);
        if (!select.isEmpty()) {
            scan = scan.select(select.toArray(new String[0]));
        }
        return limit == null ? scan : scan.limit(limit);
    }

    private long showBatches(Scan scan, RowType type) throws IOException {
        RowPrinter printer = new RowPrinter(type);
        RecordWriter writer = form().open(Column.of(type), session.out());
        long rows = 0;
        try (BatchCursor batches = scan.openBatches();
                Progress progress = scanProgress()) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                for (int i = 0; i < batch.size(); i++) {
                    writer.startRecord();
                    printer.values(batch, i, writer);
                    writer.endRecord();
                }
                session.interruption().check();
                rows += batch.size();
                progress.at(rows, -1);
            }
        }
        writer.finish();
        return rows;
    }

    private long showRows(Scan scan, RowType type) throws IOException {
        RowPrinter printer = new RowPrinter(type);
        List<Column> columns = new ArrayList<>(Column.texts(KIND_COLUMN));
        columns.addAll(Column.of(type));
        RecordWriter writer = form().open(columns, session.out());
        long rows = 0;
        try (RowCursor cursor = scan.open();
                Progress progress = scanProgress()) {
            while (cursor.next()) {
                writer.startRecord();
                writer.text(cursor.kind().text());
                printer.values(cursor, writer);
                writer.endRecord();
                rows++;
                progress.at(rows, -1);
            }
        }
        writer.finish();
        return rows;
    }

    /** The bar would write over rows that go to the same terminal. */
    private Progress scanProgress() {
        return session.terminal().has(Ability.OUT) ? Progress.silent() : progress("scan");
    }
}
