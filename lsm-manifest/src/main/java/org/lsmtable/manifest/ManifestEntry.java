package org.lsmtable.manifest;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;

/**
 * One change of a table's files (spec: metadata, manifests).
 *
 * @param partition the values of the partition columns; {@link BinaryRow#EMPTY} if there are none
 * @param totalBuckets the number of buckets the file was written under; -1 dynamic, -2 postpone
 */
public record ManifestEntry(FileKind kind, BinaryRow partition, int bucket, int totalBuckets, DataFileMeta file) {
    /** What makes two entries speak of the same file on the same level. */
    public record Identity(
            BinaryRow partition,
            int bucket,
            int level,
            String fileName,
            List<String> extraFiles,
            java.nio.@Nullable ByteBuffer embeddedIndex,
            @Nullable String externalPath) {
        @Override
        public int hashCode() {
            return Objects.hash(fileName, level, bucket);
        }
    }

    /** The identity by which an ADD and a DELETE meet. */
    public Identity identity() {
        byte[] index = file.embeddedIndex();
        return new Identity(
                partition,
                bucket,
                file.level(),
                file.fileName(),
                file.extraFiles(),
                index == null ? null : java.nio.ByteBuffer.wrap(index),
                file.externalPath());
    }
}
