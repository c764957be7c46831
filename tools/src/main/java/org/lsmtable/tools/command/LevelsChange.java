package org.lsmtable.tools.command;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.table.BucketLevels;

/**
 * What became of the files of a bucket between two looks. Files that came and went in between are not seen.
 *
 * @param flushed files that came on level 0
 * @param compacted files that came above it
 * @param gone files that are there no more
 * @param moved files that lie on another level now
 */
record LevelsChange(Count flushed, Count compacted, Count gone, Count moved) {
    /** So many files of so many bytes. */
    record Count(int files, long bytes) {
        private static Count of(Collection<DataFileMeta> files) {
            return new Count(
                    files.size(),
                    files.stream().mapToLong(DataFileMeta::fileSize).sum());
        }

        private Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("files", files);
            tree.put("bytes", bytes);
            return tree;
        }

        private String text(String verb) {
            return (files == 1 ? "1 file " : files + " files ") + verb + " (" + bytes + " bytes)";
        }
    }

    /** The change from one look to the next; null for a bucket that was or is not there. */
    static LevelsChange between(@Nullable BucketLevels before, @Nullable BucketLevels after) {
        Map<String, DataFileMeta> old = files(before);
        Map<String, DataFileMeta> now = files(after);
        List<DataFileMeta> came = now.values().stream()
                .filter(f -> !old.containsKey(f.fileName()))
                .toList();
        return new LevelsChange(
                Count.of(came.stream().filter(f -> f.level() == 0).toList()),
                Count.of(came.stream().filter(f -> f.level() > 0).toList()),
                Count.of(old.values().stream()
                        .filter(f -> !now.containsKey(f.fileName()))
                        .toList()),
                Count.of(now.values().stream()
                        .filter(f -> old.containsKey(f.fileName())
                                && old.get(f.fileName()).level() != f.level())
                        .toList()));
    }

    private static Map<String, DataFileMeta> files(@Nullable BucketLevels bucket) {
        return bucket == null
                ? Map.of()
                : bucket.runs().stream()
                        .flatMap(run -> run.files().stream())
                        .collect(Collectors.toMap(DataFileMeta::fileName, f -> f));
    }

    /** As a record. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("flushed", flushed.tree());
        tree.put("compacted", compacted.tree());
        tree.put("gone", gone.tree());
        tree.put("moved", moved.tree());
        return tree;
    }

    /** One sentence for people. */
    String text() {
        List<String> parts = new java.util.ArrayList<>();
        add(parts, flushed, "flushed");
        add(parts, compacted, "written by compaction");
        add(parts, gone, "gone");
        add(parts, moved, "moved to another level");
        return parts.isEmpty() ? "nothing changed" : String.join(", ", parts);
    }

    private static void add(List<String> parts, Count count, String verb) {
        if (count.files() > 0) {
            parts.add(count.text(verb));
        }
    }
}
