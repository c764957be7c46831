package org.lsmtable.commit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.lsmtable.commit.MetadataTable.append;
import static org.lsmtable.commit.MetadataTable.committable;
import static org.lsmtable.commit.MetadataTable.compact;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lsmtable.commit.CommitResult.Committed;
import org.lsmtable.commit.CommitResult.Lost;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.MemoryStorage;

/**
 * The exact order in which a commit touches storage, held against {@code traces/commit-protocol.txt}. When the protocol changes on
 * purpose, run with {@code -Drewrite.traces=FOLDER} and look at the difference.
 */
class CommitProtocolTest {
    private final MemoryStorage memory = new MemoryStorage();
    private final FaultyStorage traced = FaultyStorage.neverFailing(memory);
    private MetadataTable setUp;
    private TableCommitter committer;
    private int seen;

    @BeforeEach
    void openTable() throws IOException {
        setUp = MetadataTable.create(memory, Map.of());
        committer = setUp.through(traced, "our").committer("ada");
    }

    @Test
    void commitsTouchStorageInThisOrder() throws IOException {
        DataFileMeta a = setUp.file("a", 0, 1, 5);
        DataFileMeta b = setUp.file("b", 0, 1, 5);
        StringBuilder trace = new StringBuilder();

        committer.commit(committable(1, append(a)));
        trace.append(since("the first append of a table"));

        committer.commit(committable(2, append(b)));
        trace.append(since("another append: no manifest is read, nothing is listed"));

        DataFileMeta c = setUp.file("c", 5, 1, 5);
        committer.commit(committable(3, compact(List.of(a), List.of(c))));
        trace.append(since("a compaction: held against the live files"));

        committer.commit(committable(4, compact(List.of(b), List.of(b.atLevel(4)))));
        trace.append(since("an upgrade: no new data file, and only what has changed is read again"));

        CommitResult lost = committer.commit(committable(5, compact(List.of(a), List.of(c.atLevel(1)))));
        assertThat(lost).isInstanceOf(Lost.class);
        trace.append(since("a compaction of a file that is gone: nothing is written"));

        assertTrace(trace.toString(), "commit-protocol.txt");
    }

    @Test
    void lostRaceRewritesOnlyTheBaseList() throws IOException {
        InterceptedStorage racing = new InterceptedStorage(memory);
        FaultyStorage trace = FaultyStorage.neverFailing(racing);
        TableCommitter ours = setUp.through(trace, "our").committer("ada");
        TableCommitter theirs = setUp.openedBy("their").committer("bob");
        DataFileMeta a = setUp.file("a", 0, 1, 5);
        DataFileMeta b = setUp.file("b", 0, 1, 5);
        racing.creation = (inner, path, content) -> {
            racing.creation = org.lsmtable.fs.Storage::createIfAbsent;
            assertThat(theirs.commit(committable(1, append(b)))).isInstanceOf(Committed.class);
            return inner.createIfAbsent(path, content);
        };

        CommitResult result = ours.commit(committable(1, append(a)));

        assertThat(result).isInstanceOf(Committed.class);
        assertThat(result.snapshots().get(0).id()).isEqualTo(2);
        assertThat(setUp.live()).containsExactly("a@0", "b@0");
        assertThat(setUp.orphans()).isEmpty();
        assertTrace(text("an append that loses the race once", trace.operations()), "lost-race.txt");
    }

    private String since(String title) {
        List<String> operations = traced.operations();
        String text = text(title, operations.subList(seen, operations.size()));
        seen = operations.size();
        return text;
    }

    /** Operations with paths relative to the table; the single writes of a file are left out. */
    private static String text(String title, List<String> operations) {
        List<String> lines = new ArrayList<>();
        for (String operation : operations) {
            if (!operation.startsWith("write ")) {
                lines.add(operation.replace(MetadataTable.ROOT + "/", ""));
            }
        }
        return "# " + title + "\n" + String.join("\n", lines) + "\n\n";
    }

    private static void assertTrace(String trace, String name) throws IOException {
        String rewrite = System.getProperty("rewrite.traces");
        if (rewrite != null) {
            Files.writeString(Path.of(rewrite, name), trace);
        }
        try (InputStream in = CommitProtocolTest.class.getResourceAsStream("/traces/" + name)) {
            String expected = new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
            assertThat(trace).isEqualTo(expected.replace("\r\n", "\n"));
        }
    }
}
