package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Scan;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableWriter;
import org.lsmtable.types.DataField;
import org.lsmtable.types.TypeParser;

/** Our own engine with the plain values that a {@link Peer} takes and gives. */
final class Ours {
    private Ours() {}

    static void create(Path table, RandomTables.Definition definition) {
        List<DataField> columns = new ArrayList<>();
        for (Peer.Column column : definition.columns()) {
            columns.add(new DataField(0, column.name(), TypeParser.parse(column.type())));
        }
        Table.create(
                        table,
                        new TableDefinition(
                                columns, definition.keys(), definition.partitions(), definition.options(), null))
                .close();
    }

    /** Writes rows, the kind's text in front, in one commit. */
    static void write(Path table, List<Object[]> rows, CompactionMode mode) {
        try (Table opened = Table.open(table);
                TableWriter writer = opened.newWriter(mode)) {
            for (Object[] row : rows) {
                writer.write(RowKind.ofText((String) row[0]), Row.of(Arrays.copyOfRange(row, 1, row.length)));
            }
            assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
        }
    }

    static List<Object[]> rows(Path table) {
        return rows(table, SnapshotRef.latest(), null);
    }

    /** The merged rows of a state, or those that pass a filter. */
    static List<Object[]> rows(Path table, SnapshotRef ref, Predicate filter) {
        List<Object[]> rows = new ArrayList<>();
        try (Table opened = Table.open(table)) {
            Scan scan = opened.scan().asOf(ref);
            try (RowCursor cursor = (filter == null ? scan : scan.where(filter)).open()) {
                while (cursor.next()) {
                    Object[] values = new Object[cursor.size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = cursor.get(i);
                    }
                    rows.add(values);
                }
            }
        }
        return rows;
    }

    /** Rows as sorted texts. */
    static List<String> texts(List<Object[]> rows) {
        return rows.stream().map(RandomTables::rowText).sorted().toList();
    }
}
