/**
 * Commits: turning what writers and compactions made into snapshots, or into a clear no.
 *
 * <p>May use {@code schema}, {@code snapshot}, {@code scan} and everything below. Start at {@link TableCommitter}, {@link CommitResult}
 * and {@link CommitMessage}; the protocol itself is {@code CommitLoop}, what may stand against a change {@code ConflictCheck}.
 *
 * <p>Promises: (K1) every file that a snapshot names is synced before the snapshot appears; (K2) of two commits that cannot both
 * hold, the second is refused with the files named; (K3) when the outcome is unknown nothing is deleted; (K4) a change is in the table
 * once or not at all, however often its commit is tried.
 */
@NullMarked
package org.lsmtable.commit;

import org.jspecify.annotations.NullMarked;
