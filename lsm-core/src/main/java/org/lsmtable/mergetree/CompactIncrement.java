package org.lsmtable.mergetree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.lsmtable.manifest.DataFileMeta;

/**
 * The compactions between two commits of a bucket, folded into one (spec: merge tree, prepareCommit). Files that one compaction wrote
 * and a later one consumed never become part of the table. Not thread-safe.
 */
public final class CompactIncrement {
    private final Map<String, DataFileMeta> before = new LinkedHashMap<>();
    private final Map<String, DataFileMeta> after = new LinkedHashMap<>();
    private final List<DataFileMeta> changelog = new ArrayList<>();

    /** What a commit is given: files that go, files that come, changelog. */
    public record Contents(List<DataFileMeta> before, List<DataFileMeta> after, List<DataFileMeta> changelog) {
        public Contents {
            before = List.copyOf(before);
            after = List.copyOf(after);
            changelog = List.copyOf(changelog);
        }
    }

    /**
     * Adds the next compaction.
     *
     * @return files that nothing refers to any more: the caller deletes them
     */
    public List<DataFileMeta> fold(CompactResult result) {
        Set<String> goesOn = result.after().stream().map(DataFileMeta::fileName).collect(Collectors.toSet());
        List<DataFileMeta> unused = new ArrayList<>();
        for (DataFileMeta file : result.before()) {
            String name = file.fileName();
            DataFileMeta intermediate = after.remove(name);
            if (intermediate == null) {
                before.put(name, file);
            } else if (!before.containsKey(name) && !goesOn.contains(name)) {
                // Neither the table has it (it was moved, not written, here), nor does this result move it on.
                unused.add(intermediate);
            }
        }
        result.after().forEach(file -> after.put(file.fileName(), file));
        changelog.addAll(result.changelog());
        return unused;
    }

    /** Whether nothing was compacted since the last commit. */
    public boolean isEmpty() {
        return before.isEmpty() && after.isEmpty() && changelog.isEmpty();
    }

    /** Hands out what a commit needs and starts anew. */
    public Contents drain() {
        Contents contents = new Contents(List.copyOf(before.values()), List.copyOf(after.values()), changelog);
        before.clear();
        after.clear();
        changelog.clear();
        return contents;
    }

    /** The files to delete if this is never committed: all that were written; not those that were only moved. */
    public List<DataFileMeta> filesToAbandon() {
        List<DataFileMeta> files = new ArrayList<>(changelog);
        after.values().stream()
                .filter(file -> !before.containsKey(file.fileName()))
                .forEach(files::add);
        return files;
    }
}
