package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.table.ChangeBatchCursor;
import org.lsmtable.table.ChangelogScan;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.vector.Batch;

/** Change records of tables that real Paimon wrote, as its own streaming read shows them. */
class ChangesPeersTest {
    @RegisterExtension
    private static final OpenPeers PEERS = new OpenPeers();

    @TempDir
    Path folder;

    private static Object[] row(Object... values) {
        return values;
    }

    /** Every kind of row and of snapshot; the last snapshot. */
    static long write(Peer peer, Path table) throws Exception {
        peer.write(table, List.of(row("+I", 1, "a", 1L), row("+I", 2, "b", null), row("+I", 3, "c", 3L)), Map.of());
        peer.write(table, List.of(row("-U", 1, "a", 1L), row("+U", 1, "a2", 2L), row("-D", 2, "b", null)), Map.of());
        peer.write(
                table,
                List.of(row("+U", 1, "a3", 3L), row("+I", 4, "d", 4L), row("-D", 4, "d", 4L), row("+I", 2, "bb", 2L)),
                Map.of());
        peer.compactFully(table);
        peer.overwrite(table, List.of(row("+I", 1, "a3", 3L), row("+I", 9, "z", 9L)));
        peer.write(table, List.<Object[]>of(row("+I", 9, "z2", 10L)), Map.of());
        return peer.read(table, "snapshots", Map.of()).stream()
                .mapToLong(row -> (Long) row[0])
                .max()
                .orElseThrow();
    }

    static List<String> texts(ChangeBatchCursor changes) {
        List<String> texts = new ArrayList<>();
        for (Batch batch = changes.next(); batch != null; batch = changes.next()) {
            for (int i = 0; i < batch.size(); i++) {
                List<Object> values = new ArrayList<>();
                values.add(RowKind.ofCode(changes.kinds().get(i)).text());
                for (int c = 0; c < batch.columns().size(); c++) {
                    values.add(Values.get(batch.column(c), i));
                }
                texts.add(values.toString());
            }
        }
        return texts;
    }

    private static List<String> texts(List<Object[]> rows) {
        return rows.stream().map(Arrays::toString).toList();
    }

    private static List<String> ours(ChangelogScan scan) {
        try (var changes = scan.openBatches()) {
            return texts(changes);
        }
    }

    /** Snapshots that have expired, whose changelogs are kept longer. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "input"})
    void outliveTheirSnapshots(String producer) throws Exception {
        Peer peer = PEERS.of("2.0.0");
        Path path = folder.resolve("db.db/t");
        peer.create(
                path,
                List.of(
                        new Peer.Column("id", "INT NOT NULL"),
                        new Peer.Column("v", "STRING"),
                        new Peer.Column("n", "BIGINT")),
                List.of("id"),
                List.of(),
                Map.of(
                        "bucket", "1",
                        "changelog-producer", producer,
                        "snapshot.num-retained.min", "1",
                        "snapshot.num-retained.max", "1",
                        "snapshot.time-retained", "1 ms",
                        "changelog.num-retained.min", "50",
                        "changelog.num-retained.max", "100"));
        long last = write(peer, path);
        try (Table table = Table.open(path)) {
            assertThat(table.snapshots()).hasSizeLessThan((int) last);
            assertThat(path.resolve("changelog/changelog-1")).exists();
            assertThat(ours(table.changelog()))
                    .containsExactlyElementsOf(texts(peer.readChanges(path, null, 1, last, Map.of())))
                    .hasSizeGreaterThan(7);
        }
    }

    @ParameterizedTest(name = "Paimon {0}, producer {1}, engine {2}")
    @CsvSource({
        "1.4.2, none, deduplicate",
        "1.4.2, input, deduplicate",
        "2.0.0, none, deduplicate",
        "2.0.0, input, deduplicate",
        "2.0.0, lookup, deduplicate",
        "2.0.0, full-compaction, deduplicate",
        "2.0.0, none, partial-update",
        "2.0.0, lookup, aggregation",
    })
    void areThoseOfItsStreamingRead(String version, String producer, String engine) throws Exception {
        Peer peer = PEERS.of(version);
        Path path = folder.resolve("db.db/t");
        Map<String, String> options =
                new java.util.HashMap<>(Map.of("bucket", "1", "changelog-producer", producer, "merge-engine", engine));
        if (engine.equals("partial-update")) {
            options.put("partial-update.remove-record-on-delete", "true");
        }
        peer.create(
                path,
                List.of(
                        new Peer.Column("id", "INT NOT NULL"),
                        new Peer.Column("v", "STRING"),
                        new Peer.Column("n", "BIGINT")),
                List.of("id"),
                List.of(),
                options);
        long last = write(peer, path);
        try (Table table = Table.open(path)) {
            assertThat(ours(table.changelog()))
                    .containsExactlyElementsOf(texts(peer.readChanges(path, null, 1, last, Map.of())))
                    .isNotEmpty();
            assertThat(ours(table.changelog().from(2).to(4)))
                    .containsExactlyElementsOf(texts(peer.readChanges(path, null, 2, 4, Map.of())));
        }
        if (engine.equals("deduplicate") && (producer.equals("none") || producer.equals("input"))) {
            Map<String, String> withOverwrites = Map.of("streaming-read-overwrite", "true");
            try (Table table = Table.open(
                    path.toString(), TableEnvironment.of(LocalStorage.of(Durability.PROCESS)), withOverwrites)) {
                assertThat(ours(table.changelog()))
                        .containsExactlyElementsOf(texts(peer.readChanges(path, null, 1, last, withOverwrites)))
                        .contains("[-D, 3, c, 3]");
            }
        }
    }
}
