package org.lsmtable.table;

import java.util.List;
import org.lsmtable.merge.Retractions;

/** The system tables that show the rows of a table in another form. */
final class RowForms {
    /** Their names. */
    static final List<String> NAMES = List.of("audit_log", "binlog", "ro");

    private RowForms() {}

    /** The rows of a table in a form. */
    static DerivedScan.Source of(TableContext context, String form) {
        KindedRows rows = new KindedRows(context, Retractions.KEEP);
        return switch (form) {
            case "audit_log" -> new AuditLog(rows);
            case "binlog" -> new Binlog(rows);
            case "ro" -> new ReadOptimized(context);
            default -> throw TableErrors.invalid("no form '" + form + "' of rows; there are " + NAMES);
        };
    }
}
