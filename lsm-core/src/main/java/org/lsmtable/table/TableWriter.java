package org.lsmtable.table;

import java.util.List;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.IntVector;

/**
 * Writes rows into a table and commits them. Not thread-safe. What was not committed is gone when it is closed.
 *
 * <p>A null in a column with a default becomes the default; what is null then is refused in NOT NULL columns. But a row that takes another
 * away ({@code -D}, {@code -U}) needs its key and sequence fields only: its nulls in other NOT NULL columns are written as zeros or empty
 * values, which nobody reads.
 *
 * <p>A batch is handed to the buckets one after another. If that fails at one of them (a full disk, say), the rows of the buckets before it
 * are in the writer, and the next commit publishes them. Writing the whole batch again is harmless: each key gets the same row once more. To
 * publish none of it, close the writer without a commit. A batch that is refused, since a value does not fit, leaves nothing behind.
 *
 * <p>A value that does not fit its column is refused ({@link TableException.Reason#INVALID}), such as a DECIMAL with more fraction digits, with one
 * exception: points in time lose, without a word, the fraction digits that the column does not have. A TIMESTAMP(3) keeps milliseconds of what comes
 * with nanoseconds.
 *
 * <p>After {@link #close} every other method throws {@link IllegalStateException}.
 */
public interface TableWriter extends AutoCloseable {
    /** Inserts or replaces the row of its primary key. All columns, in schema order. */
    void upsert(Row row);

    /** Deletes the row of a primary key: a row of all columns, or only the key's values in the key's declared order. */
    void delete(Row row);

    /** Writes a row of any kind; all columns, in schema order; see above for the nulls of {@code -D} and {@code -U}. */
    void write(RowKind kind, Row row);

    /** Upserts the rows of a batch whose columns are the table's, in schema order. */
    void upsert(Batch batch);

    /**
     * Writes the rows of a batch with a kind each.
     *
     * @param kinds the codes of {@link RowKind}, one for each row
     */
    void write(Batch batch, IntVector kinds);

    /**
     * Flushes what is buffered and hands it out for a committer elsewhere ({@link Table#newCommitter}); the writer goes on. From here on the
     * messages are the caller's: closing the writer does not delete their files, and {@link #commit} does not commit them.
     *
     * @throws TableException IO if the flush fails; another call, when what was in the way is gone, hands out everything
     * @throws IllegalStateException if the writer is closed
     */
    List<CommitMessage> prepareCommit();

    /**
     * Flushes and commits. {@link CommitResult} tells how the commit ended; nothing is thrown for that.
     *
     * @throws TableException IO if the flush fails, before anything is committed (a full disk, say). The rows stay in the writer, and another call, when
     *     what was in the way is gone, commits them
     * @throws IllegalStateException if the writer is closed
     */
    CommitResult commit();

    /** Gives up what was not committed and deletes its files. Closing twice does nothing. */
    @Override
    void close();
}
