package org.lsmtable.manifest;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;

/**
 * One index file of a table, as an index manifest lists it (spec: metadata, index manifests and index files).
 *
 * @param kind ADD in stored files
 * @param bucket 0 where the index does not belong to one bucket
 * @param indexType {@link #HASH}, {@link #DELETION_VECTORS}, or the name of a global index
 * @param rowCount hashes, or data files covered, by type
 * @param vectorRanges where the vector of each data file lies in a deletion vector file, else null
 * @param externalPath the complete URI when the file lies elsewhere, else null
 * @param globalIndex what a global index covers, else null
 */
public record IndexFileEntry(
        FileKind kind,
        BinaryRow partition,
        int bucket,
        String indexType,
        String fileName,
        long fileSize,
        long rowCount,
        @Nullable List<VectorRange> vectorRanges,
        @Nullable String externalPath,
        @Nullable GlobalIndex globalIndex) {
    /** The keys of a dynamic bucket. */
    public static final String HASH = "HASH";

    /** Rows of data files that are deleted. */
    public static final String DELETION_VECTORS = "DELETION_VECTORS";

    public IndexFileEntry {
        vectorRanges = vectorRanges == null ? null : List.copyOf(vectorRanges);
    }

    /** The entry of a dynamic bucket's key hashes. */
    public static IndexFileEntry ofKeys(BinaryRow partition, int bucket, String fileName, long fileSize, long keys) {
        return new IndexFileEntry(FileKind.ADD, partition, bucket, HASH, fileName, fileSize, keys, null, null, null);
    }

    /**
     * Where the deletion vector of a data file lies.
     *
     * @param offset of its length field
     * @param length bytes of magic and bitmap
     * @param cardinality the rows deleted, null if unknown
     */
    public record VectorRange(
            String dataFile,
            int offset,
            int length,
            @Nullable Long cardinality) {}

    /** What a global index covers; carried over as it is. */
    public record GlobalIndex(
            long rowRangeStart,
            long rowRangeEnd,
            int fieldId,
            @Nullable List<Integer> extraFieldIds,
            byte @Nullable [] indexMeta,
            byte @Nullable [] sourceMeta) {
        // spelled out, because javac leaves the annotations of arrays out of the class file of an implicit constructor
        public GlobalIndex(
                long rowRangeStart,
                long rowRangeEnd,
                int fieldId,
                @Nullable List<Integer> extraFieldIds,
                byte @Nullable [] indexMeta,
                byte @Nullable [] sourceMeta) {
            this.rowRangeStart = rowRangeStart;
            this.rowRangeEnd = rowRangeEnd;
            this.fieldId = fieldId;
            this.extraFieldIds = extraFieldIds == null ? null : List.copyOf(extraFieldIds);
            this.indexMeta = indexMeta;
            this.sourceMeta = sourceMeta;
        }

        /** Equality is by value, that of the byte arrays by content. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof GlobalIndex index
                    && rowRangeStart == index.rowRangeStart
                    && rowRangeEnd == index.rowRangeEnd
                    && fieldId == index.fieldId
                    && Objects.equals(extraFieldIds, index.extraFieldIds)
                    && Arrays.equals(indexMeta, index.indexMeta)
                    && Arrays.equals(sourceMeta, index.sourceMeta);
        }

        @Override
        public int hashCode() {
            return Objects.hash(rowRangeStart, rowRangeEnd, fieldId);
        }
    }
}
