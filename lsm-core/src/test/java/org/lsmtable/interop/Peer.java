package org.lsmtable.interop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.lsmtable.schema.SchemaChange;

/**
 * Real Paimon of one version, seen through plain JDK types only: the class that implements it lives in a class loader of its own.
 * Values are the plain Java objects of {@link org.lsmtable.data.Values}; a row to write has its kind's text in front.
 */
public interface Peer extends AutoCloseable {
    /** A column: name, type text, comment or null. */
    record Column(String name, String type) {}

    /** The version of the library. */
    String version();

    /** Creates a table in a folder. */
    void create(
            Path table,
            List<Column> columns,
            List<String> primaryKeys,
            List<String> partitionKeys,
            Map<String, String> options)
            throws Exception;

    /** Writes rows in one commit, without waiting for more compaction than the engine's own. Element 0 of a row is {@code +I -U +U -D}. */
    void write(Path table, List<Object[]> rows, Map<String, String> dynamicOptions) throws Exception;

    /** Writes rows in one commit of a streaming job with a watermark. */
    void writeAt(Path table, List<Object[]> rows, long watermark, Map<String, String> dynamicOptions) throws Exception;

    /** Writes rows in one commit that replaces the table, or those partitions that the rows lie in. */
    void overwrite(Path table, List<Object[]> rows) throws Exception;

    /** The same with another number of buckets than the table's schema says, as the peer's rescaling of single partitions does. */
    void rescale(Path table, List<Object[]> rows, int buckets) throws Exception;

    /** Sets an option of the table. */
    void setOption(Path table, String key, String value) throws Exception;

    /** A writer that is kept over commits, as a streaming job holds it; each commit waits for the compaction that its rows set off. */
    Stream openStream(Path table) throws Exception;

    /** Such a writer. */
    interface Stream extends AutoCloseable {
        /** Writes rows, as {@link Peer#write} takes them, in one commit. */
        void commit(List<Object[]> rows) throws Exception;

        @Override
        void close();
    }

    /** Compacts every bucket that has files fully and commits. */
    void compactFully(Path table) throws Exception;

    /** The merged rows of the table, or of {@code table$system}. */
    List<Object[]> read(Path table, String systemTable, Map<String, String> dynamicOptions) throws Exception;

    /**
     * The change records of the snapshots {@code from} to {@code to}, as a streaming read of the table or of {@code table$system} shows them: the kind
     * of each row in front.
     */
    List<Object[]> readChanges(Path table, String systemTable, long from, long to, Map<String, String> options)
            throws Exception;

    /** What {@link #read} reads, the kind of each row in front. */
    List<Object[]> readKinds(Path table, String systemTable, Map<String, String> dynamicOptions) throws Exception;

    /** The columns of the table, or of {@code table$system}; types as the format spells them. */
    List<Column> columns(Path table, String systemTable) throws Exception;

    /** The merged rows that pass a condition {@code column = value} pushed down and applied. */
    List<Object[]> readEqual(Path table, String column, Object value) throws Exception;

    /** Whether a file whose index has these bytes is read for {@code column = value}, by the peer's own evaluation of indexes. */
    boolean indexKeeps(Path table, byte[] index, String column, Object value) throws Exception;

    /** Alters the table; throws if the peer refuses. */
    void alter(Path table, List<SchemaChange> changes) throws Exception;

    /** A value of one type as another, as the peer casts it when it reads an older file; throws if the peer cannot. */
    Object cast(Object value, String from, String to);

    /** Creates a tag on a snapshot. */
    void createTag(Path table, String tag, long snapshotId) throws Exception;

    /** Creates a branch: from a tag, or without any snapshot if the tag is null. */
    void createBranch(Path table, String branch, String tag) throws Exception;

    /** Makes the main branch what a branch is. */
    void fastForward(Path table, String branch) throws Exception;

    /** Deletes a branch. */
    void deleteBranch(Path table, String branch) throws Exception;

    /** Notes the next snapshot that a consumer is going to read. */
    void setConsumer(Path table, String consumer, long nextSnapshot) throws Exception;

    /** Commits statistics of the latest snapshot: a row count, and the number of nulls of a column. */
    void analyze(Path table, long rows, String column, long nulls) throws Exception;

    /** Expires snapshots, whatever their age, so that so many stay. */
    void expire(Path table, int retainMax) throws Exception;

    /**
     * Deletes files that nothing refers to and that were last changed before a time.
     *
     * @return their paths
     */
    List<String> removeOrphans(Path table, long olderThanMillis) throws Exception;

    /** Expires snapshots by numbers, an age and a limit of how many go at once, as they are, whatever the options say. */
    void expire(Path table, int retainMin, int retainMax, Duration retained, int limit) throws Exception;

    /** Makes a snapshot that is what an older one was; only of the newer peer. */
    void rollbackAsLatest(Path table, long snapshotId) throws Exception;

    /** Deletes a tag. */
    void deleteTag(Path table, String tag) throws Exception;

    /** Goes back to a snapshot, given by its id, or to a tag; of the branch that an option names. */
    void rollback(Path table, String state, Map<String, String> dynamicOptions) throws Exception;

    /** Drops partitions, given by the texts of the values of some or all partition columns. */
    void dropPartitions(Path table, List<Map<String, String>> partitions) throws Exception;

    /** Takes out all rows. */
    void truncate(Path table) throws Exception;

    @Override
    void close();
}
