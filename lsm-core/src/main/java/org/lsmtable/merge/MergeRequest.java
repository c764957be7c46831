package org.lsmtable.merge;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.types.RowType;

/** What is to be merged, what is wanted of it, and with how much effort. */
public record MergeRequest(Order order, Wanted wanted, Input input, Effort effort) {
    /**
     * Which rows are versions of one, and which of them is the newest.
     *
     * @param table all columns of the table; the filter speaks of them
     * @param key the names of the trimmed primary key, in key order
     * @param sequenceFields the columns that come before sequence numbers in saying what is newer
     */
    public record Order(RowType table, List<String> key, SequenceFields sequenceFields) {
        public Order {
            key = List.copyOf(key);
        }

        /** By sequence numbers alone. */
        public Order(RowType table, List<String> key) {
            this(table, key, SequenceFields.NONE);
        }
    }

    /**
     * What of the merged rows is wanted.
     *
     * @param columns their names, in the order of the output
     * @param systemColumns whether sequence numbers and kinds are wanted too
     * @param filter only rows for which this is true, exactly; null for all rows
     */
    public record Wanted(
            List<String> columns,
            SystemColumns systemColumns,
            Retractions retractions,
            @Nullable Predicate filter) {
        public Wanted {
            columns = List.copyOf(columns);
        }
    }

    /** Whether merged rows come with their sequence numbers and kinds. */
    public enum SystemColumns {
        NONE,
        SEQUENCE_AND_KIND
    }

    /**
     * The files.
     *
     * @param sections in key order; no two of them share a key
     */
    public record Input(List<Section> sections, FileOpener files, ColumnResolver resolver) {
        public Input {
            sections = List.copyOf(sections);
        }
    }

    /**
     * How much is done at once.
     *
     * @param chunkRows about how many rows a chunk has
     */
    public record Effort(int chunkRows, Workers workers) {
        /** The rows of a chunk unless told otherwise. */
        static final int DEFAULT_CHUNK_ROWS = 32_768;

        public Effort {
            if (chunkRows < 1) {
                throw new IllegalArgumentException("chunkRows must be at least 1, found " + chunkRows);
            }
        }

        /** Chunks of the usual size. */
        public Effort(Workers workers) {
            this(DEFAULT_CHUNK_ROWS, workers);
        }
    }

    /** All columns of some sections as stored, retractions and system columns included: what a compaction reads. */
    public static MergeRequest ofAll(
            RowType table, List<String> key, List<Section> sections, FileOpener files, ColumnResolver resolver) {
        return new MergeRequest(
                new Order(table, key),
                new Wanted(table.names(), SystemColumns.SEQUENCE_AND_KIND, Retractions.KEEP, null),
                new Input(sections, files, resolver),
                new Effort(Workers.single()));
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
                new Order(table, key),
                new Wanted(columns, SystemColumns.NONE, Retractions.DROP, filter),
                new Input(sections, files, resolver),
                new Effort(Workers.single()));
    }

    /** The same with other workers. */
    public MergeRequest with(Workers others) {
        return new MergeRequest(order, wanted, input, new Effort(effort.chunkRows, others));
    }

    /** The same with another treatment of retractions. */
    public MergeRequest with(Retractions other) {
        return new MergeRequest(
                order, new Wanted(wanted.columns, wanted.systemColumns, other, wanted.filter), input, effort);
    }

    /** The same where some columns say what is newer. */
    public MergeRequest with(SequenceFields others) {
        return new MergeRequest(new Order(order.table, order.key, others), wanted, input, effort);
    }

    /** The same in chunks of another size. */
    public MergeRequest withChunkRows(int rows) {
        return new MergeRequest(order, wanted, input, new Effort(rows, effort.workers));
    }
}
