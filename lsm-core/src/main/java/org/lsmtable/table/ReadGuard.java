package org.lsmtable.table;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.TableException.Reason;

/**
 * Reads of one snapshot, which may expire meanwhile: its files go then, and a reader that has begun must be told so, not that the table is
 * damaged (spec: commit and maintenance, snapshot expiration).
 */
final class ReadGuard {
    private final TableContext context;
    private final @Nullable Snapshot snapshot;

    /** @param snapshot null if there is nothing to read */
    ReadGuard(TableContext context, @Nullable Snapshot snapshot) {
        this.context = context;
        this.snapshot = snapshot;
    }

    /**
     * Does something that reads.
     *
     * @throws TableException NOT_FOUND if a file is missing because the snapshot has expired
     */
    <T> T read(TableErrors.Action<T> action) throws IOException {
        try {
            return action.run();
        } catch (IOException | RuntimeException e) {
            Snapshot read = snapshot;
            if (read != null && isMissingFile(e) && hasGone(read)) {
                throw new TableException(
                        Reason.NOT_FOUND,
                        context.paths().name() + ": snapshot " + read.id()
                                + " expired while it was read; read a newer one, or have a tag keep it",
                        e);
            }
            throw e;
        }
    }

    private static boolean isMissingFile(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NoSuchFileException || cause instanceof FileNotFoundException) {
                return true;
            }
        }
        return false;
    }

    private boolean hasGone(Snapshot read) throws IOException {
        if (context.stores().snapshots().exists(read.id())) {
            return false;
        }
        return context.stores().tags().all().stream()
                .noneMatch(tag -> tag.snapshot().id() == read.id());
    }
}
