package org.lsmtable.commit;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;

/**
 * Takes every file of some partitions out of the table: those of the snapshot that each attempt follows, so that rows committed meanwhile go too, and
 * none is left by half.
 */
record EmptyPartitions(
        FileSelection selection, long identifier, @Nullable String operation) implements Offer {
    @Override
    public CommitKind kind() {
        return CommitKind.OVERWRITE;
    }

    @Override
    public Changes after(Optional<Snapshot> latest) throws IOException {
        FileSelection.Files files = latest.isEmpty() ? FileSelection.Files.NONE : selection.at(latest.get());
        Set<String> names =
                files.indexes().stream().map(IndexFileEntry::fileName).collect(Collectors.toSet());
        return new Changes(
                kind(),
                files.data().stream().map(EmptyPartitions::deletion).toList(),
                List.of(),
                new IndexChanges(List.of(), Map.of(), names),
                identifier,
                null,
                Map.of(),
                Changes.Check.NONE,
                operation);
    }

    private static ManifestEntry deletion(LiveFile file) {
        return new ManifestEntry(FileKind.DELETE, file.partition(), file.bucket(), file.totalBuckets(), file.file());
    }
}
