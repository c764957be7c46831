package org.lsmtable.mergetree;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.lsmtable.compact.Decision;
import org.lsmtable.manifest.DataFileMeta;

/**
 * What a compaction has done.
 *
 * @param decision why it ran
 * @param before files it has consumed, with the level they had
 * @param after files it has written or moved, with their new level; a moved file is in both lists
 * @param changelog changelog files it has written
 */
public record CompactResult(
        Decision decision, List<DataFileMeta> before, List<DataFileMeta> after, List<DataFileMeta> changelog) {
    public CompactResult {
        before = List.copyOf(before);
        after = List.copyOf(after);
        changelog = List.copyOf(changelog);
    }

    /** The files it has written: those that came and were not there before. */
    public List<DataFileMeta> written() {
        Set<String> names = before.stream().map(DataFileMeta::fileName).collect(Collectors.toSet());
        return after.stream().filter(file -> !names.contains(file.fileName())).toList();
    }
}
