package org.lsmtable.commit;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.AttemptFiles.Base;
import org.lsmtable.commit.AttemptFiles.Change;
import org.lsmtable.manifest.ManifestStore.Written;
import org.lsmtable.snapshot.Snapshot;

/**
 * What the next snapshot says (spec: metadata, values computed at commit). Pure.
 *
 * @param latest the snapshot it follows
 * @param previousRows physical rows of the latest snapshot's files
 * @param statistics the statistics file inherited, null for none
 */
record NextSnapshot(
        Optional<Snapshot> latest,
        long previousRows,
        long schemaId,
        @Nullable String statistics,
        String commitUser) {
    Snapshot of(Changes changes, Base base, Change lists, String uuid, long nowMillis) {
        Snapshot before = latest.orElse(null);
        Written changelog = lists.changelog();
        return new Snapshot(
                Snapshot.VERSION,
                uuid,
                before == null ? 1 : before.id() + 1,
                schemaId,
                base.list().fileName(),
                base.list().fileSize(),
                lists.delta().fileName(),
                lists.delta().fileSize(),
                changelog == null ? null : changelog.fileName(),
                changelog == null ? null : changelog.fileSize(),
                base.indexManifest(),
                commitUser,
                changes.identifier(),
                changes.kind(),
                nowMillis,
                previousRows + changes.deltaRows(),
                changes.deltaRows(),
                changelog == null ? null : changes.changelogRows(),
                latest(before == null ? null : before.watermark(), changes.watermark()),
                statistics,
                changes.properties().isEmpty() ? null : changes.properties(),
                before == null || before.nextRowId() == null ? Long.valueOf(0) : before.nextRowId(),
                changes.operation());
    }

    private static @Nullable Long latest(@Nullable Long before, @Nullable Long ours) {
        if (before == null || ours == null) {
            return before == null ? ours : before;
        }
        return Math.max(before, ours);
    }
}
