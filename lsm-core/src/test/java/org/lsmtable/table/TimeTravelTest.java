package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.interop.Peer;
import org.lsmtable.interop.Peers;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.types.Types;

/** Older states of a table by snapshot id, by tag and by time. */
@ExtendWith(CheckedTables.class)
class TimeTravelTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private static Table open(Path table, Instant now) {
        TableEnvironment system = TableEnvironment.of(LocalStorage.of(Durability.PROCESS));
        return Table.open(
                table.toString(),
                new TableEnvironment(
                        system.storage(),
                        Clock.fixed(now, ZoneOffset.UTC),
                        system.uuids(),
                        system.executor(),
                        system.scratchFolder(),
                        1),
                Map.of());
    }

    /** Snapshot n is made n minutes after the start and sets key 1 to n. */
    private static Path threeSnapshots(Path folder) {
        Path table = folder.resolve("db.db/t");
        Table.create(table, TableDefinition.parse("id INT, n INT, PRIMARY KEY (id)"))
                .close();
        for (int n = 1; n <= 3; n++) {
            try (Table opened = open(table, START.plusSeconds(60L * n));
                    TableWriter writer = opened.newWriter(CompactionMode.NONE)) {
                writer.upsert(Row.of(1, n));
                writer.commit();
            }
        }
        return table;
    }

    private static int valueIn(Table table, SnapshotRef ref) {
        try (RowCursor rows = table.scan().asOf(ref).open()) {
            assertThat(rows.next()).isTrue();
            int value = rows.getInt(1);
            assertThat(table.lookup(ref, 1).row()).isEqualTo(Row.of(1, value));
            assertThat(rows.next()).isFalse();
            return value;
        }
    }

    @Test
    void bySnapshotId(Path folder) {
        try (Table table = Table.open(threeSnapshots(folder))) {
            assertThat(valueIn(table, SnapshotRef.latest())).isEqualTo(3);
            for (int n = 1; n <= 3; n++) {
                assertThat(valueIn(table, SnapshotRef.snapshot(n))).isEqualTo(n);
            }
            assertThatThrownBy(() -> valueIn(table, SnapshotRef.snapshot(7)))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("snapshot 7 not found; snapshots are 1 to 3")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(TableException.Reason.NOT_FOUND);
        }
    }

    /** A state needs its own schema, also if later ones are there. */
    @Test
    void aSchemaThatIsMissingIsNamed(@TempDir Path folder) throws Exception {
        Path path = threeSnapshots(folder);
        try (Table table = Table.open(path)) {
            table.alter(new AddColumn("x", Types.INT));
        }
        Files.delete(path.resolve("schema/schema-0"));
        try (Table table = Table.open(path)) {
            assertThatThrownBy(() -> valueIn(table, SnapshotRef.snapshot(1)))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("schema/schema-0")
                    .hasMessageContaining("missing")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(TableException.Reason.DAMAGED);
        }
    }

    @Test
    void byTime(Path folder) {
        try (Table table = Table.open(threeSnapshots(folder))) {
            assertThat(valueIn(table, SnapshotRef.asOf(START.plusSeconds(60)))).isEqualTo(1);
            assertThat(valueIn(table, SnapshotRef.asOf(START.plusSeconds(179)))).isEqualTo(2);
            assertThat(valueIn(table, SnapshotRef.asOf(START.plusSeconds(180)))).isEqualTo(3);
            assertThat(valueIn(table, SnapshotRef.parse("2026-03-01T13:02:00.500+01:00")))
                    .isEqualTo(2);
            assertThatThrownBy(() -> valueIn(table, SnapshotRef.asOf(START)))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("no snapshot at or before 2026-03-01T12:00:00Z");
        }
    }

    @Test
    void statesPast64BitsAreRefused() {
        assertThatThrownBy(() -> SnapshotRef.asOf(java.time.Instant.MAX))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("time of a snapshot: expected one whose milliseconds fit into 64 bits,"
                        + " found +1000000000-12-31T23:59:59.999999999Z");
        assertThatThrownBy(() -> SnapshotRef.parse("-999999999-01-01T00:00:00Z"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("64 bits");
        assertThatThrownBy(() -> SnapshotRef.parse("99999999999999999999"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("snapshot id: expected at most 9223372036854775807, found 99999999999999999999");
    }

    @Test
    void byATagThatOutlivesItsSnapshot(Path folder) throws Exception {
        Path table = threeSnapshots(folder);
        try (Peer peer = Peers.paimon20()) {
            peer.createTag(table, "first", 1);
            peer.expire(table, 1);
        }
        try (Table opened = Table.open(table)) {
            assertThat(valueIn(opened, SnapshotRef.tag("first"))).isEqualTo(1);
            assertThat(valueIn(opened, SnapshotRef.parse("first"))).isEqualTo(1);
            assertThatThrownBy(() -> valueIn(opened, SnapshotRef.snapshot(1)))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("not found");
            assertThatThrownBy(() -> valueIn(opened, SnapshotRef.tag("second")))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("tag 'second' not found");
            assertThat(opened.versions(1))
                    .extracting(KeyVersion::snapshots)
                    .containsExactly(List.of(3L), List.of(3L), List.of(3L));
        }
    }
}
