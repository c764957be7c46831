package org.lsmtable.commit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.snapshot.CommitKind;

/**
 * What one snapshot changes (spec: commit, which snapshots one commit makes).
 *
 * @param entries in the order of the messages; within a message the deletions of a compaction before its additions, because expiration
 *     removes the file of a deletion unless an addition of the same file follows
 * @param changelog additions to the changelog
 * @param indexes what changes about index files
 * @param check what has to hold against the latest snapshot
 * @param operation what the snapshot says of its cause, null for nothing
 */
record Changes(
        CommitKind kind,
        List<ManifestEntry> entries,
        List<ManifestEntry> changelog,
        IndexChanges indexes,
        long identifier,
        @Nullable Long watermark,
        Map<String, String> properties,
        Check check,
        @Nullable String operation) {
    /** How far a change is compared with the latest snapshot. */
    enum Check {
        /** It only adds files that nobody else can have added. */
        NONE,
        /** Files to delete must be live, files to add must not be, levels must stay disjoint, totals of buckets equal. */
        CONFLICTS,
        /** As {@link #CONFLICTS}, after files that are live already have been left out. */
        NEW_FILES_ONLY
    }

    Changes {
        entries = List.copyOf(entries);
        changelog = List.copyOf(changelog);
    }

    /** The flushed files of a committable. */
    static Changes append(Committable committable, Check check) {
        List<ManifestEntry> entries = new ArrayList<>();
        List<ManifestEntry> changelog = new ArrayList<>();
        for (CommitMessage message : committable.messages()) {
            add(message, FileKind.ADD, message.newFiles(), entries);
            add(message, FileKind.ADD, message.changelogFiles(), changelog);
        }
        IndexChanges indexes = IndexChanges.of(committable.messages());
        return of(CommitKind.APPEND, entries, changelog, indexes, committable, check);
    }

    /** What the compactions of a committable consumed and produced. */
    static Changes compact(Committable committable) {
        List<ManifestEntry> entries = new ArrayList<>();
        List<ManifestEntry> changelog = new ArrayList<>();
        for (CommitMessage message : committable.messages()) {
            add(message, FileKind.DELETE, message.compactBefore(), entries);
            add(message, FileKind.ADD, message.compactAfter(), entries);
            add(message, FileKind.ADD, message.compactChangelog(), changelog);
        }
        return of(CommitKind.COMPACT, entries, changelog, IndexChanges.NONE, committable, Check.CONFLICTS);
    }

    private static Changes of(
            CommitKind kind,
            List<ManifestEntry> entries,
            List<ManifestEntry> changelog,
            IndexChanges indexes,
            Committable committable,
            Check check) {
        requireConsistent(kind, entries);
        return new Changes(
                kind,
                entries,
                changelog,
                indexes,
                committable.identifier(),
                committable.watermark(),
                committable.properties(),
                check,
                null);
    }

    private static void add(
            CommitMessage message, FileKind kind, List<DataFileMeta> files, List<ManifestEntry> entries) {
        for (DataFileMeta file : files) {
            entries.add(new ManifestEntry(kind, message.partition(), message.bucket(), message.totalBuckets(), file));
        }
    }

    /** One change must not add a file twice, nor bring back what it has deleted. */
    private static void requireConsistent(CommitKind kind, List<ManifestEntry> entries) {
        Set<ManifestEntry.Identity> added = new HashSet<>();
        Set<ManifestEntry.Identity> deleted = new HashSet<>();
        for (ManifestEntry entry : entries) {
            ManifestEntry.Identity identity = entry.identity();
            boolean isNew = entry.kind() == FileKind.ADD
                    ? added.add(identity) && !deleted.contains(identity)
                    : deleted.add(identity);
            if (!isNew) {
                throw new IllegalArgumentException(kind + " of bucket " + entry.bucket() + ": " + entry.file() + " is "
                        + (entry.kind() == FileKind.ADD ? "added" : "deleted") + " twice");
            }
        }
    }

    boolean isEmpty() {
        return entries.isEmpty() && changelog.isEmpty() && indexes.isEmpty();
    }

    /** The same change with fewer entries. */
    Changes withEntries(List<ManifestEntry> remaining) {
        return new Changes(kind, remaining, changelog, indexes, identifier, watermark, properties, check, operation);
    }

    /** The partitions whose files it changes. */
    Set<BinaryRow> partitions() {
        Set<BinaryRow> partitions = new LinkedHashSet<>();
        entries.forEach(entry -> partitions.add(entry.partition()));
        return partitions;
    }

    /** Rows added less rows deleted. */
    long deltaRows() {
        return entries.stream()
                .mapToLong(entry -> entry.kind() == FileKind.ADD
                        ? entry.file().rowCount()
                        : -entry.file().rowCount())
                .sum();
    }

    /** Rows of the changelog. */
    long changelogRows() {
        return changelog.stream().mapToLong(entry -> entry.file().rowCount()).sum();
    }

    /** Entries of files whose names are new to the table: additions, but not of files that only change their level. */
    List<ManifestEntry> newFiles() {
        Map<String, ManifestEntry> files = new HashMap<>();
        Set<String> moved = new HashSet<>();
        for (ManifestEntry entry : entries) {
            if (entry.kind() == FileKind.DELETE) {
                moved.add(entry.file().fileName());
            }
        }
        for (ManifestEntry entry : entries) {
            if (entry.kind() == FileKind.ADD && !moved.contains(entry.file().fileName())) {
                files.put(entry.file().fileName(), entry);
            }
        }
        for (ManifestEntry entry : changelog) {
            files.put(entry.file().fileName(), entry);
        }
        return List.copyOf(files.values());
    }
}
