package org.lsmtable.merge;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.types.RowType;

/**
 * What is to be merged, and what is wanted of it.
 *
 * @param table all columns of the table; the filter speaks of them
 * @param key the names of the trimmed primary key, in key order
 * @param columns the names of the wanted columns, in the order of the output
 * @param systemColumns whether sequence numbers and kinds are wanted too
 * @param filter only rows for which this is true, exactly; null for all rows
 * @param sections in key order; no two of them share a key
 * @param chunkRows about how many rows a chunk has
 * @param sequenceFields the columns that come before sequence numbers in saying what is newer
 */
public record MergeRequest(
        RowType table,
        List<String> key,
        List<String> columns,
        SystemColumns systemColumns,
        Retractions retractions,
        @Nullable Predicate filter,
        List<Section> sections,
        FileOpener files,
        ColumnResolver resolver,
        int chunkRows,
        Workers workers,
        SequenceFields sequenceFields) {
    /** The rows of a chunk unless told otherwise. */
    public static final int DEFAULT_CHUNK_ROWS = 32_768;

    public MergeRequest {
        key = List.copyOf(key);
        columns = List.copyOf(columns);
        sections = List.copyOf(sections);
        if (chunkRows < 1) {
            throw new IllegalArgumentException("chunkRows must be at least 1, found " + chunkRows);
        }
    }

    /** Whether merged rows come with their sequence numbers and kinds. */
    public enum SystemColumns {
        NONE,
        SEQUENCE_AND_KIND
    }

    /** All columns of some sections as stored, retractions and system columns included: what a compaction reads. */
    public static MergeRequest ofAll(
            RowType table, List<String> key, List<Section> sections, FileOpener files, ColumnResolver resolver) {
        return new MergeRequest(
                table,
                key,
                table.names(),
                SystemColumns.SEQUENCE_AND_KIND,
                Retractions.KEEP,
                null,
                sections,
                files,
                resolver,
                DEFAULT_CHUNK_ROWS,
                Workers.single(),
                SequenceFields.NONE);
    }

    /** The rows that a reader of the table sees: some columns, no retractions. */
    public static MergeRequest ofRead(
            RowType table,
            List<String> key,
            List<String> columns,
            @Nullable Predicate filter,
            List<Section> sections,
            FileOpener files,
            ColumnResolver resolver) {
        return new MergeRequest(
                table,
                key,
                columns,
                SystemColumns.NONE,
                Retractions.DROP,
                filter,
                sections,
                files,
                resolver,
                DEFAULT_CHUNK_ROWS,
                Workers.single(),
                SequenceFields.NONE);
    }

    /** The same with other workers. */
    public MergeRequest with(Workers others) {
        return new MergeRequest(
                table,
                key,
                columns,
                systemColumns,
                retractions,
                filter,
                sections,
                files,
                resolver,
                chunkRows,
                others,
                sequenceFields);
    }

    /** The same with another treatment of retractions. */
    public MergeRequest with(Retractions other) {
        return new MergeRequest(
                table,
                key,
                columns,
                systemColumns,
                other,
                filter,
                sections,
                files,
                resolver,
                chunkRows,
                workers,
                sequenceFields);
    }

    /** The same where some columns say what is newer. */
    public MergeRequest with(SequenceFields others) {
        return new MergeRequest(
                table,
                key,
                columns,
                systemColumns,
                retractions,
                filter,
                sections,
                files,
                resolver,
                chunkRows,
                workers,
                others);
    }

    /** The same in chunks of another size. */
    public MergeRequest withChunkRows(int rows) {
        return new MergeRequest(
                table,
                key,
                columns,
                systemColumns,
                retractions,
                filter,
                sections,
                files,
                resolver,
                rows,
                workers,
                sequenceFields);
    }
}
