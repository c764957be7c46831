package org.lsmtable.mergetree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;

/**
 * Data files in key order whose key ranges do not touch: together they are sorted and hold each key at most once (spec: merge
 * tree, terms). Immutable.
 */
public final class SortedRun {
    private final List<DataFileMeta> files;

    private SortedRun(List<DataFileMeta> files) {
        this.files = List.copyOf(files);
    }

    /** The run of one file. */
    public static SortedRun of(DataFileMeta file) {
        return new SortedRun(List.of(file));
    }

    /**
     * The run of some files, in any order.
     *
     * @throws IllegalStateException naming two files whose key ranges share a key
     */
    public static SortedRun of(List<DataFileMeta> files, Comparator<BinaryRow> keyOrder) {
        List<DataFileMeta> sorted = new ArrayList<>(files);
        sorted.sort(Comparator.comparing(DataFileMeta::minKey, keyOrder));
        for (int i = 1; i < sorted.size(); i++) {
            DataFileMeta left = sorted.get(i - 1);
            DataFileMeta right = sorted.get(i);
            if (keyOrder.compare(right.minKey(), left.maxKey()) <= 0) {
                throw new IllegalStateException("sorted run: expected files that share no key, found " + left
                        + " up to key " + left.maxKey() + " and " + right + " from key " + right.minKey());
            }
        }
        return new SortedRun(sorted);
    }

    /** The files in key order. */
    public List<DataFileMeta> files() {
        return files;
    }

    /** Bytes of all files. */
    public long bytes() {
        long bytes = 0;
        for (DataFileMeta file : files) {
            bytes += file.fileSize();
        }
        return bytes;
    }

    /** Rows of all files, retractions included. */
    public long rows() {
        long rows = 0;
        for (DataFileMeta file : files) {
            rows += file.rowCount();
        }
        return rows;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SortedRun run && run.files.equals(files);
    }

    @Override
    public int hashCode() {
        return files.hashCode();
    }

    @Override
    public String toString() {
        return files.toString();
    }
}
