package org.lsmtable.tools.command;

import org.lsmtable.commit.CommitResult;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;

/** Turns the result of a commit into an exit code. */
final class CommitOutcome {
    private CommitOutcome() {}

    /**
     * Goes on if the rows are in the table. A compaction that lost after its rows were committed is told and no error: the next one does
     * the work.
     *
     * @throws CliException if they are not, or it cannot be told
     */
    static void check(CommitResult result, Session session) {
        if (result instanceof CommitResult.Committed) {
            return;
        }
        refuseUnknown(result);
        if (result.snapshots().stream().anyMatch(s -> s.commitKind() == CommitKind.APPEND)) {
            session.say("lsm: warning: the rows are committed, but not the compaction: " + why(result));
            return;
        }
        throw conflict("not committed, safe to retry: ", result);
    }

    /**
     * Goes on if a compaction that was asked for is in the table.
     *
     * @throws CliException if it is not, or not for every bucket, or it cannot be told
     */
    static void checkCompaction(CommitResult result) {
        checkCompaction("", result);
    }

    /**
     * The same for a compaction that came after rows.
     *
     * @throws CliException that says that these are in the table
     */
    static void checkCompactionOfRows(CommitResult result) {
        checkCompaction("the rows are committed, but ", result);
    }

    private static void checkCompaction(String before, CommitResult result) {
        if (result instanceof CommitResult.Committed) {
            return;
        }
        refuseUnknown(result);
        String what = result.snapshots().isEmpty()
                ? "the compaction is not committed, and no row is lost"
                : "the compaction of some buckets is not committed, and no row is lost";
        throw conflict(
                before + what + "; stop the writers that compact, or set write-only for them, and try again: ", result);
    }

    private static void refuseUnknown(CommitResult result) {
        if (result instanceof CommitResult.Unknown unknown) {
            throw new CliException(
                    ExitCode.UNKNOWN,
                    "it is not known whether snapshot " + unknown.attemptedId()
                            + " was committed, nothing was deleted; look at 'lsm snapshots' before trying again: "
                            + unknown.cause().getMessage(),
                    unknown.cause());
        }
    }

    private static String why(CommitResult result) {
        return result instanceof CommitResult.Lost lost
                ? "snapshot " + lost.winnerId() + " was in the way: " + lost.why()
                : String.valueOf(((CommitResult.Failed) result).cause().getMessage());
    }

    private static CliException conflict(String what, CommitResult result) {
        return new CliException(
                ExitCode.CONFLICT,
                what + why(result),
                result instanceof CommitResult.Failed failed ? failed.cause() : null);
    }
}
