package org.lsmtable.manifest;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;

/**
 * What the table knows of a data file (spec: metadata, DataFileMeta field by field).
 *
 * @param fileName the name within its bucket folder
 * @param fileSize exact length in bytes
 * @param rowCount rows in the file, retractions included
 * @param minKey trimmed primary key of the first row, not truncated
 * @param maxKey trimmed primary key of the last row
 * @param keyStats over the trimmed key columns
 * @param valueStats over the columns of {@code valueStatsCols}, or all columns of the file's schema if that is null
 * @param schemaId the schema the file was written with
 * @param level 0 for fresh files
 * @param extraFiles names in the same folder that live and die with the file
 * @param creationTimeMillis wall-clock time of the writer's zone stored as if UTC, null if unknown
 * @param deleteRowCount rows of a retracting kind, null if unknown
 * @param embeddedIndex the bytes of a small file index, null if none
 * @param fileSource null if unknown
 * @param valueStatsCols the columns that have statistics, null for all
 * @param externalPath the complete URI when the file lies elsewhere, else null
 * @param firstRowId row tracking only, else null
 * @param writeCols data evolution only, else null
 */
public record DataFileMeta(
        String fileName,
        long fileSize,
        long rowCount,
        BinaryRow minKey,
        BinaryRow maxKey,
        StatsRow keyStats,
        StatsRow valueStats,
        long minSequence,
        long maxSequence,
        long schemaId,
        int level,
        List<String> extraFiles,
        @Nullable Long creationTimeMillis,
        @Nullable Long deleteRowCount,
        byte @Nullable [] embeddedIndex,
        @Nullable FileSource fileSource,
        @Nullable List<String> valueStatsCols,
        @Nullable String externalPath,
        @Nullable Long firstRowId,
        @Nullable List<String> writeCols) {
    /** Spelled out, because a compact constructor loses the annotation of the array in the class file of Java 17. */
    public DataFileMeta(
            String fileName,
            long fileSize,
            long rowCount,
            BinaryRow minKey,
            BinaryRow maxKey,
            StatsRow keyStats,
            StatsRow valueStats,
            long minSequence,
            long maxSequence,
            long schemaId,
            int level,
            List<String> extraFiles,
            @Nullable Long creationTimeMillis,
            @Nullable Long deleteRowCount,
            byte @Nullable [] embeddedIndex,
            @Nullable FileSource fileSource,
            @Nullable List<String> valueStatsCols,
            @Nullable String externalPath,
            @Nullable Long firstRowId,
            @Nullable List<String> writeCols) {
        if (level < 0) {
            throw new IllegalArgumentException(fileName + ": level must be at least 0, found " + level);
        }
        if (fileSize < 0 || rowCount < 0) {
            throw new IllegalArgumentException(
                    fileName + ": size and rows must not be negative, found " + fileSize + " and " + rowCount);
        }
        this.fileName = fileName;
        this.fileSize = fileSize;
        this.rowCount = rowCount;
        this.minKey = minKey;
        this.maxKey = maxKey;
        this.keyStats = keyStats;
        this.valueStats = valueStats;
        this.minSequence = minSequence;
        this.maxSequence = maxSequence;
        this.schemaId = schemaId;
        this.level = level;
        this.extraFiles = List.copyOf(extraFiles);
        this.creationTimeMillis = creationTimeMillis;
        this.deleteRowCount = deleteRowCount;
        this.embeddedIndex = embeddedIndex;
        this.fileSource = fileSource;
        this.valueStatsCols = valueStatsCols == null ? null : List.copyOf(valueStatsCols);
        this.externalPath = externalPath;
        this.firstRowId = firstRowId;
        this.writeCols = writeCols == null ? null : List.copyOf(writeCols);
    }

    /** A file as its writer has just made it: without extra files and embedded index, in its bucket's folder. */
    public static DataFileMeta written(
            String fileName,
            long fileSize,
            long rowCount,
            BinaryRow minKey,
            BinaryRow maxKey,
            StatsCollector.Collected stats,
            long minSequence,
            long maxSequence,
            long schemaId,
            int level,
            @Nullable Long creationTimeMillis,
            @Nullable Long deleteRowCount,
            FileSource fileSource) {
        return new DataFileMeta(
                fileName,
                fileSize,
                rowCount,
                minKey,
                maxKey,
                stats.keyStats(),
                stats.valueStats(),
                minSequence,
                maxSequence,
                schemaId,
                level,
                List.of(),
                creationTimeMillis,
                deleteRowCount,
                null,
                fileSource,
                stats.valueStatsCols(),
                null,
                null,
                null);
    }

    /** The same file on another level: what an upgrade commits. Everything else stays. */
    public DataFileMeta atLevel(int newLevel) {
        return new DataFileMeta(
                fileName,
                fileSize,
                rowCount,
                minKey,
                maxKey,
                keyStats,
                valueStats,
                minSequence,
                maxSequence,
                schemaId,
                newLevel,
                extraFiles,
                creationTimeMillis,
                deleteRowCount,
                embeddedIndex,
                fileSource,
                valueStatsCols,
                externalPath,
                firstRowId,
                writeCols);
    }

    /**
     * The same file with an index.
     *
     * @param files the names of the files beside it
     * @param embedded the bytes of a small index, null if it is in a file, or there is none
     */
    public DataFileMeta withIndex(List<String> files, byte @Nullable [] embedded) {
        return new DataFileMeta(
                fileName,
                fileSize,
                rowCount,
                minKey,
                maxKey,
                keyStats,
                valueStats,
                minSequence,
                maxSequence,
                schemaId,
                level,
                files,
                creationTimeMillis,
                deleteRowCount,
                embedded,
                fileSource,
                valueStatsCols,
                externalPath,
                firstRowId,
                writeCols);
    }

    /** The same file with nothing known of its values, for an entry that deletes it. */
    public DataFileMeta withoutValueStats() {
        return new DataFileMeta(
                fileName,
                fileSize,
                rowCount,
                minKey,
                maxKey,
                keyStats,
                StatsRow.EMPTY,
                minSequence,
                maxSequence,
                schemaId,
                level,
                extraFiles,
                creationTimeMillis,
                deleteRowCount,
                embeddedIndex,
                fileSource,
                List.of(),
                externalPath,
                firstRowId,
                writeCols);
    }

    /** Whether the file has retractions, or may have. */
    public boolean mayHaveDeletes() {
        return deleteRowCount == null || deleteRowCount > 0;
    }

    /** Equality is by value, that of the embedded index by content. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DataFileMeta meta
                && fileName.equals(meta.fileName)
                && Arrays.equals(embeddedIndex, meta.embeddedIndex)
                && others().equals(meta.others());
    }

    @Override
    public int hashCode() {
        return Objects.hash(fileName, level);
    }

    /** All components but name and embedded index. */
    private List<@Nullable Object> others() {
        return Arrays.asList(
                fileSize,
                rowCount,
                minKey,
                maxKey,
                keyStats,
                valueStats,
                minSequence,
                maxSequence,
                schemaId,
                level,
                extraFiles,
                creationTimeMillis,
                deleteRowCount,
                fileSource,
                valueStatsCols,
                externalPath,
                firstRowId,
                writeCols);
    }

    /** One line: name, level, bytes, rows. */
    @Override
    public String toString() {
        return fileName + " (L" + level + ", " + fileSize + " B, " + rowCount + " rows)";
    }
}
