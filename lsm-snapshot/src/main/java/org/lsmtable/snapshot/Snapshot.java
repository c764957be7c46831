package org.lsmtable.snapshot;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One state of a table (spec: metadata, snapshot files). A null component was absent or null in the file.
 *
 * @param timeMillis epoch milliseconds of the writer's clock
 * @param totalRecordCount physical rows in all live files: superseded versions and retractions count
 */
public record Snapshot(
        int version,
        @Nullable String uuid,
        long id,
        long schemaId,
        String baseManifestList,
        @Nullable Long baseManifestListSize,
        String deltaManifestList,
        @Nullable Long deltaManifestListSize,
        @Nullable String changelogManifestList,
        @Nullable Long changelogManifestListSize,
        @Nullable String indexManifest,
        String commitUser,
        long commitIdentifier,
        CommitKind commitKind,
        long timeMillis,
        @Nullable Long totalRecordCount,
        @Nullable Long deltaRecordCount,
        @Nullable Long changelogRecordCount,
        @Nullable Long watermark,
        @Nullable String statistics,
        @Nullable Map<String, String> properties,
        @Nullable Long nextRowId,
        @Nullable String operation) {
    public Snapshot {
        properties = properties == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** The version this engine writes and knows. */
    public static final int VERSION = 3;

    /** The identifier of commits that are not part of a numbered series. */
    public static final long BATCH_IDENTIFIER = Long.MAX_VALUE;
}
