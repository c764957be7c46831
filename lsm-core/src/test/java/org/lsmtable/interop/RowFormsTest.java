package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.Scan;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableException;
import org.lsmtable.types.DataField;

/** {@code $audit_log}, {@code $binlog}, {@code $ro} and incremental reads of tables that real Paimon wrote, as Paimon shows them. */
class RowFormsTest {
    @RegisterExtension
    private static final OpenPeers PEERS = new OpenPeers();

    @TempDir
    Path folder;

    private Path create(Peer peer, String producer, String engine) throws Exception {
        Path path = folder.resolve("db.db/t");
        peer.create(
                path,
                List.of(
                        new Peer.Column("id", "INT NOT NULL"),
                        new Peer.Column("v", "STRING"),
                        new Peer.Column("n", "BIGINT")),
                List.of("id"),
                List.of(),
                Map.of("bucket", "1", "changelog-producer", producer, "merge-engine", engine));
        return path;
    }

    private static Table open(Path path, Map<String, String> options) {
        return Table.open(path.toString(), TableEnvironment.of(LocalStorage.of(Durability.PROCESS)), options);
    }

    static List<String> ours(Scan scan) {
        List<String> rows = new ArrayList<>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.next()) {
                List<Object> values = new ArrayList<>();
                for (int i = 0; i < cursor.size(); i++) {
                    values.add(cursor.get(i));
                }
                rows.add(values.toString());
            }
        }
        return rows;
    }

    private static List<String> texts(List<Object[]> rows) {
        return rows.stream().map(Arrays::toString).toList();
    }

    /** What a batch read shows: rows that are not retracted. */
    private static List<String> shown(List<Object[]> rows) {
        return rows.stream()
                .filter(row -> ((String) row[0]).startsWith("+"))
                .map(row -> Arrays.toString(Arrays.copyOfRange(row, 1, row.length)))
                .toList();
    }

    @ParameterizedTest(name = "Paimon {0}, producer {1}")
    @CsvSource({"1.4.2, none", "2.0.0, none", "2.0.0, lookup"})
    void eachStateInEachForm(String version, String producer) throws Exception {
        Peer peer = PEERS.of(version);
        Path path = create(peer, producer, "deduplicate");
        long last = ChangesPeersTest.write(peer, path);
        try (Table table = Table.open(path)) {
            for (String form : Table.ROW_FORMS) {
                for (long id = 1; id <= last; id++) {
                    Map<String, String> travel = Map.of("scan.snapshot-id", Long.toString(id));
                    assertThat(ours(table.scan(form).asOf(SnapshotRef.snapshot(id))))
                            .as("%s at %d", form, id)
                            .containsExactlyElementsOf(texts(peer.read(path, form, travel)));
                }
                List<Peer.Column> columns = new ArrayList<>();
                for (DataField field : table.scan(form).type().fields()) {
                    columns.add(new Peer.Column(field.name(), field.type().asText()));
                }
                assertThat(columns).isEqualTo(peer.columns(path, form));
            }
            Scan deleted = table.scan("audit_log")
                    .asOf(SnapshotRef.snapshot(producer.equals("none") ? 2 : 3))
                    .where(Predicate.eq("rowkind", "-D"))
                    .select("v", "rowkind");
            assertThat(ours(deleted)).containsExactly("[b, -D]");
            assertThat(table.scan("audit_log").where(Predicate.eq("id", 9)).count())
                    .isEqualTo(1);
            assertThat(table.scan("ro").limit(1).count()).isEqualTo(1);
            assertThatThrownBy(() -> table.scan("files")).isInstanceOf(TableException.class);
        }
    }

    /** What needs no merging is shown whatever the merge engine is. */
    @ParameterizedTest
    @ValueSource(strings = {"partial-update", "aggregation", "first-row"})
    void readOptimizedNeedsNoMerging(String engine) throws Exception {
        Peer peer = PEERS.of("2.0.0");
        Path path = create(peer, engine.equals("first-row") ? "lookup" : "none", engine);
        peer.write(path, List.of(row("+I", 1, "a", 1L), row("+I", 2, null, 2L)), Map.of());
        peer.write(path, List.<Object[]>of(row("+I", 1, "b", null)), Map.of());
        peer.compactFully(path);
        peer.write(path, List.<Object[]>of(row("+I", 1, "c", null)), Map.of("write-only", "true"));
        try (Table table = Table.open(path)) {
            assertThat(ours(table.scan("ro")))
                    .containsExactlyElementsOf(texts(peer.read(path, "ro", Map.of())))
                    .hasSize(2);
        }
    }

    private static Object[] row(Object... values) {
        return values;
    }

    @ParameterizedTest(name = "Paimon {0}, producer {1}")
    @CsvSource({"2.0.0, none", "2.0.0, lookup", "1.4.2, input"})
    void changesBetweenSnapshotsAndTags(String version, String producer) throws Exception {
        Peer peer = PEERS.of(version);
        Path path = create(peer, producer, "deduplicate");
        long last = ChangesPeersTest.write(peer, path);
        peer.createTag(path, "t1", 1);
        peer.createTag(path, "tl", last);
        for (String mode : List.of("auto", "delta", "changelog")) {
            for (String between : List.of("0," + last, "1,3", "1," + last, "2,2")) {
                Map<String, String> options =
                        Map.of("incremental-between", between, "incremental-between-scan-mode", mode);
                try (Table table = open(path, options)) {
                    for (String form : List.of("audit_log", "binlog")) {
                        assertThat(ours(table.scan(form)))
                                .as("%s of %s in %s", mode, between, form)
                                .containsExactlyInAnyOrderElementsOf(texts(peer.read(path, form, options)));
                    }
                    assertThat(ours(table.scan()))
                            .as("%s of %s", mode, between)
                            .containsExactlyInAnyOrderElementsOf(shown(peer.readKinds(path, null, options)));
                    assertThat(table.scan().count())
                            .isEqualTo(ours(table.scan()).size());
                }
            }
        }
        for (String[] ends : new String[][] {
            {"1", "3"}, {"1", Long.toString(last)}, {"2", "3"}, {"3", "3"}, {"0", "2"},
        }) {
            assertDifference(peer, path, ends[0] + "," + ends[1], "diff", ends[0], ends[1]);
        }
        assertDifference(peer, path, "t1,tl", "auto", "1", Long.toString(last));
        assertDifference(peer, path, "t1,tl", "delta", "1", Long.toString(last));
    }

    /** The difference of two states that Paimon reads one by one, with the kinds of its own audit log. */
    private static void assertDifference(Peer peer, Path path, String between, String mode, String from, String to)
            throws Exception {
        Map<Object, Object[]> before = new TreeMap<>();
        if (!from.equals("0")) {
            peer.read(path, null, Map.of("scan.snapshot-id", from)).forEach(row -> before.put(row[0], row));
        }
        List<String> log = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        Map<Object, Object[]> gone = new HashMap<>(before);
        for (Object[] row : peer.read(path, "audit_log", Map.of("scan.snapshot-id", to))) {
            Object[] plain = Arrays.copyOfRange(row, 1, row.length);
            if (!row[0].equals("-D")) {
                gone.remove(plain[0]);
                if (!Arrays.equals(before.get(plain[0]), plain)) {
                    log.add(Arrays.toString(row));
                    rows.add(Arrays.toString(plain));
                }
            }
        }
        gone.values().forEach(row -> log.add("[-D, " + Arrays.toString(row).substring(1)));
        Map<String, String> options = Map.of("incremental-between", between, "incremental-between-scan-mode", mode);
        try (Table table = open(path, options)) {
            assertThat(ours(table.scan())).as("%s %s", mode, between).containsExactlyInAnyOrderElementsOf(rows);
            assertThat(ours(table.scan("audit_log")))
                    .as("%s %s", mode, between)
                    .containsExactlyInAnyOrderElementsOf(log);
            assertThat(table.scan("binlog").count()).isEqualTo(log.size());
        }
        if (!from.equals("0") && peer.version().equals("2.0.0")) {
            assertThat(rows).containsExactlyInAnyOrderElementsOf(texts(peer.read(path, null, options)));
        }
    }

    /** A {@code -U} and its {@code +U} are one row also where a batch ends between them. */
    @Test
    void pairsAreFoundAcrossBatches() throws Exception {
        Peer peer = PEERS.of("2.0.0");
        Path path = create(peer, "input", "deduplicate");
        int pairs = 40_000;
        List<Object[]> rows = new ArrayList<>();
        rows.add(row("+I", -1, "first", null));
        for (int i = 0; i < pairs; i++) {
            rows.add(row("-U", i, "old", (long) i));
            rows.add(row("+U", i, i % 2 == 0 ? null : "new", (long) -i));
        }
        peer.write(path, rows, Map.of());
        try (Table table = open(path, Map.of("incremental-between", "0,1"))) {
            List<String> found = ours(table.scan("binlog"));
            assertThat(found).hasSize(pairs + 1).startsWith("[+I, [-1], [first], [null]]");
            for (int i = 0; i < pairs; i++) {
                String text = i % 2 == 0 ? "null" : "new";
                assertThat(found.get(i + 1))
                        .isEqualTo("[+U, [" + i + ", " + i + "], [old, " + text + "], [" + i + ", " + -i + "]]");
            }
        }
    }

    @Test
    void changesBetweenTimes() throws Exception {
        Peer peer = PEERS.of("2.0.0");
        Path path = create(peer, "none", "deduplicate");
        ChangesPeersTest.write(peer, path);
        List<Long> times = new ArrayList<>();
        try (Table table = Table.open(path)) {
            table.snapshots().forEach(snapshot -> times.add(snapshot.timeMillis()));
        }
        for (String between : List.of(
                "0," + times.get(1),
                times.get(0) + "," + times.get(2),
                times.get(0) + "," + times.get(0),
                times.get(2) + "," + Long.MAX_VALUE,
                "0,1",
                Long.MAX_VALUE - 1 + "," + Long.MAX_VALUE)) {
            Map<String, String> options = Map.of("incremental-between-timestamp", between);
            try (Table table = open(path, options)) {
                assertThat(ours(table.scan("audit_log")))
                        .as(between)
                        .containsExactlyInAnyOrderElementsOf(texts(peer.read(path, "audit_log", options)));
            }
        }
    }

    @Test
    void questionsThatMakeNoSenseAreRefused() throws Exception {
        Path path = create(PEERS.of("2.0.0"), "none", "deduplicate");
        ChangesPeersTest.write(PEERS.of("2.0.0"), path);
        for (Map<String, String> options : List.of(
                Map.of("incremental-between", "3,1"),
                Map.of("incremental-between", "1,99"),
                Map.of("incremental-between", "1"),
                Map.of("incremental-between", "1,x"),
                Map.of("incremental-between", "1,2", "incremental-between-timestamp", "1,2"),
                Map.of("incremental-between", "1,2", "scan.mode", "latest"),
                Map.of("incremental-between", "1,2", "incremental-between-scan-mode", "some"),
                Map.of("incremental-to-auto-tag", "no-date"),
                Map.of("incremental-between-timestamp", "yesterday,today"))) {
            assertThatThrownBy(() -> {
                        try (Table table = open(path, options)) {
                            ours(table.scan());
                        }
                    })
                    .as(options.toString())
                    .isInstanceOf(TableException.class);
        }
        try (Table table = open(path, Map.of("incremental-between", "1,2"))) {
            assertThatThrownBy(() -> ours(table.scan().asOf(SnapshotRef.snapshot(1))))
                    .isInstanceOf(TableException.class);
            assertThat(ours(table.scan().select("v").where(Predicate.eq("id", 1))))
                    .containsExactly("[a2]");
        }
    }
}
