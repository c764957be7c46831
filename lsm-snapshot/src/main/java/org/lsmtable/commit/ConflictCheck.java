package org.lsmtable.commit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestEntry.Identity;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.snapshot.CommitKind;

/** Whether a change still fits the files that are live (spec: commit, conflict checks). Pure. */
final class ConflictCheck {
    private static final int NAMED_FILES = 5;

    private final Comparator<BinaryRow> keyOrder;

    ConflictCheck(Comparator<BinaryRow> keyOrder) {
        this.keyOrder = keyOrder;
    }

    /**
     * Why a change does not fit.
     *
     * @param what names the files of the change that do not fit, and why
     * @param file the file that another commit has removed or added
     * @param doneToIt which of the two it was
     */
    record Conflict(String what, Identity file, FileKind doneToIt) {}

    /** The first conflict of a change with the live files of its partitions, empty if it fits. */
    Optional<Conflict> find(Changes changes, Map<Identity, LiveFile> live) {
        Set<Identity> added = identities(changes, FileKind.ADD);
        Set<Identity> deleted = identities(changes, FileKind.DELETE);
        return missing(changes, live, added)
                .or(() -> present(changes, live))
                .or(() -> changes.kind() == CommitKind.OVERWRITE ? Optional.empty() : totals(changes, live))
                .or(() -> levels(changes, live, deleted));
    }

    private static Set<Identity> identities(Changes changes, FileKind kind) {
        Set<Identity> identities = new HashSet<>();
        for (ManifestEntry entry : changes.entries()) {
            if (entry.kind() == kind) {
                identities.add(entry.identity());
            }
        }
        return identities;
    }

    /** A file to delete must be live, unless the change itself has added it before. */
    private static Optional<Conflict> missing(Changes changes, Map<Identity, LiveFile> live, Set<Identity> added) {
        List<ManifestEntry> missing = changes.entries().stream()
                .filter(entry -> entry.kind() == FileKind.DELETE)
                .filter(entry -> !live.containsKey(entry.identity()) && !added.contains(entry.identity()))
                .toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new Conflict(
                        "no longer in the table: " + names(missing),
                        missing.get(0).identity(),
                        FileKind.DELETE));
    }

    /** A file to add must not be live, unless the change removes it after that. */
    private static Optional<Conflict> present(Changes changes, Map<Identity, LiveFile> live) {
        List<ManifestEntry> present = changes.entries().stream()
                .filter(entry -> entry.kind() == FileKind.ADD && live.containsKey(entry.identity()))
                .toList();
        return present.isEmpty()
                ? Optional.empty()
                : Optional.of(new Conflict(
                        "in the table already: " + names(present),
                        present.get(0).identity(),
                        FileKind.ADD));
    }

    /** All files of a partition are written under one number of buckets. */
    private static Optional<Conflict> totals(Changes changes, Map<Identity, LiveFile> live) {
        Map<BinaryRow, ManifestEntry> ours = new HashMap<>();
        for (ManifestEntry entry : changes.entries()) {
            if (entry.totalBuckets() > 0) {
                ManifestEntry first = ours.putIfAbsent(entry.partition(), entry);
                if (first != null && first.totalBuckets() != entry.totalBuckets()) {
                    return Optional.of(otherTotal(entry, first.totalBuckets(), first.identity()));
                }
            }
        }
        for (Map.Entry<Identity, LiveFile> file : live.entrySet()) {
            ManifestEntry entry = ours.get(file.getKey().partition());
            int total = file.getValue().totalBuckets();
            if (entry != null && total > 0 && total != entry.totalBuckets()) {
                return Optional.of(otherTotal(entry, total, file.getKey()));
            }
        }
        return Optional.empty();
    }

    private static Conflict otherTotal(ManifestEntry entry, int total, Identity other) {
        return new Conflict(
                "written for " + entry.totalBuckets() + " buckets, where the partition has " + total + " (file "
                        + other.fileName() + "): " + names(List.of(entry)),
                other,
                FileKind.ADD);
    }

    /** Where a level above 0 of a bucket lies. */
    private record LevelOfBucket(BinaryRow partition, int bucket, int level) {}

    private record Placed(Identity identity, DataFileMeta file, boolean isOurs) {}

    /** Files of one level above 0 must not share a key. Only levels that the change adds to can have become wrong. */
    private Optional<Conflict> levels(Changes changes, Map<Identity, LiveFile> live, Set<Identity> deleted) {
        Map<LevelOfBucket, List<Placed>> levels = new LinkedHashMap<>();
        for (ManifestEntry entry : changes.entries()) {
            Identity identity = entry.identity();
            if (entry.kind() == FileKind.ADD && entry.file().level() > 0 && !deleted.contains(identity)) {
                levels.computeIfAbsent(level(identity), key -> new ArrayList<>())
                        .add(new Placed(identity, entry.file(), true));
            }
        }
        if (levels.isEmpty()) {
            return Optional.empty();
        }
        live.forEach((identity, file) -> {
            List<Placed> level = levels.get(level(identity));
            if (level != null && !deleted.contains(identity)) {
                level.add(new Placed(identity, file.file(), false));
            }
        });
        for (List<Placed> level : levels.values()) {
            level.sort(Comparator.comparing(placed -> placed.file().minKey(), keyOrder));
            for (int i = 1; i < level.size(); i++) {
                Placed left = level.get(i - 1);
                Placed right = level.get(i);
                if (keyOrder.compare(left.file().maxKey(), right.file().minKey()) >= 0) {
                    return Optional.of(overlap(left, right));
                }
            }
        }
        return Optional.empty();
    }

    private static LevelOfBucket level(Identity identity) {
        return new LevelOfBucket(identity.partition(), identity.bucket(), identity.level());
    }

    private static Conflict overlap(Placed left, Placed right) {
        Placed other = left.isOurs() ? right : left;
        return new Conflict(
                "keys overlap on level " + left.identity().level() + ": "
                        + left.file().fileName() + " and " + right.file().fileName() + " of bucket "
                        + left.identity().bucket(),
                other.identity(),
                FileKind.ADD);
    }

    private static String names(List<ManifestEntry> entries) {
        StringBuilder names = new StringBuilder();
        for (ManifestEntry entry : entries.subList(0, Math.min(NAMED_FILES, entries.size()))) {
            names.append(names.isEmpty() ? "" : ", ")
                    .append(entry.file().fileName())
                    .append(" (level ")
                    .append(entry.file().level())
                    .append(", bucket ")
                    .append(entry.bucket())
                    .append(')');
        }
        if (entries.size() > NAMED_FILES) {
            names.append(" and ").append(entries.size() - NAMED_FILES).append(" more");
        }
        return names.toString();
    }
}
