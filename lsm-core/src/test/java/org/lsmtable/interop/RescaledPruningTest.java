package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Scan;
import org.lsmtable.table.Table;

/**
 * Manifests left out by bucket, of tables that real Paimon wrote and rescaled partition by partition: their entries have numbers of buckets
 * that no schema of the table has, and their manifest lists do not tell.
 */
@ExtendWith(CheckedTables.class)
class RescaledPruningTest {
    private static final int KEYS = 12;

    @ParameterizedTest
    @ValueSource(strings = {"1.4.2", "2.0.0"})
    void everyKeyIsFoundUnderWhateverNumberOfBucketsItWasWritten(String version, Path folder) throws Exception {
        Path path = folder.resolve("db.db/t");
        try (Peer peer = version.equals("1.4.2") ? Peers.paimon14() : Peers.paimon20()) {
            peer.create(
                    path,
                    List.of(
                            new Peer.Column("p", "INT NOT NULL"),
                            new Peer.Column("k", "INT NOT NULL"),
                            new Peer.Column("v", "INT")),
                    List.of("p", "k"),
                    List.of("p"),
                    Map.of("bucket", "4", "manifest.merge-min-count", "100"));
            for (int k = 0; k < KEYS; k++) {
                peer.write(path, rows(k, 1, 2, 3), Map.of("write-only", "true"));
            }
            peer.rescale(path, all(2), 7);
            peer.rescale(path, all(3), 1);
            assertThat(totals(path)).containsExactly(1, 4, 7);

            List<Object[]> expected = peer.read(path, null, Map.of());
            assertThat(expected).hasSize(3 * KEYS);
            try (Table table = Table.open(path)) {
                long skipped = 0;
                for (int time = 0; time < 2; time++) {
                    skipped = 0;
                    for (int k = 0; k < KEYS; k++) {
                        int key = k;
                        Scan scan = table.scan().where(Predicate.eq("k", k));
                        assertThat(texts(scan))
                                .as("k = %d, paimon %s", k, version)
                                .isEqualTo(Ours.texts(expected.stream()
                                        .filter(row -> row[1].equals(key))
                                        .toList()));
                        skipped += scan.explain().manifestsSkipped();
                    }
                }
                assertThat(skipped).as("manifests left out").isGreaterThan(5 * KEYS);
            }
        }
    }

    private static List<Object[]> rows(int k, int... partitions) {
        return Arrays.stream(partitions)
                .mapToObj(p -> new Object[] {"+I", p, k, 100 * p + k})
                .toList();
    }

    private static List<Object[]> all(int partition) {
        List<Object[]> rows = new ArrayList<>();
        for (int k = 0; k < KEYS; k++) {
            rows.addAll(rows(k, partition));
        }
        return rows;
    }

    private static TreeSet<Integer> totals(Path path) throws IOException {
        TreeSet<Integer> totals = new TreeSet<>();
        TableFiles.live(path).forEach(live -> totals.add(live.totalBuckets()));
        return totals;
    }

    private static List<String> texts(Scan scan) {
        List<Object[]> rows = new ArrayList<>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.next()) {
                rows.add(new Object[] {cursor.get(0), cursor.get(1), cursor.get(2)});
            }
        }
        return Ours.texts(rows);
    }
}
