package org.lsmtable.manifest;

import org.jspecify.annotations.Nullable;

/**
 * One manifest as a manifest list names it (spec: metadata, manifest lists). Null ranges are unknown and prune nothing.
 *
 * @param schemaId the greatest schema id of the entries
 */
public record ManifestFileMeta(
        String fileName,
        long fileSize,
        long numAddedFiles,
        long numDeletedFiles,
        StatsRow partitionStats,
        long schemaId,
        @Nullable Integer minBucket,
        @Nullable Integer maxBucket,
        @Nullable Integer minLevel,
        @Nullable Integer maxLevel,
        @Nullable Long minRowId,
        @Nullable Long maxRowId) {}
