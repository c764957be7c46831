package org.lsmtable.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.FileOpener;
import org.lsmtable.merge.Section;
import org.lsmtable.scan.IntervalPartition;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.schema.TableSchema;

/** Files that are read together: those of a bucket, or of a partition. */
record FileGroup(List<LiveFile> files) {
    FileGroup {
        files = List.copyOf(files);
    }

    /** Neighbours of the same bucket, in the order of the files. */
    static List<FileGroup> byBucket(List<LiveFile> files) {
        return of(
                files,
                (left, right) ->
                        left.bucket() == right.bucket() && left.partition().equals(right.partition()));
    }

    private static List<FileGroup> of(List<LiveFile> files, BiPredicate<LiveFile, LiveFile> together) {
        List<FileGroup> groups = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= files.size(); i++) {
            if (i == files.size() || !together.test(files.get(start), files.get(i))) {
                groups.add(new FileGroup(files.subList(start, i)));
                start = i;
            }
        }
        return groups;
    }

    /** Sections to be merged: files whose key ranges overlap stay together. */
    List<Section> merged(TableSchema schema) {
        List<DataFileMeta> members = files.stream().map(LiveFile::file).toList();
        KeyComparator order = new KeyComparator(schema.trimmedKeyType().types());
        return IntervalPartition.of(members, order).stream()
                .map(section -> new Section(section.runs()))
                .toList();
    }

    /** Each file for itself, in their order: nothing is merged. */
    List<Section> unmerged() {
        return files.stream()
                .map(live -> new Section(List.of(List.of(live.file()))))
                .toList();
    }

    /** Opens these files. */
    FileOpener opener(TableContext context, TableSchema schema) {
        Map<String, LiveFile> byName = new HashMap<>();
        files.forEach(live -> byName.put(live.file().fileName(), live));
        return file -> context.openFile(schema, Objects.requireNonNull(byName.get(file.fileName())));
    }
}
