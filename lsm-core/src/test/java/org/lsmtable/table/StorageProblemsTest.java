package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.maintenance.Retention;
import org.lsmtable.table.TableException.Reason;
import org.lsmtable.testing.HookedStorage;

/** What storage refuses is told in words, with the file's name, by whatever method of the API it comes out of. */
class StorageProblemsTest {
    @TempDir
    Path folder;

    private Table table() {
        return Table.create(folder.resolve("t"), TableDefinition.parse("id INT, v INT, PRIMARY KEY (id)"));
    }

    private static void write(Table table, int id) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            writer.upsert(Row.of(id, id));
            writer.commit();
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    /** The table on a storage whose operations on paths with a part in them fail. */
    private Table failing(String part, java.util.function.Function<String, IOException> failure) {
        return Table.open(
                folder.resolve("t").toString(),
                SteadyEnvironment.of(HookedStorage.of(LocalStorage.of(Durability.PROCESS), (operation, path) -> {
                    if (path.contains(part)) {
                        StorageProblemsTest.<RuntimeException>sneak(failure.apply(path));
                    }
                })),
                Map.of());
    }

    @Test
    void aRefusalOfAnyStorageIsTold() {
        try (Table table = table()) {
            write(table, 1);
        }
        try (Table table = failing("/snapshot/", AccessDeniedException::new)) {
            assertThatThrownBy(() -> table.scan().count())
                    .isInstanceOf(TableException.class)
                    .hasMessageStartingWith(table.location() + "/snapshot/")
                    .hasMessageContaining(": permission denied");
            assertThatThrownBy(() -> table.createTag("x", SnapshotRef.latest()))
                    .hasMessageContaining(": permission denied");
        }
        try (Table table = failing("/snapshot/", path -> new ClosedByInterruptException())) {
            assertThatThrownBy(() -> table.scan().count())
                    .isInstanceOfSatisfying(
                            TableException.class, e -> assertThat(e.reason()).isEqualTo(Reason.IO))
                    .hasMessage("interrupted while reading or writing");
        }
    }

    @Test
    void aFileInPlaceOfAFolderIsTold() throws IOException {
        try (Table table = table();
                TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            Files.write(folder.resolve("t/bucket-0"), new byte[1]);
            writer.upsert(Row.of(1, 1));
            assertThatThrownBy(writer::commit).hasMessage(folder + "/t/bucket-0: expected a folder, found a file");
            Files.delete(folder.resolve("t/bucket-0"));
            assertThat(writer.commit().snapshots())
                    .as("mended, and tried again")
                    .hasSize(1);
            assertThat(table.scan().count()).isEqualTo(1);
        }
    }

    @Test
    void aFileIsNoTable() throws IOException {
        Path file = folder.resolve("f");
        Files.write(file, new byte[1]);
        assertThatThrownBy(() -> Table.open(file))
                .isInstanceOfSatisfying(
                        TableException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND))
                .hasMessage(file + ": no table: expected a folder, found a file");
    }

    @Test
    void whatAnExpirationCannotDeleteIsTold() throws IOException {
        try (Table table = table()) {
            write(table, 1);
            write(table, 1);
            table.compactFully();
            Path file;
            try (Stream<Path> files = Files.list(folder.resolve("t/bucket-0"))) {
                file = files.filter(Files::isRegularFile).sorted().findFirst().orElseThrow();
            }
            var plan = table.maintenance()
                    .expiry(Retention.of(table.options()
                            .with(Map.of("snapshot.num-retained.min", "1", "snapshot.num-retained.max", "1"))));
            List<Path> replaced;
            try (Stream<Path> files = Files.list(folder.resolve("t/bucket-0"))) {
                replaced = files.toList();
            }
            for (Path path : replaced) {
                Files.delete(path);
                Files.createDirectories(path.resolve("in"));
            }
            assertThat(table.maintenance().execute(plan).failures())
                    .isNotEmpty()
                    .allMatch(text -> text.endsWith(": expected an empty folder, found something in it"));
            assertThat(file).isDirectory();
        }
    }
}
