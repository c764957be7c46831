package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Row;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Table;

/** Tables that only real Paimon has written: read whole, by key, by filter, by projection, counted. */
@ExtendWith(CheckedTables.class)
@Execution(ExecutionMode.CONCURRENT)
class PeerTablesTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void areReadInEveryWay(long seed, Path folder) throws Exception {
        Random random = new Random(seed);
        RandomTables.Definition definition = RandomTables.definition(random);
        Path table = folder.resolve("db.db/t");
        Map<String, Object[]> model = new TreeMap<>();
        try (Peer peer = random.nextBoolean() ? Peers.paimon14() : Peers.paimon20()) {
            peer.create(table, definition.columns(), definition.keys(), List.of(), definition.options());
            for (int commit = 0; commit < 4; commit++) {
                List<Object[]> rows = RandomTables.rows(random, definition, 1 + random.nextInt(300));
                peer.write(table, rows, Map.of());
                for (Object[] row : rows) {
                    Object[] values = java.util.Arrays.copyOfRange(row, 1, row.length);
                    String key = definition.keyText(values);
                    if (row[0].equals("-D")) {
                        model.remove(key);
                    } else {
                        model.put(key, values);
                    }
                }
            }
        }
        String story = "seed " + seed + ": " + definition;
        try (Table opened = Table.open(table)) {
            List<String> all =
                    model.values().stream().map(RandomTables::rowText).sorted().toList();
            assertThat(read(opened.scan().open())).as(story).isEqualTo(all);
            assertThat(opened.scan().count()).as(story).isEqualTo(model.size());
            lookUp(opened, definition, model, story);
            filter(opened, definition, model, random, story);
        }
    }

    private static void lookUp(
            Table table, RandomTables.Definition definition, Map<String, Object[]> model, String story) {
        int looked = 0;
        for (Object[] row : model.values()) {
            Object[] key = definition.keys().stream()
                    .map(k -> row[definition.indexOf(k)])
                    .toArray();
            Row found = table.get(key).orElse(null);
            assertThat(found).as("%s%n  get %s", story, List.of(key)).isNotNull();
            assertThat(RandomTables.rowText(values(found))).as(story).isEqualTo(RandomTables.rowText(row));
            if (++looked == 20) {
                return;
            }
        }
    }

    private static void filter(
            Table table, RandomTables.Definition definition, Map<String, Object[]> model, Random random, String story) {
        List<Object[]> rows = new ArrayList<>(model.values());
        for (int i = 0; i < 10 && !rows.isEmpty(); i++) {
            int column = random.nextInt(definition.columns().size());
            Object literal = rows.get(random.nextInt(rows.size()))[column];
            if (literal == null) {
                continue;
            }
            String name = definition.columns().get(column).name();
            List<String> expected = rows.stream()
                    .filter(r -> RandomTables.text(literal).equals(RandomTables.text(r[column])))
                    .map(RandomTables::rowText)
                    .sorted()
                    .toList();
            assertThat(read(table.scan().where(Predicate.eq(name, literal)).open()))
                    .as("%s%n  %s = %s", story, name, RandomTables.text(literal))
                    .isEqualTo(expected);
        }
    }

    private static Object[] values(Row row) {
        Object[] values = new Object[row.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.get(i);
        }
        return values;
    }

    private static List<String> read(RowCursor cursor) {
        List<String> rows = new ArrayList<>();
        try (cursor) {
            while (cursor.next()) {
                rows.add(RandomTables.rowText(values(cursor)));
            }
        }
        return rows.stream().sorted().toList();
    }
}
