package org.lsmtable.commit;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.snapshot.Snapshot;

/**
 * What is committed together.
 *
 * @param identifier increasing within one commit user, or {@link Snapshot#BATCH_IDENTIFIER}
 * @param watermark null if none
 */
public record Committable(
        long identifier, @Nullable Long watermark, Map<String, String> properties, List<CommitMessage> messages) {
    public Committable {
        properties = Map.copyOf(properties);
        messages = List.copyOf(messages);
    }

    /** Messages without watermark and properties. */
    public Committable(long identifier, List<CommitMessage> messages) {
        this(identifier, null, Map.of(), messages);
    }
}
