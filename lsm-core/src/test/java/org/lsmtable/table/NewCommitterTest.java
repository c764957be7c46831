package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.commit.CommitMessageCodec;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.commit.Committable;
import org.lsmtable.commit.TableCommitter;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.table.TableException.Reason;

/** Writers in some processes, the committer in another one: the messages go between them as bytes. */
@ExtendWith(CheckedTables.class)
class NewCommitterTest {
    private static Path create(Path folder, Map<String, String> options) {
        Path path = folder.resolve("db.db/t");
        Table.create(
                        path,
                        TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                                .with(List.of(), options, null))
                .close();
        return path;
    }

    /** What a writer elsewhere hands out for one commit. */
    private static List<byte[]> written(Path path, int from, int to) {
        try (Table table = Table.open(path);
                TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            for (int id = from; id < to; id++) {
                writer.upsert(Row.of(id, "v" + id));
            }
            return writer.prepareCommit().stream()
                    .map(CommitMessageCodec::encode)
                    .toList();
        }
    }

    private static Committable committable(long identifier, List<byte[]> bytes) {
        List<CommitMessage> messages =
                bytes.stream().map(CommitMessageCodec::decode).toList();
        return new Committable(identifier, messages);
    }

    @Test
    void whatWritersElsewhereHandOutIsCommittedOnce(Path folder) {
        Path path = create(folder, Map.of("bucket", "2"));
        List<byte[]> first = new ArrayList<>(written(path, 0, 50));
        first.addAll(written(path, 50, 100));
        try (Table table = Table.open(path)) {
            assertThat(table.scan().count()).as("nothing is in the table yet").isZero();
            TableCommitter committer = table.newCommitter("job-7");
            CommitResult result = committer.commit(committable(1, first));
            assertThat(result).isInstanceOf(CommitResult.Committed.class);
            assertThat(result.snapshots()).hasSize(1);
            assertThat(result.snapshots().get(0).commitUser()).isEqualTo("job-7");
            assertThat(table.scan().count()).isEqualTo(100);
        }
        List<byte[]> second = written(path, 100, 130);
        try (Table table = Table.open(path)) {
            // restarted, it does not know whether the first one is in
            TableCommitter committer = table.newCommitter("job-7");
            CommitResult result = committer.filterAndCommit(List.of(committable(1, first), committable(2, second)));
            assertThat(result).isInstanceOf(CommitResult.Committed.class);
            assertThat(table.scan().count()).isEqualTo(130);
            assertThat(table.snapshots()).hasSize(2);
        }
    }

    @Test
    void whatIsNotCommittedIsGivenUp(Path folder) throws IOException {
        Path path = create(folder, Map.of());
        List<byte[]> bytes = written(path, 0, 10);
        try (Stream<Path> files = Files.list(path.resolve("bucket-0"))) {
            assertThat(files).as("closing the writer left them").hasSize(1);
        }
        try (Table table = Table.open(path)) {
            table.newCommitter("job").abort(committable(1, bytes).messages());
        }
        try (Stream<Path> files = Files.list(path.resolve("bucket-0"))) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void aBadTableIsRefusedWhenItIsMade(Path folder) {
        Path path = create(folder, Map.of());
        try (Table table = Table.open(
                path.toString(),
                SteadyEnvironment.of(LocalStorage.of(Durability.PROCESS)),
                Map.of("row-tracking.enabled", "true"))) {
            assertThatThrownBy(() -> table.newCommitter("job"))
                    .isInstanceOfSatisfying(
                            TableException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSUPPORTED));
        }
    }
}
