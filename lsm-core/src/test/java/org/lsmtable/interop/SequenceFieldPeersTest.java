package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableWriter;

/**
 * Tables whose newest row is that of the smallest sequence field, written by us and by Paimon 2.0 in turn. Paimon 1.4 does not take part:
 * its write buffer keeps the greatest all the same. Ascending order is in {@link RandomHistoryTest}.
 */
@ExtendWith(CheckedTables.class)
class SequenceFieldPeersTest {
    private static final List<Peer.Column> COLUMNS = List.of(
            new Peer.Column("id", "INT NOT NULL"),
            new Peer.Column("s", "DECIMAL(9, 2)"),
            new Peer.Column("t", "STRING"),
            new Peer.Column("v", "INT"));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void descendingOrderIsTheSameForBoth(long seed, Path folder) throws Exception {
        Random random = new Random(seed);
        Path table = folder.resolve("db.db/t");
        String order = seed == 3 ? "DESCENDING" : "descending";
        Map<String, String> options =
                Map.of("bucket", "1", "sequence.field", "s,t", "sequence.field.sort-order", order);
        Map<Integer, Object[]> model = new TreeMap<>();
        try (Peer peer = Peers.paimon20()) {
            peer.create(table, COLUMNS, List.of("id"), List.of(), options);
            for (int round = 0; round < 6; round++) {
                List<Object[]> rows = RandomTables.rows(
                        random, new RandomTables.Definition(COLUMNS, List.of("id"), List.of(), options), 40);
                if (round % 2 == 0) {
                    peer.write(table, rows, Map.of("write-only", "true"));
                } else {
                    write(table, rows);
                }
                for (Object[] row : rows) {
                    Object[] values = Arrays.copyOfRange(row, 1, row.length);
                    model.merge((Integer) values[0], values, SequenceFieldPeersTest::newer);
                }
                if (round == 2) {
                    peer.compactFully(table);
                } else if (round == 4) {
                    try (Table ours = Table.open(table)) {
                        ours.compactFully();
                    }
                }
                List<String> expected = model.values().stream()
                        .map(RandomTables::rowText)
                        .sorted()
                        .toList();
                assertThat(ours(table))
                        .as("seed %d round %d, read by us", seed, round)
                        .isEqualTo(expected);
                assertThat(peer.read(table, null, Map.of()).stream()
                                .map(RandomTables::rowText)
                                .sorted()
                                .toList())
                        .as("seed %d round %d, read by paimon", seed, round)
                        .isEqualTo(expected);
            }
        }
    }

    private static Object[] newer(Object[] earlier, Object[] later) {
        for (int field = 1; field <= 2; field++) {
            Object before = earlier[field];
            Object after = later[field];
            if (before == null || after == null) {
                if (before != after) {
                    return after == null ? earlier : later;
                }
                continue;
            }
            int order = before instanceof String text
                    ? Arrays.compareUnsigned(utf8(text), utf8((String) after))
                    : ((java.math.BigDecimal) before).compareTo((java.math.BigDecimal) after);
            if (order != 0) {
                return order < 0 ? earlier : later;
            }
        }
        return later;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static void write(Path table, List<Object[]> rows) {
        try (Table opened = Table.open(table);
                TableWriter writer = opened.newWriter(CompactionMode.NONE)) {
            for (Object[] row : rows) {
                writer.write(RowKind.ofText((String) row[0]), Row.of(Arrays.copyOfRange(row, 1, row.length)));
            }
            assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
        }
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
        return rows.stream().sorted().toList();
    }
}
