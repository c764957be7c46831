package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableWriter;

/** The partitions that expire after a commit of ours are those that expire after one of real Paimon's, and the snapshot says the same. */
@ExtendWith(CheckedTables.class)
class PartitionExpiryPeersTest {
    @RegisterExtension
    private static final OpenPeers PEERS = new OpenPeers();

    /**
     * A table.
     *
     * @param types of its partition columns {@code a}, {@code b} …
     * @param partitions their values; the first is young enough
     * @param options without those that are always the same
     * @param stays how many partitions are left
     */
    private record Case(List<String> types, List<Object[]> partitions, Map<String, String> options, int stays) {
        List<String> names() {
            return List.of("a", "b", "ab").subList(0, types.size());
        }
    }

    static Stream<Case> cases() {
        LocalDate today = LocalDate.now(Clock.systemDefaultZone());
        List<Object[]> texts = texts(
                today.toString(),
                today.minusDays(1).toString(),
                today.minusDays(2).toString(),
                "2020-01-01",
                "20200101",
                "2020-1-1",
                "20-1-1",
                "12020-1-1",
                " 2020-01-01",
                "2020-02-30",
                "2020-02-32",
                "2020-14-01",
                "2020-1-1 99:99:99",
                "2020-1-1 1:2:3",
                "2020-01-01 10:00:00",
                "2020-01-01 10:00:00.",
                "2020-01-01 10:00:00.5",
                "2020-01-01 10:00:00.123456789",
                "2020-01-01 10:00:00.1234567891",
                "2020-01-01 24:00:00",
                "2020-01-01 10:00",
                "2020-01-01T10:00:00",
                "202001",
                "abc",
                "");

        return Stream.of(
                new Case(List.of("STRING"), texts, Map.of(), 11),
                new Case(List.of("STRING"), texts, Map.of("partition.expiration-max-num", "3"), 22),
                new Case(List.of("STRING"), texts, Map.of("partition.timestamp-formatter", "yyyyMMdd"), 24),
                new Case(List.of("STRING"), texts, Map.of("partition.timestamp-formatter", "yyyy-MM-dd"), 21),
                new Case(List.of("STRING"), texts, Map.of("partition.timestamp-formatter", "yyyy-MM-dd HH:mm"), 24),
                new Case(List.of("STRING"), texts, Map.of("partition.timestamp-formatter", "yyyyMM"), 25),
                new Case(List.of("STRING"), texts, Map.of("partition.timestamp-pattern", "$a 00:00:00"), 17),
                new Case(List.of("STRING"), texts, Map.of("partition.expiration-strategy", "update-time"), 25),
                new Case(
                        List.of("DATE"),
                        List.of(new Object[] {today}, new Object[] {LocalDate.of(2020, 1, 1)}),
                        Map.of(),
                        2),
                new Case(
                        List.of("DATE"),
                        List.of(new Object[] {today}, new Object[] {LocalDate.of(2020, 1, 1)}),
                        Map.of("partition.legacy-name", "false"),
                        2),
                new Case(
                        List.of("INT", "INT", "STRING"),
                        List.of(new Object[] {9999, 1, "x"}, new Object[] {2020, 1, "x"}, new Object[] {2020, 10, "y"}),
                        Map.of("partition.timestamp-pattern", "$a-$b-01"),
                        1),
                // $a comes first
                new Case(
                        List.of("STRING", "INT", "STRING"),
                        List.of(new Object[] {"9999-01-01", 1, "x"}, new Object[] {"2020-01-01", 1, "2020-01-01"}),
                        Map.of("partition.timestamp-pattern", "$ab"),
                        2),
                new Case(
                        List.of("INT", "STRING"),
                        List.of(new Object[] {7, "9999-01-01"}, new Object[] {7, "2020-01-01"}, new Object[] {
                            25, "2020-01-01"
                        }),
                        Map.of("partition.timestamp-pattern", "$b $a:00:00"),
                        1),
                new Case(
                        List.of("STRING", "STRING"),
                        List.of(
                                new Object[] {"9999-01-01", "2020-01-01"},
                                new Object[] {"2020-01-01", "b"},
                                new Object[] {"2020-01-01", "a"},
                                new Object[] {"2020-01-01 00:00:00", "a"},
                                new Object[] {"2019-01-01", "z"}),
                        Map.of("partition.expiration-max-num", "2"),
                        3));
    }

    private static List<Object[]> texts(String... texts) {
        return Arrays.stream(texts).map(text -> new Object[] {text}).toList();
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("cases")
    void theSamePartitionsExpire(Case given) throws Exception {
        for (Peer peer : PEERS.all()) {
            Path theirs = folder.resolve("db.db/theirs" + peer.version());
            create(theirs, given, peer);
            Path ours = folder.resolve("db.db/ours" + peer.version());
            FolderTree.copy(theirs, ours);

            Object[] more = new Object[given.names().size() + 1];
            System.arraycopy(given.partitions().get(0), 0, more, 0, more.length - 1);
            more[more.length - 1] = 2;
            List<Object> row = new ArrayList<>(List.of("+I"));
            row.addAll(Arrays.asList(more));
            peer.write(theirs, List.<Object[]>of(row.toArray()), Map.of());
            try (Table table = Table.open(ours);
                    TableWriter writer = table.newWriter(CompactionMode.NONE)) {
                writer.upsert(Row.of(more));
                assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
            }

            assertThat(rows(ours)).as(peer.version()).isEqualTo(rows(theirs));
            assertThat(rows(ours)).hasSize(given.stays() + 1);
            assertThat(facts(ours)).isEqualTo(facts(theirs));
            assertIdentifierOfTrigger(ours);
            assertThat(Ours.texts(peer.read(ours, null, Map.of()))).isEqualTo(rows(ours));
        }
    }

    private static void create(Path path, Case given, Peer peer) throws Exception {
        List<Peer.Column> columns = new ArrayList<>();
        for (int i = 0; i < given.types().size(); i++) {
            columns.add(new Peer.Column(given.names().get(i), given.types().get(i) + " NOT NULL"));
        }
        columns.add(new Peer.Column("k", "INT NOT NULL"));
        Map<String, String> options = new HashMap<>(given.options());
        options.put("bucket", "1");
        options.put("partition.expiration-time", "1 d");
        options.put("partition.expiration-check-interval", "1 ms");
        List<String> keys = new ArrayList<>(given.names());
        keys.add("k");
        peer.create(path, columns, keys, given.names(), options);
        List<Object[]> rows = new ArrayList<>();
        for (Object[] partition : given.partitions()) {
            List<Object> row = new ArrayList<>(List.of("+I"));
            row.addAll(Arrays.asList(partition));
            row.add(1);
            rows.add(row.toArray());
        }
        peer.write(path, rows, Map.of("write-only", "true"));
    }

    private static List<String> rows(Path table) {
        return Ours.texts(Ours.rows(table));
    }

    private static void assertIdentifierOfTrigger(Path path) {
        try (Table table = Table.open(path)) {
            List<Snapshot> snapshots = table.snapshots();
            assertThat(snapshots.get(snapshots.size() - 1).commitIdentifier())
                    .isEqualTo(snapshots.get(1).commitIdentifier());
        }
    }

    private static List<Object> facts(Path path) {
        try (Table table = Table.open(path)) {
            Snapshot latest = table.snapshot(SnapshotRef.latest()).orElseThrow();
            return Arrays.asList(
                    latest.id(),
                    latest.commitKind(),
                    latest.operation(),
                    latest.totalRecordCount(),
                    latest.deltaRecordCount());
        }
    }
}
