package org.lsmtable.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.lsmtable.commit.MetadataTable.append;
import static org.lsmtable.commit.MetadataTable.committable;
import static org.lsmtable.commit.MetadataTable.compact;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.commit.MetadataTable;
import org.lsmtable.commit.TableCommitter;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.Types;

class SystemTableRowsTest {
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

    private final MemoryStorage storage = new MemoryStorage();

    @Test
    void tableWithoutSnapshotHasEverySystemTable() throws IOException {
        MetadataTable table = MetadataTable.create(storage, Map.of());
        for (String name : SystemTables.names()) {
            SystemTable system = open(table, name, null);
            int expected = switch (name) {
                case "schemas", "options" -> 1;
                case "aggregation_fields" -> 2;
                default -> 0;
            };
            assertThat(rows(system)).as(name).hasSize(expected);
            assertThat(system.primaryKey()).as(name).isSubsetOf(system.type().names());
        }
        assertThat(rows(open(table, "OPTIONS", null))).containsExactly(List.of("bucket", "1"));
        assertThatThrownBy(() -> open(table, "filez", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no system table 'filez'")
                .hasMessageContaining("files");
    }

    @Test
    void filesFollowTheStateAskedFor() throws IOException {
        MetadataTable table = MetadataTable.create(storage, Map.of());
        TableCommitter committer = table.committer("ada");
        DataFileMeta a = table.file("data-a-0.parquet", 0, 1, 5);
        committer.commit(committable(1, append(a)));
        committer.commit(committable(2, compact(List.of(a), List.of(a.atLevel(5)))));

        assertThat(column(table, "files", "level", table.stores.snapshots().get(1)))
                .containsExactly(0);
        assertThat(column(table, "files", "level", null)).containsExactly(5);
        assertThat(column(
                        table,
                        "manifests",
                        "num_deleted_files",
                        table.stores.snapshots().get(1)))
                .containsExactly(0L);
        assertThat(column(table, "manifests", "num_deleted_files", null)).containsExactly(0L, 1L);
        assertThat(column(
                        table,
                        "snapshots",
                        "snapshot_id",
                        table.stores.snapshots().get(1)))
                .containsExactly(1L, 2L);
        assertThat(rows(open(table, "files", null)).get(0))
                .containsExactly(
                        "{}",
                        0,
                        MetadataTable.ROOT + "/bucket-0/data-a-0.parquet",
                        "parquet",
                        0L,
                        5,
                        5L,
                        100L,
                        "[1]",
                        "[5]",
                        "{k=0, v=0}",
                        "{k=1, v=10}",
                        "{k=5, v=50}",
                        0L,
                        9L,
                        // stored as wall-clock time, hence the same in every zone
                        LocalDateTime.of(2027, 1, 15, 8, 0),
                        0L,
                        "APPEND",
                        null,
                        null);
        assertThat(column(table, "snapshots", "commit_time", null)).containsOnly(LocalDateTime.of(2027, 1, 15, 16, 0));
    }

    @Test
    void partitionsAndBucketsAreSummedUp() throws IOException {
        MetadataTable table = MetadataTable.create(storage, MetadataTable.ROOT, List.of("p"), Map.of("bucket", "2"));
        TableCommitter committer = table.committer("ada");
        List<CommitMessage> messages = new ArrayList<>();
        int number = 0;
        for (String p : Arrays.asList("x", null, "", " ")) {
            BinaryRow partition = BinaryRow.of(List.of(Types.STRING), p);
            for (int bucket = 0; bucket < 2; bucket++) {
                DataFileMeta file = table.file(partition, bucket, "f" + number++, 0, 1, 4);
                messages.add(new CommitMessage(
                        partition, bucket, 2, List.of(file), List.of(), List.of(), List.of(), List.of()));
            }
        }
        BinaryRow x = BinaryRow.of(List.of(Types.STRING), "x");
        messages.add(new CommitMessage(
                x, -2, -2, List.of(table.file(x, -2, "waiting", 0, 1, 9)), List.of(), List.of(), List.of(), List.of()));
        committer.commit(committable(1, messages.toArray(new CommitMessage[0])));

        assertThat(column(table, "partitions", "partition", null))
                .as("null, empty and blank values stay apart")
                .containsExactly("p=", "p= ", "p=__DEFAULT_PARTITION__", "p=x");
        assertThat(column(table, "partitions", "record_count", null)).containsOnly(8L);
        assertThat(column(table, "partitions", "file_count", null)).containsOnly(2L);
        assertThat(column(table, "partitions", "total_buckets", null)).containsOnly(2);
        assertThat(column(table, "buckets", "partition", null))
                .containsExactly("{null}", "{null}", "{}", "{}", "{ }", "{ }", "{x}", "{x}", "{x}");
        assertThat(column(table, "buckets", "bucket", null)).containsExactly(0, 1, 0, 1, 0, 1, -2, 0, 1);
        assertThat(column(table, "files", "bucket", null)).doesNotContain(-2).hasSize(8);
    }

    @Test
    void smallFilesOfMetadataAreShown() throws IOException {
        MetadataTable table = MetadataTable.create(storage, Map.of());
        table.committer("ada").commit(committable(1, append(table.file("a", 0, 1, 5))));
        write(table.paths.consumerFolder() + "/consumer-b", "{ \"nextSnapshot\" : 7 }");
        write(table.paths.consumerFolder() + "/consumer-a", "{\"nextSnapshot\":3}");
        write(table.paths.branchesFolder() + "/branch-dev/schema/schema-0", "{}");
        write(
                table.paths.statisticsFolder() + "/stat-u-0",
                "{\"snapshotId\":1,\"schemaId\":0,\"mergedRecordCount\":5,\"colStats\":{\"k\":{\"colId\":0}}}");
        String index = table.stores
                .manifests()
                .writeIndexManifest(List.of(new IndexFileEntry(
                        FileKind.ADD,
                        BinaryRow.EMPTY,
                        0,
                        IndexFileEntry.DELETION_VECTORS,
                        "index-u-0",
                        28,
                        1,
                        List.of(new IndexFileEntry.VectorRange("a", 1, 19, 3L)),
                        null,
                        null)))
                .fileName();
        Snapshot first = table.stores.snapshots().get(1);
        table.stores.snapshots().create(analyzed(first, index, "stat-u-0"));

        assertThat(rows(open(table, "consumers", null))).containsExactly(List.of("a", 3L), List.of("b", 7L));
        assertThat(column(table, "branches", "branch_name", null)).containsExactly("dev");
        assertThat(rows(open(table, "statistics", null)))
                .containsExactly(Arrays.asList(1L, 0L, 5L, null, "{\n  \"k\" : {\n    \"colId\" : 0\n  }\n}"));
        assertThat(rows(open(table, "statistics", first))).isEmpty();
        assertThat(rows(open(table, "table_indexes", null)))
                .containsExactly(Arrays.asList(
                        "{}",
                        0,
                        "DELETION_VECTORS",
                        "index-u-0",
                        28L,
                        1L,
                        List.of(Row.of("a", 1, 19, 3L)),
                        null,
                        null,
                        null,
                        null));
        assertThat(column(table, "partitions", "deleted_record_count", null)).containsExactly(3L);
        assertThat(column(table, "partitions", "deleted_record_count", first)).containsExactly(0L);
    }

    @Test
    void damagedFilesAreNamed() throws IOException {
        MetadataTable table = MetadataTable.create(storage, Map.of());
        write(table.paths.consumerFolder() + "/consumer-a", "{\"nextSnapshot\":");

        assertThatThrownBy(() -> rows(open(table, "consumers", null)))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("/consumer/consumer-a");
    }

    @Test
    void formatsComeFromTheFileName() {
        assertThat(FilesTable.format("data-1.parquet")).isEqualTo("parquet");
        assertThat(FilesTable.format("data-1.zst.parquet")).isEqualTo("parquet");
        assertThat(FilesTable.format("data-1.csv.gz")).isEqualTo("csv");
        assertThat(FilesTable.format("data")).isEqualTo("data");
    }

    private void write(String path, String content) throws IOException {
        try (StorageOutput out = storage.create(path)) {
            out.write(content.getBytes(UTF_8));
        }
    }

    private static SystemTable open(MetadataTable table, String name, @Nullable Snapshot at) throws IOException {
        return new SystemTables(table.stores, table.schema, SHANGHAI).open(name, at);
    }

    private static List<List<Object>> rows(SystemTable table) throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        for (Iterator<Row> all = table.rows(); all.hasNext(); ) {
            Row row = all.next();
            assertThat(row.size()).isEqualTo(table.type().fieldCount());
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                values.add(row.get(i));
                assertThat(row.get(i) != null || table.type().typeAt(i).isNullable())
                        .as(
                                "%s.%s is never null",
                                table.name(), table.type().field(i).name())
                        .isTrue();
            }
            rows.add(values);
        }
        return rows;
    }

    private static List<Object> column(MetadataTable table, String name, String column, @Nullable Snapshot at)
            throws IOException {
        SystemTable system = open(table, name, at);
        int position = system.type().indexOf(column);
        assertThat(position).isNotNegative();
        List<Object> values = new ArrayList<>();
        rows(system).forEach(row -> values.add(row.get(position)));
        return values;
    }

    private static Snapshot analyzed(Snapshot s, String indexManifest, String statistics) {
        return new Snapshot(
                3,
                "other",
                s.id() + 1,
                s.schemaId(),
                s.baseManifestList(),
                s.baseManifestListSize(),
                s.deltaManifestList(),
                s.deltaManifestListSize(),
                null,
                null,
                indexManifest,
                "other",
                1,
                CommitKind.ANALYZE,
                s.timeMillis(),
                s.totalRecordCount(),
                0L,
                null,
                null,
                statistics,
                null,
                0L,
                null);
    }
}
