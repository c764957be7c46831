package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.maintenance.AfterCommit;
import org.lsmtable.snapshot.TagStore;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableException;
import org.lsmtable.table.TableWriter;

/** Tags that commits are followed by: those that real Paimon makes of the same commits. */
class AutomaticTagsTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long MIDNIGHT = Instant.parse("2023-11-14T00:00:00Z").toEpochMilli();

    @RegisterExtension
    private static final OpenPeers PEERS = new OpenPeers();

    @TempDir
    Path folder;

    private static List<String> tags(Path path) {
        try (Table table = Table.open(path)) {
            return table.tags().stream()
                    .map(tag -> tag.name() + " = " + tag.snapshot().id() + ", " + tag.timeRetained())
                    .toList();
        }
    }

    @ParameterizedTest(name = "Paimon {0}, {1}")
    @CsvSource({
        "1.4.2, tag.creation-period=hourly",
        "2.0.0, tag.creation-period=hourly;tag.creation-delay=10 min",
        "2.0.0, tag.creation-period=hourly;tag.num-retained-max=2;tag.default-time-retained=30 d",
        "2.0.0, tag.creation-period=hourly;tag.automatic-completion=true",
        "2.0.0, tag.creation-period=two-hours;sink.watermark-time-zone=Asia/Tokyo",
        "2.0.0, tag.creation-period-duration=7 h",
        "1.4.2, tag.period-formatter=without_dashes",
    })
    void tagsByWatermark(String version, String text) throws Exception {
        Peer peer = PEERS.of(version);
        Map<String, String> options = new HashMap<>(Map.of(
                "bucket", "1", "tag.automatic-creation", "watermark", "num-sorted-run.compaction-trigger", "20"));
        for (String option : text.split(";", -1)) {
            options.put(option.split("=", -1)[0], option.split("=", -1)[1]);
        }
        Path theirs = folder.resolve("db.db/theirs");
        Path ours = folder.resolve("db.db/ours");
        for (Path path : List.of(theirs, ours)) {
            peer.create(
                    path,
                    List.of(new Peer.Column("k", "INT NOT NULL"), new Peer.Column("v", "STRING")),
                    List.of("k"),
                    List.of(),
                    options);
        }
        try (Table table = Table.open(ours)) {
            AfterCommit after = afterCommit(table);
            List<Long> watermarks = List.of(
                    5 * 60_000L, HOUR - 1, HOUR, HOUR + 10 * 60_000L, 2 * HOUR, 5 * HOUR + 1, 30 * HOUR, 55 * HOUR);
            for (int i = 0; i < watermarks.size(); i++) {
                List<Object[]> rows = List.<Object[]>of(new Object[] {"+I", i, "v"});
                peer.writeAt(theirs, rows, MIDNIGHT + watermarks.get(i), Map.of());
                peer.writeAt(ours, rows, MIDNIGHT + watermarks.get(i), Map.of("write-only", "true"));
                if (i == 3) { // as a new process
                    after = afterCommit(table);
                }
                if (i != 1) { // two snapshots at once
                    after.run(table.snapshot(SnapshotRef.latest()).orElseThrow());
                }
                if (i > 1) {
                    assertThat(tags(ours)).as("after commit %d", i).isEqualTo(tags(theirs));
                }
            }
        }
        assertThat(tags(ours)).hasSizeGreaterThan(1);
        assertThat(peer.read(ours, "tags", Map.of())).hasSameSizeAs(tags(ours));
    }

    private static AfterCommit afterCommit(Table table) {
        return new AfterCommit(
                table.stores(),
                table.schema(),
                () -> {
                    throw new AssertionError("no partition expires");
                },
                Clock.systemDefaultZone());
    }

    private static TableEnvironment at(String time, String zone) {
        LocalStorage storage = LocalStorage.of(Durability.PROCESS);
        return new TableEnvironment(
                storage,
                Clock.fixed(Instant.parse(time), ZoneId.of(zone)),
                () -> UUID.randomUUID().toString(),
                Runnable::run,
                System.getProperty("java.io.tmpdir"),
                1);
    }

    private static void write(Path path, String time, String zone, int key) {
        try (Table table = Table.open(path.toString(), at(time, zone), Map.of());
                TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of(key));
            writer.commit();
        }
    }

    private static List<String> names(Path path) {
        try (Table table = Table.open(path)) {
            return table.tags().stream().map(TagStore.Tag::name).collect(Collectors.toCollection(ArrayList::new));
        }
    }

    /** Each day ends at the midnight of the writer's zone. */
    @Test
    void writersMakeTagsByTheTimeOfDay() {
        Path path = folder.resolve("db.db/t");
        Table.create(
                        path,
                        TableDefinition.parse("k INT, PRIMARY KEY (k)")
                                .with(List.of(), Map.of("tag.automatic-creation", "process-time"), null))
                .close();
        write(path, "2026-01-01T22:30:00Z", "UTC", 1);
        assertThat(names(path)).containsExactly("2025-12-31");
        write(path, "2026-01-01T22:45:00Z", "Europe/Berlin", 2);
        assertThat(names(path)).containsExactly("2025-12-31");
        write(path, "2026-01-01T23:00:00Z", "Europe/Berlin", 3);
        assertThat(names(path)).containsExactly("2025-12-31", "2026-01-01");
        try (Table table =
                Table.open(path.toString(), at("2026-01-05T00:00:00Z", "UTC"), Map.of("tag.creation-delay", "24 h"))) {
            assertThatThrownBy(() -> table.newWriter().close())
                    .isInstanceOfAny(IllegalArgumentException.class, TableException.class)
                    .hasMessageContaining("tag.creation-delay");
        }
        write(path, "2026-01-05T00:00:00Z", "UTC", 4);
        assertThat(names(path)).containsExactly("2025-12-31", "2026-01-01", "2026-01-04");
    }
}
