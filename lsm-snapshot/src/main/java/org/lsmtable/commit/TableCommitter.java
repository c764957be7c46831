package org.lsmtable.commit;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.TableStores;

/** Commits messages of one user to one table. Not thread-safe; several may work on one table, in any processes. */
public final class TableCommitter {
    private final TableStores stores;
    private final TableSchema schema;
    private final String commitUser;
    private final CommitEnvironment environment;

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

    /**
     * A committer.
     *
     * @param schema the columns, keys and options of the table, as its writers know them
     * @param commitUser names the writing job; a job that is to commit exactly once keeps it for life
     */
    public TableCommitter(TableStores stores, TableSchema schema, String commitUser, CommitEnvironment environment) {
        this.stores = stores;
        this.schema = schema;
        this.commitUser = commitUser;
        this.environment = environment;
    }

    /** Commits, retrying while only the race for the next id was lost. Never throws for an outcome that {@link CommitResult} can say. */
    public CommitResult commit(Committable committable) {
        throw new UnsupportedOperationException("" + stores + schema + commitUser + environment);
    }

    /**
     * Commits what a job may or may not have committed before it was restarted (spec: commit, exactly-once): those not beyond the
     * newest identifier of this user are left out, the rest is committed in the order of identifiers until one does not succeed. The
     * result is that of the last one tried, with the snapshots of all.
     */
    public CommitResult filterAndCommit(List<Committable> committables) {
        throw new UnsupportedOperationException();
    }

    /**
     * Deletes the files of messages that were never offered to a commit, or whose commit is known not to be in the table: new data,
     * changelog and compaction output, but no file that a compaction only moved to another level.
     */
    public void abort(List<CommitMessage> messages) {
        throw new UnsupportedOperationException();
    }

    /** The same for messages of which the new files are in the table, but not the compaction. */
    public void abortCompaction(List<CommitMessage> messages) {
        throw new UnsupportedOperationException();
    }
}
