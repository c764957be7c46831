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
        boolean rowsAreIn = result.snapshots().stream().anyMatch(s -> s.commitKind() == CommitKind.APPEND);
        if (result instanceof CommitResult.Unknown unknown) {
            throw new CliException(
                    ExitCode.UNKNOWN,
                    "it is not known whether snapshot " + unknown.attemptedId()
                            + " was committed, nothing was deleted; look at 'lsm snapshots' before loading again: "
                            + unknown.cause().getMessage(),
                    unknown.cause());
        }
        String why = result instanceof CommitResult.Lost lost
                ? "snapshot " + lost.winnerId() + " was in the way: " + lost.why()
                : String.valueOf(((CommitResult.Failed) result).cause().getMessage());
        if (rowsAreIn) {
            session.say("lsm: warning: the rows are committed, but not the compaction: " + why);
            return;
        }
        throw new CliException(
                ExitCode.CONFLICT,
                "not committed, safe to retry: " + why,
                result instanceof CommitResult.Failed failed ? failed.cause() : null);
    }
}
