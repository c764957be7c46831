package org.lsmtable.table;

import java.util.List;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.IntVector;

/** Writes rows into a table and commits them. Not thread-safe. What was not committed is gone when it is closed. */
public interface TableWriter extends AutoCloseable {
    /** Inserts or replaces the row of its primary key. All columns, in schema order. */
    void upsert(Row row);

    /** Deletes the row of a primary key: a row of all columns, or only the key's values in the key's declared order. */
    void delete(Row row);

    /** Writes a row of any kind; all columns, in schema order. */
    void write(RowKind kind, Row row);

    /** Upserts the rows of a batch whose columns are the table's, in schema order. */
    void upsert(Batch batch);

    /**
     * Writes the rows of a batch with a kind each.
     *
     * @param kinds the codes of {@link RowKind}, one for each row
     */
    void write(Batch batch, IntVector kinds);

    /** Flushes what is buffered and hands it out for a committer elsewhere; the writer goes on. */
    List<CommitMessage> prepareCommit();

    /** Flushes and commits. {@link CommitResult} tells how it ended; nothing is thrown for that. */
    CommitResult commit();

    @Override
    void close();
}
