package org.lsmtable.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.data.Row;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.RowCursor;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableException;
import org.lsmtable.table.TableWriter;

/**
 * Two files of level 1 that share a key, which no writer should leave: the checker names both, reading merges them nevertheless, and nobody
 * compacts on. Paimon issue 3520.
 */
class OverlappingLevelTest {
    @TempDir
    Path folder;

    private Path location() {
        return folder.resolve("t");
    }

    /** Two commits, then their metadata rewritten as if both files were on level 1. */
    private List<String> overlap() throws IOException {
        Path location = location();
        try (Table table = Table.create(
                location,
                TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                        .with(List.of(), Map.of("bucket", "1"), null))) {
            write(table, Row.of(1, "old"), Row.of(5, "old"));
            write(table, Row.of(5, "new"), Row.of(9, "new"));
            Snapshot snapshot = table.snapshot(SnapshotRef.latest()).orElseThrow();
            ManifestStore manifests = table.stores().manifests();
            List<String> files = new ArrayList<>();
            String base = snapshot.baseManifestList();
            String delta = snapshot.deltaManifestList();
            ManifestStore.Written newBase =
                    raised(manifests, manifests.readList(base, snapshot.baseManifestListSize()), files);
            ManifestStore.Written newDelta =
                    raised(manifests, manifests.readList(delta, snapshot.deltaManifestListSize()), files);
            Path file = location.resolve("snapshot/snapshot-2");
            Files.writeString(
                    file,
                    Files.readString(file)
                            .replace(base, newBase.fileName())
                            .replace(delta, newDelta.fileName())
                            .replaceAll("(\"baseManifestListSize\" *: *)[0-9]+", "$1" + newBase.fileSize())
                            .replaceAll("(\"deltaManifestListSize\" *: *)[0-9]+", "$1" + newDelta.fileSize()));
            return files;
        }
    }

    /** A list of manifests with the same files on level 1. */
    private static ManifestStore.Written raised(
            ManifestStore manifests, List<ManifestFileMeta> list, List<String> files) throws IOException {
        List<ManifestEntry> entries = new ArrayList<>();
        for (ManifestFileMeta manifest : list) {
            for (ManifestEntry entry : manifests.readManifest(manifest)) {
                entries.add(new ManifestEntry(
                        entry.kind(),
                        entry.partition(),
                        entry.bucket(),
                        entry.totalBuckets(),
                        entry.file().atLevel(1)));
                files.add(entry.file().fileName());
            }
        }
        return manifests.writeList(manifests.writeManifests(entries));
    }

    private static void write(Table table, Row... rows) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            for (Row row : rows) {
                writer.upsert(row);
            }
            writer.commit();
        }
    }

    @Test
    void isNamedReadAndNotCompacted() throws IOException {
        List<String> files = overlap();
        try (Table table = Table.open(location())) {
            List<Finding> found = table.check(Depth.ROWS);
            assertThat(found).hasSize(1);
            assertThat(found.get(0).kind()).isEqualTo("LEVEL_OVERLAP");
            assertThat(found.get(0).toString()).contains(files);

            List<String> rows = new ArrayList<>();
            try (RowCursor cursor = table.scan().open()) {
                while (cursor.next()) {
                    rows.add(cursor.get(0) + " " + cursor.get(1));
                }
            }
            assertThat(rows).containsExactlyInAnyOrder("1 old", "5 new", "9 new");
            assertThat(table.get(5).orElseThrow().get(1)).isEqualTo("new");

            assertThatThrownBy(table::compactFully)
                    .isInstanceOf(TableException.class)
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(TableException.Reason.DAMAGED);
            assertThatThrownBy(table::compactFully)
                    .hasMessageContaining(files.get(0))
                    .hasMessageContaining(files.get(1));
            assertThat(table.snapshots()).hasSize(2);
        }
    }
}
