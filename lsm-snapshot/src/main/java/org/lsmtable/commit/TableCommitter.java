package org.lsmtable.commit;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commits messages of one user to one table. Not thread-safe; several may work on one table, in any processes. */
public final class TableCommitter {
    /**
     * What is committed together.
     *
     * @param identifier increasing within one commit user, or {@link org.lsmtable.snapshot.Snapshot#BATCH_IDENTIFIER}
     * @param watermark null if none
     */
    public record Committable(
            long identifier, @Nullable Long watermark, Map<String, String> properties, List<CommitMessage> messages) {
        public Committable {
            properties = Map.copyOf(properties);
            messages = List.copyOf(messages);
        }
    }

    /** Commits, retrying while only the race for the next id was lost. Never throws for an outcome that {@link CommitResult} can say. */
    public CommitResult commit(Committable committable) {
        throw new UnsupportedOperationException();
    }
}
