package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.commit.CommitEnvironment;
import org.lsmtable.commit.Committable;
import org.lsmtable.commit.TableCommitter;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.CheckedTables;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableException;
import org.lsmtable.table.TableWriter;
import org.lsmtable.types.Types;

/** A state named by the options of a read, in every way there is: the rows and columns that real Paimon shows. */
@ExtendWith(CheckedTables.class)
class TravelOptionsTest {
    private static Peer peer;

    @BeforeAll
    static void open() {
        peer = Peers.paimon20();
    }

    @AfterAll
    static void close() throws Exception {
        peer.close();
    }

    private static Table open(Path path, Map<String, String> options) {
        return Table.open(path.toString(), TableEnvironment.of(LocalStorage.of(Durability.PROCESS)), options);
    }

    /** Five snapshots with watermarks 1000, none, 3000 and so on; the third is a compaction, the fourth has another column. */
    private static Path create(Path folder) throws Exception {
        Path path = folder.resolve("db.db/t");
        try (Table table = Table.create(path, TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)"))) {
            commit(table, 1000L, Row.of(1, "one"));
            commit(table, null, Row.of(2, "two"));
            table.compactFully();
            table.createTag("tag-3", SnapshotRef.latest());
            table.alter(new AddColumn("n", Types.INT));
            commit(table, 3000L, Row.of(1, "four", 4));
            commit(table, 4000L, Row.of(3, "five", 5));
        }
        return path;
    }

    private static void commit(Table table, Long watermark, Row row) throws Exception {
        Thread.sleep(2); // so that snapshots differ in their times
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(row);
            TableCommitter committer = new TableCommitter(
                    table.stores(),
                    table.schema(),
                    "user",
                    CommitEnvironment.of(
                            Clock.systemDefaultZone(), () -> UUID.randomUUID().toString()));
            long identifier = table.snapshots().size();
            committer.commit(new Committable(identifier, watermark, Map.of(), writer.prepareCommit()));
        }
    }

    private static List<String> theirs(Path path, Map<String, String> options) throws Exception {
        return peer.read(path, null, options).stream().map(Arrays::toString).toList();
    }

    @Test
    void showWhatPaimonShows(Path folder) throws Exception {
        Path path = create(folder);
        List<Snapshot> snapshots;
        try (Table table = Table.open(path)) {
            snapshots = table.snapshots();
        }
        long second = snapshots.get(1).timeMillis();
        String wallClock = LocalDateTime.ofInstant(Instant.ofEpochMilli(second), ZoneId.systemDefault())
                .toString()
                .replace('T', ' ');
        List<Map<String, String>> reads = new ArrayList<>(List.of(
                Map.of(),
                Map.of("scan.snapshot-id", "2"),
                Map.of("scan.tag-name", "tag-3"),
                Map.of("scan.version", "tag-3"),
                Map.of("scan.version", "2"),
                Map.of("scan.version", "watermark-2000"),
                Map.of("scan.watermark", "1"),
                Map.of("scan.watermark", "1001"),
                Map.of("scan.watermark", "4000"),
                Map.of("scan.timestamp-millis", Long.toString(second)),
                Map.of("scan.timestamp-millis", Long.toString(second - 1)),
                Map.of("scan.timestamp", wallClock),
                Map.of("scan.creation-time-millis", Long.toString(second)),
                Map.of("scan.creation-time-millis", "0"),
                Map.of(
                        "scan.creation-time-millis",
                        Long.toString(snapshots.get(4).timeMillis())),
                Map.of(
                        "scan.file-creation-time-millis",
                        Long.toString(snapshots.get(2).timeMillis() + 1)),
                Map.of("scan.file-creation-time-millis", "0"),
                Map.of("scan.mode", "from-snapshot", "scan.snapshot-id", "1"),
                Map.of("scan.mode", "from-snapshot-full", "scan.snapshot-id", "1"),
                Map.of("scan.mode", "from-timestamp", "scan.timestamp-millis", Long.toString(second))));
        for (String mode : List.of("default", "latest-full", "full", "latest", "compacted-full")) {
            reads.add(Map.of("scan.mode", mode));
        }
        for (Map<String, String> options : reads) {
            try (Table table = open(path, options)) {
                assertThat(RowFormsTest.ours(table.scan()))
                        .as(options.toString())
                        .containsExactlyElementsOf(theirs(path, options));
                assertThat(table.scan().count())
                        .isEqualTo(RowFormsTest.ours(table.scan()).size());
            }
        }
        try (Table table = open(path, Map.of("scan.mode", "compacted-full", "full-compaction.delta-commits", "7"))) {
            assertThat(RowFormsTest.ours(table.scan()))
                    .isEqualTo(
                            theirs(path, Map.of("scan.mode", "compacted-full", "full-compaction.delta-commits", "7")));
        }
    }

    @Test
    void whatNamesNoStateIsRefused(Path folder) throws Exception {
        Path path = create(folder);
        Map<Map<String, String>, TableException.Reason> refused = new HashMap<>();
        refused.put(Map.of("scan.snapshot-id", "99"), TableException.Reason.NOT_FOUND);
        refused.put(Map.of("scan.tag-name", "none"), TableException.Reason.NOT_FOUND);
        refused.put(Map.of("scan.version", "none"), TableException.Reason.NOT_FOUND);
        refused.put(Map.of("scan.watermark", "4001"), TableException.Reason.NOT_FOUND);
        refused.put(Map.of("scan.timestamp-millis", "0"), TableException.Reason.NOT_FOUND);
        refused.put(Map.of("scan.timestamp", "never"), TableException.Reason.INVALID);
        refused.put(Map.of("scan.mode", "from-the-moon"), TableException.Reason.INVALID);
        refused.put(Map.of("scan.mode", "from-snapshot"), TableException.Reason.INVALID);
        refused.put(Map.of("scan.mode", "incremental"), TableException.Reason.INVALID);
        refused.put(Map.of("scan.mode", "latest", "scan.snapshot-id", "1"), TableException.Reason.INVALID);
        refused.put(Map.of("scan.tag-name", "tag-3", "scan.snapshot-id", "1"), TableException.Reason.INVALID);
        refused.put(Map.of("scan.mode", "from-timestamp", "scan.snapshot-id", "1"), TableException.Reason.INVALID);
        for (var read : refused.entrySet()) {
            assertThatThrownBy(() -> {
                        try (Table table = open(path, read.getKey())) {
                            table.scan().count();
                        }
                    })
                    .as(read.getKey().toString())
                    .isInstanceOf(TableException.class)
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(read.getValue());
            assertThatThrownBy(() -> theirs(path, read.getKey()))
                    .as(read.getKey().toString())
                    .isInstanceOf(Exception.class);
        }
        try (Table table = open(path, Map.of("scan.snapshot-id", "2"))) {
            assertThatThrownBy(() -> table.scan().asOf(SnapshotRef.snapshot(1)).count())
                    .isInstanceOf(TableException.class);
        }
        // options that are stored give way to what the read names
        try (Table table = Table.open(path)) {
            table.alter(new org.lsmtable.schema.SchemaChange.SetOption("scan.snapshot-id", "2"));
            assertThat(table.scan().count()).isEqualTo(2);
            assertThat(table.scan().asOf(SnapshotRef.snapshot(1)).count()).isEqualTo(1);
        }
    }

    /** A snapshot whose schema is gone says so (a folder of its own: the checker would find the table damaged). */
    @Test
    void aStateWithoutItsSchemaIsAnErrorThatNamesIt(@TempDir Path folder) throws Exception {
        Path path = create(folder);
        Files.delete(path.resolve("schema/schema-0"));
        try (Table table = Table.open(path)) {
            assertThatThrownBy(() -> table.scan().asOf(SnapshotRef.snapshot(1)).count())
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("schema/schema-0");
        }
    }
}
