package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableException;

/** What is shown of a merge tree needs no row to be read, so it is shown of every table that has one, whatever reading its rows would take. */
class LevelsOfEveryTableTest {
    @RegisterExtension
    private static final OpenPeers PEERS = new OpenPeers();

    @TempDir
    Path folder;

    private static Object[] row(Object... values) {
        return values;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "merge-engine=partial-update",
                "merge-engine=aggregation",
                "merge-engine=aggregation,changelog-producer=lookup,fields.n.aggregate-function=sum",
                "merge-engine=first-row,changelog-producer=lookup",
                "merge-engine=partial-update,sequence.field=n",
                "deletion-vectors.enabled=true",
                "sequence.field=n",
                "changelog-producer=full-compaction"
            })
    void levelsAndExplanation(String text) throws Exception {
        Map<String, String> options = new HashMap<>(Map.of("bucket", "1"));
        for (String option : text.split(",", -1)) {
            int equals = option.indexOf('=');
            options.put(option.substring(0, equals), option.substring(equals + 1));
        }
        Path path = folder.resolve("db.db/t");
        PEERS.of("2.0.0")
                .create(
                        path,
                        List.of(
                                new Peer.Column("id", "INT NOT NULL"),
                                new Peer.Column("v", "STRING"),
                                new Peer.Column("n", "BIGINT")),
                        List.of("id"),
                        List.of(),
                        options);
        PEERS.of("2.0.0").write(path, List.of(row("+I", 1, "a", 1L), row("+I", 2, "b", 2L)), Map.of());
        PEERS.of("2.0.0").compactFully(path);
        PEERS.of("2.0.0").write(path, List.<Object[]>of(row("+I", 1, "c", 3L)), Map.of("write-only", "true"));
        PEERS.of("2.0.0").write(path, List.<Object[]>of(row("+I", 3, "d", 4L)), Map.of("write-only", "true"));
        Map<String, Integer> listed = new TreeMap<>();
        for (Object[] file : PEERS.of("2.0.0").read(path, "files", Map.of())) {
            String name = (String) file[2];
            listed.put(name.substring(name.lastIndexOf('/') + 1), (Integer) file[5]);
        }
        try (Table table = Table.open(path)) {
            List<BucketLevels> buckets = table.levels(SnapshotRef.latest());
            assertThat(buckets).hasSize(1);
            Map<String, Integer> found = new TreeMap<>();
            for (BucketLevels.SortedRunView run : buckets.get(0).runs()) {
                for (DataFileMeta file : run.files()) {
                    found.put(file.fileName(), run.level());
                }
            }
            assertThat(found).isEqualTo(listed).containsValue(0).containsValue(5);
            assertThat(buckets.get(0).runs()).hasSize(3);
            assertThat(table.explain(buckets.get(0).ref())).isNotNull();
            assertThat(table.outlook(SnapshotRef.latest(), buckets.get(0).ref(), null, null)
                            .explain())
                    .isNotBlank();
            assertThat(table.history().totals(HistoryWindow.ALL).buckets()).hasSize(1);
        }
    }

    @Test
    void tablesWithoutAKeyHaveNone() throws Exception {
        Path path = folder.resolve("db.db/t");
        PEERS.of("2.0.0")
                .create(
                        path,
                        List.of(new Peer.Column("id", "INT"), new Peer.Column("v", "STRING")),
                        List.of(),
                        List.of(),
                        Map.of("bucket", "-1"));
        PEERS.of("2.0.0").write(path, List.<Object[]>of(row("+I", 1, "a")), Map.of());
        try (Table table = Table.open(path)) {
            assertThatThrownBy(() -> table.levels(SnapshotRef.latest()))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("without a primary key")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(TableException.Reason.UNSUPPORTED);
        }
    }
}
