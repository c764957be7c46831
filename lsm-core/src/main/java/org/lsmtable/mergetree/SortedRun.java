package org.lsmtable.mergetree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;

/**
 * Data files in key order whose key ranges do not touch: together they are sorted and hold each key at most once (spec: merge
 * tree, terms). Immutable.
 */
public final class SortedRun {
    /** The run of no files. */
    public static final SortedRun EMPTY = new SortedRun(List.of());

    private final List<DataFileMeta> files;
    private final long bytes;
    private final long rows;
    private final long maxSequence;

    /** Made when first asked for; several threads may make it, each the same. */
    private volatile @Nullable Set<String> names;

    private SortedRun(List<DataFileMeta> files) {
        this.files = List.copyOf(files);
        long sumBytes = 0;
        long sumRows = 0;
        for (DataFileMeta file : files) {
            sumBytes += file.fileSize();
            sumRows += file.rowCount();
        }
        this.bytes = sumBytes;
        this.rows = sumRows;
        this.maxSequence = Levels.maxSequence(files);
    }

    /** The run of one file. */
    public static SortedRun of(DataFileMeta file) {
        return new SortedRun(List.of(file));
    }

    /**
     * The run of some files, in any order.
     *
     * @throws OverlappingFilesException naming two files whose key ranges share a key
     */
    public static SortedRun of(List<DataFileMeta> files, Comparator<BinaryRow> keyOrder) {
        List<DataFileMeta> sorted = new ArrayList<>(files);
        sorted.sort(Comparator.comparing(DataFileMeta::minKey, keyOrder));
        for (int i = 1; i < sorted.size(); i++) {
            DataFileMeta left = sorted.get(i - 1);
            DataFileMeta right = sorted.get(i);
            if (keyOrder.compare(right.minKey(), left.maxKey()) <= 0) {
                throw new OverlappingFilesException(left, right);
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
        return bytes;
    }

    /** Rows of all files, retractions included. */
    public long rows() {
        return rows;
    }

    /** The greatest sequence number of all files, −1 if there are none. */
    long maxSequence() {
        return maxSequence;
    }

    /** Whether a file of this name is here. */
    boolean has(String fileName) {
        if (files.size() == 1) {
            return files.get(0).fileName().equals(fileName);
        }
        Set<String> known = names;
        if (known == null) {
            known = new HashSet<>();
            for (DataFileMeta file : files) {
                known.add(file.fileName());
            }
            names = known;
        }
        return known.contains(fileName);
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
