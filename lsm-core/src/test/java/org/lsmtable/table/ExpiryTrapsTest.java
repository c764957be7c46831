package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.maintenance.DeletionPlan;
import org.lsmtable.maintenance.Outcome;
import org.lsmtable.maintenance.Retention;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.TableException.Reason;
import org.lsmtable.testing.HookedStorage;

/** Expiry of tables on which others have left something unusual, or do something just now: it may do less, but nothing is lost. */
class ExpiryTrapsTest {
    private static final Retention ALL_BUT_ONE = new Retention(1, 1, Duration.ZERO, Integer.MAX_VALUE);

    @TempDir
    private Path folder;

    /** Writes keys 10n to 10n + 9 for each n, a snapshot each; no compaction. */
    private Table create(int from, int to) {
        Table table = Table.create(
                folder.resolve("t"),
                TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                        .with(List.of(), Map.of("bucket", "1", "write-only", "true"), null));
        for (int n = from; n <= to; n++) {
            write(table, n);
        }
        return table;
    }

    private static void write(Table table, int n) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            for (int i = 0; i < 10; i++) {
                writer.upsert(Row.of(10 * n + i, "v" + n));
            }
            writer.commit();
        }
    }

    private Table openWith(BiConsumer<String, String> hook) {
        return Table.open(
                folder.resolve("t").toString(),
                TableEnvironment.of(HookedStorage.of(LocalStorage.of(Durability.SYNCED), hook)),
                Map.of());
    }

    private Path file(String name) {
        return folder.resolve("t").resolve(name);
    }

    private static void expire(Table table) {
        DeletionPlan plan = table.maintenance().expiry(ALL_BUT_ONE);
        table.maintenance().execute(plan);
    }

    private static long rows(Table table, SnapshotRef ref) {
        return table.scan().asOf(ref).count();
    }

    private static void assertReadable(Table table) {
        assertThat(table.check(Depth.ROWS)).noneMatch(finding -> finding.severity() == Finding.Severity.ERROR);
        for (Snapshot snapshot : table.snapshots()) {
            assertThat(rows(table, SnapshotRef.snapshot(snapshot.id()))).isEqualTo(snapshot.id() * 10);
        }
    }

    /** What a rollback to snapshot 4 leaves that dies when it has deleted snapshot 5 and not yet its tag. */
    private Table withATagOfNoSnapshot() throws IOException {
        Table table = create(1, 5);
        table.createTag("five", SnapshotRef.snapshot(5));
        Files.delete(file("snapshot/snapshot-5"));
        Files.writeString(file("snapshot/LATEST"), "4");
        return table;
    }

    @Test
    void deletingATagThatARollbackHasLeftDeletesNothingElse() throws IOException {
        try (Table table = withATagOfNoSnapshot()) {
            table.deleteTag("five");
            assertReadable(table);
        }
    }

    @Test
    void suchATagMayBeOfAnotherSnapshotWithTheSameNumber() throws IOException {
        try (Table table = withATagOfNoSnapshot()) {
            write(table, 5);
            write(table, 6);
            table.deleteTag("five");
            assertReadable(table);
        }
    }

    @Test
    void suchATagMayExpireToo() throws IOException {
        try (Table table = create(1, 5)) {
            table.createTag("five", SnapshotRef.snapshot(5), Duration.ofMillis(1));
            Files.delete(file("snapshot/snapshot-5"));
            Files.writeString(file("snapshot/LATEST"), "4");
            expire(table);
            assertThat(table.tags()).isEmpty();
            assertReadable(table);
            assertThat(rows(table, SnapshotRef.latest())).isEqualTo(40);
        }
    }

    /** Whenever the rollback comes, the table is what it went back to, or it is refused and the table is as it was. */
    @Test
    void aRollbackWhileSnapshotsExpireLeavesOneOfBoth() throws IOException {
        for (int at = 1; at <= 6; at++) {
            try (Table table = create(1, 6)) {
                int[] deletions = {0};
                int when = at;
                List<Reason> refused = new ArrayList<>();
                BiConsumer<String, String> hook = (operation, path) -> {
                    if (operation.equals("delete") && ++deletions[0] == when) {
                        try {
                            var plan = table.maintenance().rollback(SnapshotRef.snapshot(3));
                            table.maintenance().execute(plan);
                        } catch (TableException e) {
                            refused.add(e.reason());
                        }
                    }
                };
                try (Table expiring = openWith(hook)) {
                    expire(expiring);
                } catch (TableException e) {
                    refused.add(e.reason());
                }
                assertThat(table.snapshots())
                        .as("at deletion %d, refused %s", at, refused)
                        .isNotEmpty();
                assertReadable(table);
            }
            deleteAll();
        }
    }

    private void deleteAll() throws IOException {
        try (Stream<Path> walk = Files.walk(folder.resolve("t"))) {
            for (Path path : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @Test
    void nothingExpiresWhereTheFirstThatWouldStayIsDamaged() throws IOException {
        try (Table table = create(1, 4)) {
            for (String name : manifestsOnlyOfTheLast(table)) {
                Map<String, byte[]> before = content();
                Files.write(file("manifest/" + name), new byte[100]);
                assertThatThrownBy(() -> expire(table))
                        .isInstanceOfSatisfying(
                                TableException.class,
                                e -> assertThat(e.reason()).isEqualTo(Reason.DAMAGED))
                        .hasMessageContaining(name);
                assertThat(content().keySet()).isEqualTo(before.keySet());
                Files.write(file("manifest/" + name), before.get(name));
            }
            assertReadable(table);
        }
    }

    private TreeSet<String> manifestsOnlyOfTheLast(Table table) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        for (Snapshot snapshot : table.snapshots()) {
            if (snapshot.id() < 4) {
                continue;
            }
            table.stores()
                    .manifests()
                    .readList(snapshot.deltaManifestList(), snapshot.deltaManifestListSize())
                    .forEach(manifest -> names.add(manifest.fileName()));
        }
        assertThat(names).isNotEmpty();
        return names;
    }

    private Map<String, byte[]> content() throws IOException {
        Map<String, byte[]> content = new HashMap<>();
        try (Stream<Path> walk = Files.walk(folder.resolve("t"))) {
            for (Path path : walk.filter(Files::isRegularFile).toList()) {
                content.put(path.getFileName().toString(), Files.readAllBytes(path));
            }
        }
        return content;
    }

    @Test
    void aGapInTheNumbersIsPassedOver() throws IOException {
        try (Table table = create(1, 6)) {
            Files.delete(file("snapshot/snapshot-3"));
            Files.delete(file("snapshot/snapshot-4"));
            table.maintenance()
                    .execute(table.maintenance().expiry(new Retention(3, 3, Duration.ZERO, Integer.MAX_VALUE)));
            assertThat(table.snapshots()).extracting(Snapshot::id).containsExactly(5L, 6L);
            assertReadable(table);
        }
    }

    @Test
    void aDamagedSnapshotThatExpiresIsToldOf() throws IOException {
        try (Table table = create(1, 3)) {
            Files.writeString(file("snapshot/snapshot-1"), "{");
            DeletionPlan plan = table.maintenance().expiry(ALL_BUT_ONE);
            assertThat(plan.warnings()).anyMatch(warning -> warning.contains("snapshot-1"));
            Outcome outcome = table.maintenance().execute(plan);
            assertThat(outcome.failures()).isEmpty();
            assertReadable(table);
        }
    }
}
