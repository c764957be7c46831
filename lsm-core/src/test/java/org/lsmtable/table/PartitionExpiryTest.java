package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding.Severity;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.PartitionDrop;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.TableException.Reason;
import org.lsmtable.testing.MemoryStorage;

/** When partitions expire, who lets them, and what keeps them. Which ones, beside real Paimon: {@code PartitionExpiryPeersTest}. */
class PartitionExpiryTest {
    private static final String LOCATION = "/db.db/t";
    private static final Instant START = Instant.parse("2026-01-10T12:00:00Z");

    private final MemoryStorage disk = new MemoryStorage();
    private Instant now = START;
    private ZoneId zone = ZoneOffset.UTC;

    private TableEnvironment environment(Storage storage) {
        Clock clock = new Clock() {
            @Override
            public ZoneId getZone() {
                return zone;
            }

            @Override
            public Clock withZone(ZoneId other) {
                return Clock.fixed(now, other);
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
        return new TableEnvironment(
                storage,
                clock,
                () -> UUID.randomUUID().toString(),
                Runnable::run,
                System.getProperty("java.io.tmpdir"),
                1);
    }

    private Table create(String type, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.putIfAbsent("partition.expiration-time", "7 d");
        all.put("bucket", "1");
        TableDefinition definition = TableDefinition.parse("p " + type + ", id INT, PRIMARY KEY (p, id)")
                .with(List.of("p"), all, null);
        return Table.create(LOCATION, environment(disk), definition);
    }

    private Table open(Storage storage) {
        return Table.open(LOCATION, environment(storage), Map.of());
    }

    private static List<Snapshot> commit(TableWriter writer, Object... partitions) {
        for (Object partition : partitions) {
            writer.upsert(Row.of(partition, 1));
        }
        CommitResult result = writer.commit();
        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        return result.snapshots();
    }

    private static void commit(Table table, Object... partitions) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            commit(writer, partitions);
        }
    }

    private static Set<Object> partitions(Table table) {
        Set<Object> partitions = new TreeSet<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.next()) {
                partitions.add(cursor.get(0));
            }
        }
        return partitions;
    }

    /** A writer looks after its first commit, and again when the interval is over; the partitions it has open may be those that go. */
    @Test
    void writersLookAgainWhenTheIntervalIsOver() {
        try (Table table = create("STRING", Map.of());
                TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
            commit(writer, "2026-01-03", "2026-01-04", "2026-01-10");
            assertThat(partitions(table)).containsExactly("2026-01-04", "2026-01-10");
            now = now.plus(Duration.ofMinutes(59));
            commit(writer, "2026-01-03", "2026-01-10");
            assertThat(partitions(table)).containsExactly("2026-01-03", "2026-01-04", "2026-01-10");
            now = START.plus(Duration.ofHours(13));
            List<Snapshot> made = commit(writer, "2026-01-10");
            assertThat(partitions(table)).containsExactly("2026-01-10");
            Snapshot latest = table.snapshot(SnapshotRef.latest()).orElseThrow();
            assertThat(latest.commitKind()).isEqualTo(CommitKind.OVERWRITE);
            assertThat(latest.id()).isEqualTo(made.get(made.size() - 1).id() + 1);
            commit(writer, "2026-01-04", "2026-01-10");
            assertThat(partitions(table)).containsExactly("2026-01-04", "2026-01-10");
            assertThat(table.check(Depth.ROWS)).isEmpty();
        }
    }

    /** Midnight is that of the clock's zone. */
    @Test
    void daysEndWithTheZone() {
        now = Instant.parse("2026-01-10T23:30:00Z");
        try (Table table = create("STRING", Map.of("partition.expiration-time", "1 d"))) {
            commit(table, "2026-01-09 23:45:00", "2026-01-10 01:00:00");
            assertThat(partitions(table)).hasSize(2);
            zone = ZoneId.of("Europe/Berlin");
            commit(table, "2026-01-10 01:00:00");
            assertThat(partitions(table)).containsExactly("2026-01-10 01:00:00");
        }
    }

    /** Writers that leave compaction to others leave this to them too. */
    @Test
    void writeOnlyLeavesItToThoseWhoCompact() {
        try (Table table = create("STRING", Map.of("write-only", "true"))) {
            commit(table, "2026-01-01", "2026-01-10");
            commit(table, "2026-01-10");
            assertThat(partitions(table)).containsExactly("2026-01-01", "2026-01-10");
            table.compactFully();
            assertThat(partitions(table)).containsExactly("2026-01-10");
        }
    }

    /** Real Paimon fails at each commit then. */
    @Test
    void timestampsExpireWhereTheirTextIsSaid() {
        try (Table table =
                create("TIMESTAMP(3)", Map.of("partition.timestamp-formatter", "yyyy-MM-dd'T'HH:mm[:ss[.SSS]]"))) {
            commit(
                    table,
                    LocalDateTime.of(2026, 1, 3, 11, 59, 59, 999_000_000),
                    LocalDateTime.of(2026, 1, 1, 0, 0),
                    LocalDateTime.of(2026, 1, 3, 12, 0));
            assertThat(partitions(table)).containsExactly(LocalDateTime.of(2026, 1, 3, 12, 0));
        }
    }

    /** By the age of the newest file; whoever makes a partition young before it goes, keeps it, at whatever moment that happens. */
    @Test
    void whoWritesToAPartitionKeepsIt() throws IOException {
        for (int n = 0; ; n++) {
            MemoryStorage copy;
            now = START;
            try (Table table =
                    n == 0 ? create("STRING", Map.of("partition.expiration-strategy", "update-time")) : open(disk)) {
                if (n == 0) {
                    commit(table, "a", "b");
                }
                copy = disk.copy();
            }
            now = START.plus(Duration.ofDays(8));
            AtomicBoolean happened = new AtomicBoolean();
            Storage storage = InterruptedStorage.before(n, copy, happened, () -> {
                try (Table other = Table.open(LOCATION, environment(copy), Map.of("write-only", "true"))) {
                    commit(other, "a");
                }
            });
            try (Table table = open(storage)) {
                PartitionDrop plan = table.maintenance().expiredPartitions().orElseThrow();
                assertThat(table.maintenance().execute(plan)).isInstanceOf(CommitResult.Committed.class);
            }
            try (Table table = open(copy)) {
                if (!happened.get()) {
                    assertThat(n).isGreaterThan(10);
                    assertThat(partitions(table)).isEmpty();
                    return;
                }
                assertThat(partitions(table))
                        .as("commit before operation %d", n)
                        .containsExactly("a");
                // a hint that two wrote at once may be behind
                assertThat(table.check(Depth.ROWS)).noneMatch(finding -> finding.severity() == Severity.ERROR);
            }
        }
    }

    @Test
    void noneExpireWhereNothingIsSaid() {
        TableDefinition definition = TableDefinition.parse("p STRING, id INT, PRIMARY KEY (p, id)")
                .with(List.of("p"), Map.of("bucket", "1"), null);
        try (Table table = Table.create(LOCATION, environment(disk), definition)) {
            commit(table, "2000-01-01");
            assertThat(partitions(table)).hasSize(1);
            assertThat(table.maintenance().expiredPartitions()).isEmpty();
        }
    }

    /** Writers go on where the options ask for what we cannot do; who asks for it is told. */
    @Test
    void whatIsNotUnderstoodIsSaid() {
        try (Table table = create("STRING", Map.of("partition.expiration-strategy", "custom"))) {
            commit(table, "2000-01-01");
            assertThat(partitions(table)).hasSize(1);
            assertThatThrownBy(() -> table.maintenance().expiredPartitions())
                    .isInstanceOfSatisfying(
                            TableException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSUPPORTED))
                    .hasMessageContaining("'partition.expiration-strategy' = 'custom'");
        }
        Map<String, String> options =
                Map.of("partition.expiration-strategy", "values-time", "partition.timestamp-formatter", "nonsense {");
        try (Table table = Table.open(LOCATION, environment(disk), options)) {
            assertThatThrownBy(() -> table.maintenance().expiredPartitions())
                    .isInstanceOfSatisfying(
                            TableException.class, e -> assertThat(e.reason()).isEqualTo(Reason.INVALID))
                    .hasMessageContaining("'partition.timestamp-formatter'")
                    .hasMessageContaining("nonsense {");
        }
    }
}
