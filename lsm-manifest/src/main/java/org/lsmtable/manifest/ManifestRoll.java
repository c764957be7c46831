package org.lsmtable.manifest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.RowType;

/**
 * Writes entries to manifests, starting another one when the target size is reached. Unless finished it leaves no file behind.
 * Not thread-safe.
 */
final class ManifestRoll implements AutoCloseable {
    /** The size is looked at after so many entries. */
    private static final int CHECK_EVERY = 1000;

    private final ManifestStore store;
    private final RowType partitionType;
    private final ManifestOptions options;
    private final List<ManifestFileMeta> written = new ArrayList<>();
    private @Nullable Current current;
    private boolean finished;

    private record Current(String fileName, AvroFileWriter writer, ManifestSummary summary) {}

    ManifestRoll(ManifestStore store, RowType partitionType, ManifestOptions options) {
        this.store = store;
        this.partitionType = partitionType;
        this.options = options;
    }

    void add(ManifestEntry entry) throws IOException {
        Current open = current;
        if (open == null) {
            String name = store.nextManifestName();
            open = new Current(name, store.writer(name, ManifestRecords.ENTRY), new ManifestSummary(partitionType));
            current = open;
        }
        boolean dropStats =
                entry.kind() == FileKind.DELETE && options.deletedStats() == ManifestOptions.DeletedStats.DROPPED;
        ManifestEntry stored = dropStats
                ? new ManifestEntry(
                        entry.kind(),
                        entry.partition(),
                        entry.bucket(),
                        entry.totalBuckets(),
                        entry.file().withoutValueStats())
                : entry;
        open.writer().add(ManifestRecords.of(stored));
        open.summary().add(stored);
        if (open.summary().entries() % CHECK_EVERY == 0 && open.writer().position() >= options.targetFileBytes()) {
            end(open);
        }
    }

    private void end(Current open) throws IOException {
        long size = open.writer().finish();
        written.add(open.summary().toMeta(open.fileName(), size));
        current = null;
    }

    /** Completes the last manifest. */
    List<ManifestFileMeta> finish() throws IOException {
        Current open = current;
        if (open != null) {
            end(open);
        }
        finished = true;
        return List.copyOf(written);
    }

    @Override
    public void close() {
        if (!finished) {
            Current open = current;
            if (open != null) {
                open.writer().close();
            }
            written.forEach(manifest -> store.deleteQuietly(manifest.fileName()));
        }
    }
}
