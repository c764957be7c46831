package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.schema.SchemaChange.SetDefault;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableException;
import org.lsmtable.table.TableWriter;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/** Defaults of columns: what we write where rows have null is what both versions of real Paimon write. */
@ExtendWith(CheckedTables.class)
class DefaultPeersTest {
    private static final List<String[]> DEFAULTS = List.of(
            new String[] {"BOOLEAN", "true"},
            new String[] {"TINYINT", "-3"},
            new String[] {"INT", "42"},
            new String[] {"INT NOT NULL", "7"},
            new String[] {"BIGINT", "'9'"},
            new String[] {"DOUBLE", "1.5"},
            new String[] {"DECIMAL(10, 2)", "12.345"},
            new String[] {"DECIMAL(30, 2)", "-1"},
            new String[] {"STRING", "plain"},
            new String[] {"STRING", "'quoted'"},
            new String[] {"STRING", "''"},
            new String[] {"CHAR(5)", "ab"},
            new String[] {"VARCHAR(3)", "abcdef"},
            new String[] {"BYTES", "xyz"},
            new String[] {"DATE", "2024-05-14"},
            new String[] {"TIME(3)", "12:34:56.789"},
            new String[] {"TIMESTAMP(3)", "2024-05-14 12:34:56.789"},
            new String[] {"TIMESTAMP(9)", "2024-05-14 12:34:56.123456789"},
            new String[] {"TIMESTAMP(6) WITH LOCAL TIME ZONE", "2024-05-14 12:34:56"});

    @RegisterExtension
    private static final OpenPeers PEERS = new OpenPeers();

    private static List<Peer.Column> columns() {
        List<Peer.Column> columns = new ArrayList<>(List.of(new Peer.Column("id", "INT NOT NULL")));
        for (int i = 0; i < DEFAULTS.size(); i++) {
            columns.add(new Peer.Column("c" + i, DEFAULTS.get(i)[0]));
        }
        columns.add(new Peer.Column("none", "INT"));
        return columns;
    }

    private static SchemaChange[] changes() {
        List<SchemaChange> changes = new ArrayList<>();
        for (int i = 0; i < DEFAULTS.size(); i++) {
            changes.add(new SetDefault(ColumnPath.of("c" + i), DEFAULTS.get(i)[1]));
        }
        return changes.toArray(new SchemaChange[0]);
    }

    private static List<String> ours(Path table) {
        List<String> rows = new ArrayList<>();
        try (Table opened = Table.open(table);
                RowCursor cursor = opened.scan().open()) {
            while (cursor.next()) {
                Object[] values = new Object[cursor.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = cursor.get(i);
                }
                rows.add(RandomTables.rowText(values));
            }
        }
        return rows;
    }

    private static String fields(Path table, int schema) throws Exception {
        String text = Files.readString(table.resolve("schema/schema-" + schema));
        return text.substring(text.indexOf("\"fields\""), text.indexOf("\"highestFieldId\""));
    }

    @Test
    void nullBecomesTheDefaultAsInPaimon(@TempDir Path folder) throws Exception {
        List<String> written = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            Path table = folder.resolve("db.db/t" + writer);
            Peer peer = PEERS.all().get(writer % 2);
            peer.create(table, columns(), List.of("id"), List.of(), Map.of("bucket", "1"));
            Object[] before = new Object[columns().size() + 1];
            before[0] = "+I";
            before[1] = 0;
            before[5] = 1;
            peer.write(table, List.<Object[]>of(before), Map.of());
            Object[] nulls = new Object[columns().size() + 1];
            nulls[0] = "+I";
            nulls[1] = 1;
            nulls[5] = 8;
            Object[] given = nulls.clone();
            given[1] = 2;
            given[4] = 5;
            given[5] = 5;
            if (writer < 2) {
                peer.alter(table, List.of(changes()));
                peer.write(table, List.of(nulls, given), Map.of());
            } else {
                try (Table opened = Table.open(table)) {
                    opened.alter(changes());
                }
                try (Table opened = Table.open(table);
                        TableWriter rows = opened.newWriter()) {
                    if (writer == 2) {
                        rows.upsert(Row.of(Arrays.copyOfRange(nulls, 1, nulls.length)));
                        rows.upsert(Row.of(Arrays.copyOfRange(given, 1, given.length)));
                    } else {
                        rows.upsert(batch(opened, nulls, given));
                    }
                    assertThat(rows.commit()).isInstanceOf(CommitResult.Committed.class);
                }
                assertThat(fields(table, 1)).isEqualTo(fields(folder.resolve("db.db/t0"), 1));
            }
            written.add(String.join("\n", ours(table)));
            for (Peer reader : PEERS.all()) {
                assertThat(reader.read(table, null, Map.of()).stream()
                                .map(RandomTables::rowText)
                                .toList())
                        .isEqualTo(ours(table));
            }
        }
        assertThat(written.get(1)).isEqualTo(written.get(0));
        assertThat(written.get(2)).as("rows written by us").isEqualTo(written.get(0));
        assertThat(written.get(3)).as("batch written by us").isEqualTo(written.get(0));
        assertThat(written.get(0)).contains("2024-05-14", "42", "quoted");
    }

    /** Paimon refuses the null before it looks for a default, so that such a default has no effect; ours has, and Paimon reads the row. */
    @Test
    void aDefaultIsWrittenAlsoWhereNullIsNotAllowed(@TempDir Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        PEERS.all().get(0).create(table, columns(), List.of("id"), List.of(), Map.of("bucket", "1"));
        Object[] nulls = new Object[columns().size() + 1];
        nulls[0] = "+I";
        nulls[1] = 1;
        Object[] more = nulls.clone();
        more[1] = 2;
        try (Table opened = Table.open(table);
                TableWriter rows = opened.newWriter()) {
            assertThatThrownBy(() -> rows.upsert(Row.of(Arrays.copyOfRange(nulls, 1, nulls.length))))
                    .hasMessageContaining("column 'c3': expected a value of type INT NOT NULL, found null");
            assertThatThrownBy(() -> rows.upsert(batch(opened, nulls)))
                    .hasMessageContaining("column 'c3' of type INT NOT NULL: expected a value, found null");
        }
        PEERS.all().get(0).alter(table, List.of(changes()));
        for (Peer peer : PEERS.all()) {
            assertThatThrownBy(() -> peer.write(table, List.<Object[]>of(nulls), Map.of()))
                    .hasMessageContaining("c3");
        }
        try (Table opened = Table.open(table);
                TableWriter rows = opened.newWriter()) {
            rows.upsert(Row.of(Arrays.copyOfRange(nulls, 1, nulls.length)));
            rows.upsert(batch(opened, more));
            assertThat(rows.commit()).isInstanceOf(CommitResult.Committed.class);
        }
        for (Peer reader : PEERS.all()) {
            assertThat(reader.read(table, null, Map.of()).stream().map(row -> row[4]))
                    .containsExactly(7, 7);
        }
    }

    /** A row that deletes needs only its key, whatever the types of the other columns, and Paimon reads and compacts it. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void deletesWithNullsWhereNullIsNotAllowed(String format, @TempDir Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        List<Peer.Column> columns = new ArrayList<>(List.of(new Peer.Column("id", "INT NOT NULL")));
        List<String> types = new ArrayList<>(RandomTables.VALUE_TYPES);
        types.addAll(List.of("ARRAY<INT>", "MAP<STRING, INT>", "MULTISET<STRING>", "ROW<a INT NOT NULL, b STRING>"));
        types.removeIf(type -> type.contains("(9)"));
        types.forEach(type -> columns.add(new Peer.Column("c" + columns.size(), type + " NOT NULL")));
        Map<String, String> options = Map.of("bucket", "1", "file.format", format);
        PEERS.all().get(0).create(table, columns, List.of("id"), List.of(), options);
        List<Object[]> kept = new ArrayList<>();
        Random random = new Random(1);
        for (int id = 1; id <= 5; id++) {
            Object[] row = new Object[columns.size() + 1];
            row[0] = "+I";
            row[1] = id;
            for (int c = 1; c < columns.size(); c++) {
                row[c + 1] = RandomTables.value(random, types.get(c - 1), 10);
            }
            kept.add(row);
        }
        PEERS.all().get(1).write(table, kept, Map.of("write-only", "true"));
        Object[] gone = new Object[columns.size() + 1];
        try (Table opened = Table.open(table);
                TableWriter rows = opened.newWriter(CompactionMode.NONE)) {
            gone[1] = 1;
            rows.delete(Row.of(Arrays.copyOfRange(gone, 1, gone.length)));
            gone[1] = 2;
            rows.write(RowKind.UPDATE_BEFORE, Row.of(Arrays.copyOfRange(gone, 1, gone.length)));
            gone[1] = 3;
            IntVector kinds = new IntVector(Types.TINYINT, 2);
            kinds.append(RowKind.DELETE.code());
            kinds.append(RowKind.INSERT.code());
            rows.write(batch(opened, gone, kept.get(3)), kinds);
            assertThatThrownBy(() -> rows.write(batch(opened, kept.get(4), gone), kinds))
                    .hasMessageContaining("column 'c1' of type BOOLEAN NOT NULL: expected a value, found null");
            assertThat(rows.commit()).isInstanceOf(CommitResult.Committed.class);
        }
        for (int compacted = 0; compacted < 2; compacted++) {
            for (Peer reader : PEERS.all()) {
                assertThat(reader.read(table, null, Map.of()).stream().map(row -> row[0]))
                        .containsExactly(4, 5);
            }
            assertThat(Ours.rows(table).stream().map(row -> row[0])).containsExactly(4, 5);
            PEERS.all().get(compacted).compactFully(table);
        }
    }

    private static Batch batch(Table table, Object[]... rows) {
        List<ColumnVector> columns = new ArrayList<>();
        List<DataField> fields = table.schema().fields();
        for (int c = 0; c < fields.size(); c++) {
            ColumnVector column = ColumnVector.of(fields.get(c).type(), rows.length);
            for (Object[] row : rows) {
                Values.append(row[c + 1], column);
            }
            columns.add(column);
        }
        return new Batch(table.schema().rowType(), columns, rows.length);
    }

    @Test
    void aDefaultThatIsNoValueIsRefusedByAll(@TempDir Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        PEERS.all().get(0).create(table, columns(), List.of("id"), List.of(), Map.of("bucket", "1"));
        SchemaChange bad = new SetDefault(ColumnPath.of("c2"), "many");
        for (Peer peer : PEERS.all()) {
            assertThatThrownBy(() -> peer.alter(table, List.of(bad))).isInstanceOf(Exception.class);
        }
        try (Table opened = Table.open(table)) {
            assertThatThrownBy(() -> opened.alter(bad))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("column 'c2': default 'many' of type STRING cannot become INT");
            opened.alter(new SetDefault(ColumnPath.of("c2"), "1"), new SetDefault(ColumnPath.of("c2"), null));
        }
        assertThat(table.resolve("schema/schema-1")).as("nothing changed").doesNotExist();
    }
}
