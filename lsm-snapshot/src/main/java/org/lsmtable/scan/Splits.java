package org.lsmtable.scan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.options.Options;
import org.lsmtable.options.SnapshotOptions;
import org.lsmtable.scan.IntervalPartition.Section;
import org.lsmtable.schema.TableSchema;

/**
 * Cuts the files of a batch read into splits that can be read independently: files whose keys overlap stay together (spec: merge tree,
 * batch splits of one bucket). Pure.
 */
public final class Splits {
    private final long targetBytes;
    private final long openFileBytes;
    private final Overlap overlap;
    private final Comparator<BinaryRow> keyOrder;

    /** What an overlap of key ranges on levels above 0 means. */
    public enum Overlap {
        /** Several versions of a row: they have to be merged. */
        VERSIONS,
        /** Nothing: each key is visible in one file only (deletion vectors, first-row engine). */
        HARMLESS
    }

    /**
     * Files of one bucket to be read together.
     *
     * @param files without key order between them, unless raw
     * @param isRaw whether the files can be read one after another, without merging
     */
    public record Split(BinaryRow partition, int bucket, List<DataFileMeta> files, boolean isRaw) {
        public Split {
            files = List.copyOf(files);
        }
    }

    /**
     * Rules for splits.
     *
     * @param targetBytes how much a split should weigh at most
     * @param openFileBytes what a file or section weighs at least
     */
    public Splits(long targetBytes, long openFileBytes, Overlap overlap, Comparator<BinaryRow> keyOrder) {
        this.targetBytes = targetBytes;
        this.openFileBytes = openFileBytes;
        this.overlap = overlap;
        this.keyOrder = keyOrder;
    }

    /** The rules a table's options ask for. */
    public static Splits of(TableSchema schema) {
        Options options = schema.options();
        return new Splits(
                options.get(SnapshotOptions.SPLIT_TARGET_SIZE),
                options.get(SnapshotOptions.SPLIT_OPEN_FILE_COST),
                ScanOptions.hasUniqueKeysAboveLevelZero(options) ? Overlap.HARMLESS : Overlap.VERSIONS,
                new KeyComparator(schema.trimmedKeyType().types()));
    }

    /** The splits of a plan, whose files come bucket by bucket. */
    public List<Split> of(List<LiveFile> plan) {
        List<Split> splits = new ArrayList<>();
        int start = 0;
        while (start < plan.size()) {
            LiveFile first = plan.get(start);
            int end = start + 1;
            while (end < plan.size()
                    && plan.get(end).bucket() == first.bucket()
                    && plan.get(end).partition().equals(first.partition())) {
                end++;
            }
            List<DataFileMeta> files =
                    plan.subList(start, end).stream().map(LiveFile::file).toList();
            splits.addAll(ofBucket(first.partition(), first.bucket(), files));
            start = end;
        }
        return splits;
    }

    /** The splits of one bucket's files. */
    public List<Split> ofBucket(BinaryRow partition, int bucket, List<DataFileMeta> files) {
        List<Split> splits = new ArrayList<>();
        if (needNoMerge(files)) {
            for (List<DataFileMeta> packed : pack(files, DataFileMeta::fileSize)) {
                splits.add(new Split(partition, bucket, packed, true));
            }
            return splits;
        }
        List<List<DataFileMeta>> sections = IntervalPartition.of(files, keyOrder).stream()
                .map(Section::files)
                .toList();
        ToLongFunction<List<DataFileMeta>> bytes =
                section -> section.stream().mapToLong(DataFileMeta::fileSize).sum();
        for (List<List<DataFileMeta>> packed : pack(sections, bytes)) {
            List<DataFileMeta> members = packed.stream().flatMap(List::stream).toList();
            boolean isRaw = members.size() == 1 && !hasDeletes(members.get(0));
            splits.add(new Split(partition, bucket, members, isRaw));
        }
        return splits;
    }

    private boolean needNoMerge(List<DataFileMeta> files) {
        if (files.isEmpty() || files.stream().anyMatch(file -> file.level() == 0 || hasDeletes(file))) {
            return false;
        }
        return overlap == Overlap.HARMLESS
                || files.stream().mapToInt(DataFileMeta::level).distinct().count() == 1;
    }

    /** An unknown count counts as none here; the reader decides by it whether it may do without merging. */
    private static boolean hasDeletes(DataFileMeta file) {
        Long deletes = file.deleteRowCount();
        return deletes != null && deletes > 0;
    }

    /** Groups in the order given: an item opens a new group if it would make the open one heavier than the target. */
    private <T> List<List<T>> pack(List<T> items, ToLongFunction<T> bytes) {
        List<List<T>> groups = new ArrayList<>();
        List<T> open = new ArrayList<>();
        long weight = 0;
        for (T item : items) {
            long itemWeight = Math.max(bytes.applyAsLong(item), openFileBytes);
            if (!open.isEmpty() && weight + itemWeight > targetBytes) {
                groups.add(open);
                open = new ArrayList<>();
                weight = 0;
            }
            open.add(item);
            weight += itemWeight;
        }
        if (!open.isEmpty()) {
            groups.add(open);
        }
        return groups;
    }
}
