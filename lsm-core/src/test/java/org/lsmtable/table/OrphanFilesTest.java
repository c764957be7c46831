package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.fs.Storage;
import org.lsmtable.interop.FolderTree;
import org.lsmtable.maintenance.OrphanFiles;
import org.lsmtable.maintenance.Outcome;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.table.TableException.Reason;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.HookedStorage;
import org.lsmtable.testing.MemoryStorage;

/** Files that nothing refers to: whatever the table is called, whatever happens meanwhile, and where metadata cannot be read. */
class OrphanFilesTest {
    private final long old = Instant.now().minus(Duration.ofDays(3)).toEpochMilli();
    private static final TableDefinition DEFINITION = TableDefinition.parse(
                    "p STRING, id INT, v STRING, PRIMARY KEY (p, id)")
            .with(List.of("p"), Map.of("bucket", "1"), null);

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void create() throws IOException {
        path = folder.resolve("db.db/t t");
        try (Table table = Table.create(path, DEFINITION)) {
            fill(table);
        }
        Files.writeString(bucket().resolve("data-dead-0.parquet"), "x");
        Files.writeString(path.resolve("manifest/manifest-dead-0"), "xy");
        FolderTree.setTimes(path, old);
    }

    private Path bucket() {
        return path.resolve("p=x%2Fy/bucket-0");
    }

    /** Two snapshots, a tag and a branch. */
    private static void fill(Table table) {
        write(table, "a");
        table.createTag("one", SnapshotRef.latest());
        write(table, "b");
        table.branches().create("b", "one");
    }

    private static void write(Table table, String value) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of("x/y", 1, value));
            writer.commit();
        }
    }

    private static List<String> values(Table table) {
        try (RowCursor cursor = table.scan().open()) {
            List<String> values = new java.util.ArrayList<>();
            while (cursor.next()) {
                values.add((String) cursor.get(2));
            }
            return values;
        }
    }

    private static Set<String> names(List<Removal> removals) {
        return lastNames(removals.stream().map(Removal::path).toList());
    }

    private static Set<String> lastNames(List<String> paths) {
        return paths.stream()
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static TableException refusal(Table table) {
        Throwable thrown = org.assertj.core.api.Assertions.catchThrowable(
                () -> table.maintenance().orphanFiles());
        assertThat(thrown).isInstanceOf(TableException.class);
        return (TableException) thrown;
    }

    @Test
    void areTheSameHoweverTheTableIsSpelled() throws Exception {
        Path link = folder.resolve("link");
        Files.createSymbolicLink(link, path);
        for (String spelling : List.of(
                path.toString(),
                path + "//",
                "file:" + path.toUri().getRawPath(),
                "file://" + path.toUri().getRawPath(),
                folder + "/db.db/../db.db/./t t",
                link.toString(),
                link + "/")) {
            try (Table table = Table.open(spelling)) {
                List<Removal> removals = table.maintenance().orphanFiles().removals();
                assertThat(names(removals)).as(spelling).containsExactly("data-dead-0.parquet", "manifest-dead-0");
                assertThat(removals).extracting(Removal::bytes).as(spelling).containsExactlyInAnyOrder(1L, 2L);
                assertThat(removals).allMatch(removal -> Files.exists(Path.of(removal.path())));
            }
        }
        try (Table branch = Table.open(path).branches().open("b")) {
            assertThat(branch.maintenance().orphanFiles().removals()).hasSize(2);
        }
    }

    @Test
    void areOldAndOnlyOld() throws Exception {
        try (Table table = Table.open(path)) {
            Maintenance maintenance = table.maintenance();
            assertThat(maintenance.orphanFiles(Instant.ofEpochMilli(old)).removals())
                    .isEmpty();
            assertThat(maintenance.orphanFiles(Instant.ofEpochMilli(old + 1)).removals())
                    .hasSize(2);
            assertThatThrownBy(() -> maintenance.orphanFiles(Instant.now().plusSeconds(60)))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("not in the future");
        }
    }

    /** What comes to be referred to between plan and execution is spared, and so are folders in use again. */
    @Test
    void areLookedUpAgainBeforeTheyAreDeleted() throws Exception {
        Path snapshot = path.resolve("snapshot/snapshot-2");
        Path aside = folder.resolve("aside");
        Path empty = path.resolve("p=gone/bucket-0");
        Files.createDirectories(empty);
        FolderTree.setTimes(empty.getParent(), old);
        Files.move(snapshot, aside);
        try (Table table = Table.open(path)) {
            Maintenance maintenance = table.maintenance();
            OrphanFiles found = maintenance.orphanFiles();
            assertThat(names(found.removals())).hasSizeGreaterThan(5).contains("bucket-0", "p=gone");
            Files.move(aside, snapshot);
            Files.writeString(empty.resolve("data-new-0.parquet"), "x");
            assertThat(lastNames(maintenance.execute(found).paths()))
                    .containsExactly("data-dead-0.parquet", "manifest-dead-0");
            assertThat(values(table)).containsExactly("b");
        }
        assertThat(empty.resolve("data-new-0.parquet")).exists();
        CheckedTables.assertSound(path);
    }

    @Test
    void whatCannotBeDeletedIsToldAndTheRestGoes() throws IOException {
        Storage disk = LocalStorage.of(Durability.PROCESS);
        Storage failing = HookedStorage.of(disk, (operation, on) -> {
            if (operation.equals("delete") && on.endsWith("data-dead-0.parquet")) {
                throw new UncheckedIOException(new IOException(on + ": no permission"));
            }
        });
        try (Table table = Table.open(path.toString(), TableEnvironment.of(failing), Map.of())) {
            Outcome outcome = table.maintenance().execute(table.maintenance().orphanFiles());
            assertThat(lastNames(outcome.paths())).containsExactly("manifest-dead-0");
            assertThat(outcome.failures()).hasSize(1).allMatch(line -> line.contains("no permission"));
        }
        assertThat(bucket().resolve("data-dead-0.parquet")).exists();
        assertThat(path.resolve("manifest/manifest-dead-0")).doesNotExist();
    }

    /** What only the branch needs goes when the branch has gone, and its folders with it. */
    @Test
    void areWhatBranchesLeave() {
        try (Table table = Table.open(path)) {
            try (Table branch = table.branches().open("b");
                    TableWriter writer = branch.newWriter(CompactionMode.NONE)) {
                writer.upsert(Row.of("only b", 1, "b"));
                writer.commit();
            }
            setOld();
            Maintenance maintenance = table.maintenance();
            assertThat(maintenance.orphanFiles().removals()).hasSize(2);
            table.branches().delete("b");
            assertThat(maintenance.execute(maintenance.orphanFiles()).paths())
                    .contains(path + "/p=only b/bucket-0", path + "/p=only b")
                    .hasSize(2 + 1 + 3 + 2); // planted, data, a manifest and two lists, folders
            assertThat(path.resolve("p=only b")).doesNotExist();
            assertThat(maintenance.orphanFiles().removals()).isEmpty();
        }
        CheckedTables.assertSound(path);
    }

    private void setOld() {
        try {
            FolderTree.setTimes(path, old);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"snapshot/snapshot-1", "tag/tag-one", "manifest/manifest-", "branch/branch-b/tag/tag-one"})
    void areNotDeletedWhereMetadataIsDamaged(String prefix) throws Exception {
        Path damaged;
        try (var files = Files.list(path.resolve(prefix).getParent())) {
            damaged = files.filter(
                            f -> f.toString().startsWith(path.resolve(prefix).toString())
                                    && !f.toString().contains("dead"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
        byte[] content = Files.readAllBytes(damaged);
        Files.write(damaged, java.util.Arrays.copyOf(content, content.length / 2));
        Map<String, String> before = FolderTree.of(path);
        try (Table table = Table.open(path)) {
            TableException refusal = refusal(table);
            assertThat(refusal.reason()).isEqualTo(Reason.DAMAGED);
            assertThat(refusal).hasMessageContaining(damaged.getFileName().toString());
        }
        assertThat(FolderTree.of(path)).isEqualTo(before);
    }

    @Test
    void areNotDeletedWhereMetadataIsMissingOrOdd() throws Exception {
        try (Table table = Table.open(path)) {
            String list = table.snapshot(SnapshotRef.snapshot(1)).orElseThrow().deltaManifestList();
            Path file = path.resolve("manifest").resolve(list);
            Path aside = folder.resolve("aside");
            Files.move(file, aside);
            assertThat(refusal(table)).hasMessageContaining(list).hasMessageContaining("snapshot-1");
            Files.move(aside, file);

            Path odd = path.resolve("snapshot/snapshot-2.bak");
            Files.writeString(odd, "{}");
            assertThat(refusal(table)).hasMessageContaining("snapshot-2.bak");
            Files.delete(odd);

            Path branch = path.resolve("branch/branch-c");
            Files.createDirectories(branch);
            assertThat(refusal(table)).hasMessageContaining("branch-c").hasMessageContaining("schema");
            Files.delete(branch);
            assertThat(table.maintenance().orphanFiles().removals()).hasSize(2);
        }
    }

    /** Each operation of a run fails once, and then the power: the table reads the same, and the next run does the rest. */
    @Test
    void canBeCutOffAnywhere() throws Exception {
        for (int n = 0; ; n++) {
            MemoryStorage disk = new MemoryStorage(() -> 1);
            try (Table table = Table.create("/db.db/t", SteadyEnvironment.of(disk), DEFINITION)) {
                fill(table);
            }
            for (String name : List.of("p=x%2Fy/bucket-0/data-dead", "p=z/bucket-0/data-dead", "manifest/dead")) {
                disk.createIfAbsent("/db.db/t/" + name, new byte[] {1});
            }
            FaultyStorage faulty = FaultyStorage.failingAt(n, FaultyStorage.Fault.CRASH, disk);
            try (Table table = Table.open("/db.db/t", SteadyEnvironment.of(faulty), Map.of())) {
                Maintenance maintenance = table.maintenance();
                maintenance.execute(maintenance.orphanFiles());
            } catch (TableException e) {
                assertThat(e.reason()).isEqualTo(Reason.IO);
            }
            disk.loseUnsynced();
            try (Table table = Table.open("/db.db/t", SteadyEnvironment.of(disk), Map.of())) {
                assertThat(values(table)).as(faulty.trace()).containsExactly("b");
                Maintenance maintenance = table.maintenance();
                maintenance.execute(maintenance.orphanFiles());
                assertThat(maintenance.orphanFiles().removals()).isEmpty();
                assertThat(disk.files()).noneMatch(file -> file.contains("dead"));
                assertThat(disk.exists("/db.db/t/p=z")).isFalse();
                assertThat(table.check(org.lsmtable.check.Depth.ROWS)).isEmpty();
            }
            if (!faulty.fired()) {
                assertThat(n).isGreaterThan(20);
                return;
            }
        }
    }
}
