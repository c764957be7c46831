package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableException;
import org.lsmtable.types.DataField;
import org.lsmtable.types.UnsupportedFeatureException;

/** Changes up to automatic tags, and sequence numbers beside the kinds of rows, of tables that real Paimon wrote, as Paimon shows them. */
class IncrementalOptionsTest {
    @RegisterExtension
    private static final OpenPeers PEERS = new OpenPeers();

    @TempDir
    Path folder;

    private Path create(Peer peer, Map<String, String> options) throws Exception {
        Path path = folder.resolve("db.db/t" + peer.version() + options.hashCode());
        Map<String, String> all = new HashMap<>(Map.of("bucket", "1"));
        all.putAll(options);
        peer.create(
                path,
                List.of(
                        new Peer.Column("id", "INT NOT NULL"),
                        new Peer.Column("v", "STRING"),
                        new Peer.Column("n", "BIGINT")),
                List.of("id"),
                List.of(),
                all);
        return path;
    }

    private static Table open(Path path, Map<String, String> options) {
        return Table.open(path.toString(), TableEnvironment.of(LocalStorage.of(Durability.PROCESS)), options);
    }

    private static List<String> texts(List<Object[]> rows) {
        return rows.stream().map(Arrays::toString).toList();
    }

    @ParameterizedTest(name = "Paimon {0}, {1}, {2}")
    @CsvSource({
        "1.4.2, daily, with_dashes, 2024-01-03, 2024-01-01, 2024-01-07, 2024-01-05",
        "2.0.0, daily, without_dashes, 20240103, 20231231, 20240107, 2024-01-04",
        "2.0.0, hourly, with_dashes, 2024-01-03 07, 2024-01-03 02, 2024-01-04 00, 2024-01-03",
        "1.4.2, hourly, without_dashes_and_spaces, 2024010307, 2024010302, 2024010400, 20240103",
        "2.0.0, two-hours, without_dashes, 2024-01-03 08, 2024-01-03 02, 2024-01-04 00, 2024010309",
    })
    void upToAnAutomaticTag(
            String version, String period, String formatter, String second, String first, String third, String none)
            throws Exception {
        Peer peer = PEERS.of(version);
        Path path = create(peer, Map.of("tag.creation-period", period, "tag.period-formatter", formatter));
        for (int i = 1; i <= 4; i++) {
            peer.write(
                    path,
                    List.of(new Object[] {"+I", i, "v" + i, null}, new Object[] {"+U", 1, "newest " + i, null}),
                    Map.of("write-only", "true"));
        }
        peer.createTag(path, second, 2);
        peer.createTag(path, first, 1);
        peer.createTag(path, "between", 3);
        peer.createTag(path, third, 4);
        List<Integer> sizes = new ArrayList<>();
        for (String to : List.of(first, second, third, none, "between", "2024-02-30")) {
            Map<String, String> options = Map.of("incremental-to-auto-tag", to);
            try (Table table = open(path, options)) {
                List<String> expected;
                try {
                    expected = texts(peer.read(path, "audit_log", options));
                } catch (IllegalArgumentException | java.lang.reflect.UndeclaredThrowableException e) {
                    assertThatThrownBy(() -> RowFormsTest.ours(table.scan("audit_log")))
                            .as(to)
                            .isInstanceOf(TableException.class)
                            .hasMessageContaining("expected the name of an automatic tag");
                    continue;
                }
                assertThat(RowFormsTest.ours(table.scan("audit_log")))
                        .as("up to %s, paimon %s", to, peer.version())
                        .containsExactlyInAnyOrderElementsOf(expected);
                sizes.add(expected.size());
                assertThat(table.scan().count()).isEqualTo(expected.size());
            }
        }
        assertThat(sizes).startsWith(0, 2, 3);
    }

    @ParameterizedTest(name = "Paimon {0}, producer {1}")
    @CsvSource({"1.4.2, none", "2.0.0, input", "2.0.0, lookup"})
    void sequenceNumbersBesideTheKinds(String version, String producer) throws Exception {
        Peer peer = PEERS.of(version);
        Path path = create(peer, Map.of("changelog-producer", producer, "table-read.sequence-number.enabled", "true"));
        long last = ChangesPeersTest.write(peer, path);
        // pairs of -U and +U in one row are more than real Paimon can do here
        List<String> forms = producer.equals("none") ? List.of("audit_log", "binlog") : List.of("audit_log");
        try (Table table = Table.open(path)) {
            for (String form : List.of("audit_log", "binlog")) {
                for (long id = 1; id <= last; id++) {
                    assertThat(RowFormsTest.ours(table.scan(form).asOf(SnapshotRef.snapshot(id))))
                            .as("%s at %d", form, id)
                            .containsExactlyElementsOf(
                                    texts(peer.read(path, form, Map.of("scan.snapshot-id", Long.toString(id)))));
                }
                List<Peer.Column> columns = new ArrayList<>();
                for (DataField field : table.scan(form).type().fields()) {
                    columns.add(new Peer.Column(field.name(), field.type().asText()));
                }
                assertThat(columns).isEqualTo(peer.columns(path, form));
            }
            assertThat(RowFormsTest.ours(table.scan("audit_log")
                            .asOf(SnapshotRef.snapshot(1))
                            .where(Predicate.eq("_SEQUENCE_NUMBER", 0))
                            .select("_SEQUENCE_NUMBER", "id")))
                    .hasSize(1);
            assertThat(table.scan("audit_log").count())
                    .isEqualTo(peer.read(path, "audit_log", Map.of()).size());
        }
        for (String mode : List.of("delta", "changelog")) {
            Map<String, String> options =
                    Map.of("incremental-between", "0," + last, "incremental-between-scan-mode", mode);
            try (Table table = open(path, options)) {
                for (String form : forms) {
                    assertThat(RowFormsTest.ours(table.scan(form)))
                            .as("%s in %s", mode, form)
                            .containsExactlyInAnyOrderElementsOf(texts(peer.read(path, form, options)));
                }
            }
        }
    }

    @Test
    void sequenceNumbersOfADifferenceAreRefused() throws Exception {
        Path path = create(PEERS.of("2.0.0"), Map.of());
        ChangesPeersTest.write(PEERS.of("2.0.0"), path);
        try (Table table = open(
                path,
                Map.of(
                        "incremental-between", "1,2",
                        "incremental-between-scan-mode", "diff",
                        "table-read.sequence-number.enabled", "true"))) {
            for (String form : List.of("audit_log", "binlog")) {
                assertThatThrownBy(() -> RowFormsTest.ours(table.scan(form)))
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContaining("table-read.sequence-number.enabled");
            }
        }
    }
}
