package org.lsmtable.manifest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Values;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/**
 * Makes fewer and smaller manifests of a list (spec: metadata, live set and manifest merging): a full merge once enough bytes of
 * them are dead or scattered, otherwise a minor one. Both keep the live set, and neither drops a DELETE whose ADD may lie in a
 * manifest it has not read. For one call only.
 */
final class ManifestMerge {
    /** So many entries are rewritten without a thought. */
    private static final long CHEAP_ENTRIES = 1000;

    private final ManifestStore store;
    private final RowType partitionType;
    private final ManifestOptions options;
    /** What this merge has written; taken back if it fails. */
    private final List<ManifestFileMeta> written = new ArrayList<>();

    ManifestMerge(ManifestStore store, RowType partitionType, ManifestOptions options) {
        this.store = store;
        this.partitionType = partitionType;
        this.options = options;
    }

    List<ManifestFileMeta> merge(List<ManifestFileMeta> given) throws IOException {
        try {
            return needsFullMerge(given) ? full(given) : minor(given);
        } catch (Throwable e) {
            written.forEach(manifest -> store.deleteQuietly(manifest.fileName()));
            throw e;
        }
    }

    private boolean needsFullMerge(List<ManifestFileMeta> given) {
        long bytes = given.stream()
                .filter(this::mustRewrite)
                .mapToLong(ManifestFileMeta::fileSize)
                .sum();
        return bytes >= options.fullMergeBytes();
    }

    private boolean mustRewrite(ManifestFileMeta manifest) {
        return manifest.numDeletedFiles() > 0 || manifest.fileSize() < options.targetFileBytes();
    }

    /** Rewrites every manifest that may hold a dead file; no DELETE is left, since every manifest was asked for its ADD. */
    private List<ManifestFileMeta> full(List<ManifestFileMeta> given) throws IOException {
        Set<ManifestEntry.Identity> dead = new HashSet<>();
        for (ManifestFileMeta manifest : given) {
            if (manifest.numDeletedFiles() > 0) {
                store.readManifest(manifest, entry -> {
                    if (entry.kind() == FileKind.DELETE) {
                        dead.add(entry.identity());
                    }
                });
            }
        }
        Set<BinaryRow> deadPartitions = new HashSet<>();
        dead.forEach(identity -> deadPartitions.add(identity.partition()));
        List<ManifestFileMeta> result = new ArrayList<>();
        List<ManifestFileMeta> rewritten = new ArrayList<>();
        for (ManifestFileMeta manifest : given) {
            boolean keep = !mustRewrite(manifest) && !mayHoldAny(manifest, deadPartitions);
            (keep ? result : rewritten).add(manifest);
        }
        if (rewritten.size() <= 1) {
            return minor(given);
        }
        rewrite(rewritten, dead, result);
        return result;
    }

    /** Adds to the result what is left of some manifests: as they are if nothing in them is dead, else their living files. */
    private void rewrite(
            List<ManifestFileMeta> manifests, Set<ManifestEntry.Identity> dead, List<ManifestFileMeta> result)
            throws IOException {
        try (ManifestRoll roll = store.newRoll()) {
            for (ManifestFileMeta manifest : manifests) {
                if (!mustRewrite(manifest) && !holdsDead(manifest, dead)) {
                    result.add(manifest);
                    continue;
                }
                store.readManifest(manifest, entry -> {
                    if (entry.kind() == FileKind.ADD && !dead.contains(entry.identity())) {
                        roll.add(entry);
                    }
                });
            }
            List<ManifestFileMeta> made = roll.finish();
            written.addAll(made);
            result.addAll(made);
        }
    }

    private boolean holdsDead(ManifestFileMeta manifest, Set<ManifestEntry.Identity> dead) throws IOException {
        boolean[] found = {false};
        store.readManifest(manifest, entry -> found[0] |= dead.contains(entry.identity()));
        return found[0];
    }

    /** Whether a manifest's partition range meets any of some partitions. */
    private boolean mayHoldAny(ManifestFileMeta manifest, Set<BinaryRow> partitions) {
        for (BinaryRow partition : partitions) {
            boolean mayHold = true;
            for (int i = 0; mayHold && i < partitionType.fieldCount(); i++) {
                mayHold = mayHold(manifest.partitionStats(), i, partition);
            }
            if (mayHold) {
                return true;
            }
        }
        return false;
    }

    private boolean mayHold(StatsRow stats, int column, BinaryRow partition) {
        DataType type = partitionType.typeAt(column).nullable();
        Object value = partition.get(column, type);
        Long nulls = column < stats.nullCounts().size() ? stats.nullCounts().get(column) : null;
        if (value == null) {
            return nulls == null || nulls != 0;
        }
        Object min = stats.min().get(column, type);
        Object max = stats.max().get(column, type);
        if (min == null || max == null) {
            // nothing is known of the values, unless all are null, which the entry count does not tell for sure
            return true;
        }
        return Values.compare(min, value, type) <= 0 && Values.compare(value, max, type) <= 0;
    }

    /** Merges neighbours into manifests of about the target size. */
    private List<ManifestFileMeta> minor(List<ManifestFileMeta> given) throws IOException {
        List<ManifestFileMeta> result = new ArrayList<>();
        List<ManifestFileMeta> group = new ArrayList<>();
        long groupBytes = 0;
        for (ManifestFileMeta manifest : given) {
            group.add(manifest);
            groupBytes += manifest.fileSize();
            if (groupBytes >= options.targetFileBytes()) {
                result.addAll(mergeGroup(group));
                group.clear();
                groupBytes = 0;
            }
        }
        int kept = outweighing(group);
        result.addAll(group.subList(0, kept));
        List<ManifestFileMeta> rest = group.subList(kept, group.size());
        result.addAll(rest.size() >= options.mergeMinCount() ? mergeGroup(rest) : rest);
        return result;
    }

    /**
     * How many manifests at the front are large and hold more entries than all after them together. They are left alone until as much
     * has come after them, so that an entry is rewritten as often as the number of entries doubles, and not at every merge until the
     * target size is reached; the format asks for neither.
     */
    private static int outweighing(List<ManifestFileMeta> manifests) {
        long after = manifests.stream().mapToLong(ManifestMerge::entries).sum();
        int kept = 0;
        for (ManifestFileMeta manifest : manifests) {
            after -= entries(manifest);
            if (entries(manifest) <= Math.max(after, CHEAP_ENTRIES)) {
                break;
            }
            kept++;
        }
        return kept;
    }

    private static long entries(ManifestFileMeta manifest) {
        return manifest.numAddedFiles() + manifest.numDeletedFiles();
    }

    private List<ManifestFileMeta> mergeGroup(List<ManifestFileMeta> group) throws IOException {
        if (group.size() <= 1) {
            return List.copyOf(group);
        }
        Map<ManifestEntry.Identity, ManifestEntry> entries = new LinkedHashMap<>();
        for (ManifestFileMeta manifest : group) {
            store.readManifest(manifest, entry -> replay(manifest, entry, entries));
        }
        try (ManifestRoll roll = store.newRoll()) {
            for (ManifestEntry entry : entries.values()) {
                roll.add(entry);
            }
            List<ManifestFileMeta> made = roll.finish();
            written.addAll(made);
            return made;
        }
    }

    private static void replay(
            ManifestFileMeta manifest, ManifestEntry entry, Map<ManifestEntry.Identity, ManifestEntry> entries)
            throws DamagedFileException {
        ManifestEntry.Identity identity = entry.identity();
        ManifestEntry before = entries.get(identity);
        switch (entry.kind()) {
            case ADD -> {
                if (before != null) {
                    throw new DamagedFileException(
                            manifest.fileName(),
                            "entries for data file " + entry.file().fileName() + " on level "
                                    + entry.file().level(),
                            "one ADD and then at most one DELETE",
                            "an ADD after " + before.kind());
                }
                entries.put(identity, entry);
            }
            case DELETE -> {
                if (before != null && before.kind() == FileKind.ADD) {
                    entries.remove(identity);
                } else {
                    entries.put(identity, entry);
                }
            }
        }
    }
}
