package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.fs.Durability;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Interruption;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.Terminal;

class CommitOutcomeTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Session session = new Session(
            new ByteArrayInputStream(new byte[0]),
            OutputStream.nullOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Terminal.none(),
            Path.of(""),
            Durability.PROCESS,
            new Interruption(),
            System::nanoTime);

    private static Snapshot snapshot(CommitKind kind) {
        return new Snapshot(
                3, null, 7, 0, "b", null, "d", null, null, null, null, "user", 1, kind, 0, null, null, null, null, null,
                null, null, null);
    }

    private void ends(CommitResult result, ExitCode code, String message) {
        assertThatThrownBy(() -> CommitOutcome.check(result, session))
                .isInstanceOfSatisfying(
                        CliException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(message);
    }

    @Test
    void eachEndHasItsExitCode() {
        CommitOutcome.check(new CommitResult.Committed(List.of()), session);
        ends(
                new CommitResult.Lost(List.of(), 9, "files gone"),
                ExitCode.CONFLICT,
                "snapshot 9 was in the way: files gone");
        ends(new CommitResult.Failed(List.of(), new IOException("disk")), ExitCode.CONFLICT, "safe to retry: disk");
        ends(
                new CommitResult.Unknown(List.of(), 8, new IOException("timeout")),
                ExitCode.UNKNOWN,
                "not known whether snapshot 8 was committed, nothing was deleted");
    }

    @Test
    void aLostCompactionBehindCommittedRowsIsAWarning() {
        CommitOutcome.check(new CommitResult.Lost(List.of(snapshot(CommitKind.APPEND)), 9, "why"), session);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("lsm: warning: the rows are committed, but not the compaction");
    }

    private static void compactionEnds(CommitResult result, ExitCode code, String message) {
        assertThatThrownBy(() -> CommitOutcome.checkCompaction(result))
                .isInstanceOfSatisfying(
                        CliException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageStartingWith(message);
    }

    /** A compaction that was asked for is no by-product. */
    @Test
    void aCompactionThatIsNotCommittedIsAnError() {
        CommitOutcome.checkCompaction(new CommitResult.Committed(List.of()));
        compactionEnds(
                new CommitResult.Lost(List.of(), 9, "files gone"),
                ExitCode.CONFLICT,
                "the compaction is not committed, and no row is lost; stop the writers that compact, or set write-only"
                        + " for them, and try again: snapshot 9 was in the way: files gone");
        compactionEnds(
                new CommitResult.Lost(List.of(snapshot(CommitKind.COMPACT)), 9, "files gone"),
                ExitCode.CONFLICT,
                "the compaction of some buckets is not committed");
        compactionEnds(
                new CommitResult.Unknown(List.of(), 8, new IOException("timeout")),
                ExitCode.UNKNOWN,
                "it is not known whether snapshot 8 was committed");
        assertThatThrownBy(() -> CommitOutcome.checkCompactionOfRows(new CommitResult.Lost(List.of(), 9, "files gone")))
                .hasMessageStartingWith("the rows are committed, but the compaction is not committed");
    }
}
