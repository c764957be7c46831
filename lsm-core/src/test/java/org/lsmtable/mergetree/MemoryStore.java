package org.lsmtable.mergetree;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.types.Types;

/**
 * Data files as maps in memory, and a rewriter that merges them in the simplest way there is: all versions of a key in one map, the
 * greatest sequence number wins. It checks what it is given.
 */
final class MemoryStore implements CompactRewriter {
    /** One stored version of a key. */
    record Version(long sequence, boolean delete, int value) {}

    private final Map<String, TreeMap<Integer, Version>> files = new ConcurrentHashMap<>();
    private final AtomicInteger names = new AtomicInteger();
    private final int rowsPerFile;

    /**
     * @param rowsPerFile rows after which a rewrite starts the next file
     */
    MemoryStore(int rowsPerFile) {
        this.rowsPerFile = rowsPerFile;
    }

    /** Writes a file of ten bytes a row. */
    DataFileMeta write(int level, TreeMap<Integer, Version> rows) {
        String name = "f" + names.incrementAndGet();
        files.put(name, rows);
        return TestFile.of(name, rows.firstKey(), rows.lastKey())
                .level(level)
                .bytes(10L * rows.size())
                .rows(rows.size())
                .deletes(rows.values().stream().filter(Version::delete).count())
                .sequences(
                        rows.values().stream()
                                .mapToLong(Version::sequence)
                                .min()
                                .orElseThrow(),
                        rows.values().stream()
                                .mapToLong(Version::sequence)
                                .max()
                                .orElseThrow())
                .meta();
    }

    @Override
    public List<DataFileMeta> rewrite(int outputLevel, DropDeletes dropDeletes, List<List<SortedRun>> sections) {
        if (outputLevel < 1) {
            throw new AssertionError("output level " + outputLevel);
        }
        TreeMap<Integer, Version> merged = new TreeMap<>();
        for (List<SortedRun> section : sections) {
            Integer before = merged.isEmpty() ? null : merged.lastKey();
            for (SortedRun run : section) {
                for (DataFileMeta file : run.files()) {
                    if (before != null && key(file.minKey()) <= before) {
                        throw new AssertionError("sections share key " + key(file.minKey()));
                    }
                    versions(file).forEach((key, version) -> merged.merge(key, version, MemoryStore::newer));
                }
            }
        }
        if (dropDeletes == DropDeletes.DROP) {
            merged.values().removeIf(Version::delete);
        }
        List<DataFileMeta> written = new ArrayList<>();
        TreeMap<Integer, Version> rows = new TreeMap<>();
        for (Map.Entry<Integer, Version> row : merged.entrySet()) {
            rows.put(row.getKey(), row.getValue());
            if (rows.size() == rowsPerFile) {
                written.add(write(outputLevel, rows));
                rows = new TreeMap<>();
            }
        }
        if (!rows.isEmpty()) {
            written.add(write(outputLevel, rows));
        }
        return written;
    }

    /** Deletes a file. */
    void delete(DataFileMeta file) {
        if (files.remove(file.fileName()) == null) {
            throw new AssertionError(file + " deleted twice, or never written");
        }
    }

    /** The names of all files there are. */
    Set<String> names() {
        return Set.copyOf(files.keySet());
    }

    /** The rows of a file by key. */
    TreeMap<Integer, Version> versions(DataFileMeta file) {
        TreeMap<Integer, Version> rows = files.get(file.fileName());
        if (rows == null) {
            throw new AssertionError(file + " is gone");
        }
        return rows;
    }

    /** The values by key that some files make up together. */
    TreeMap<Integer, Integer> read(Collection<DataFileMeta> some) {
        TreeMap<Integer, Version> merged = new TreeMap<>();
        for (DataFileMeta file : some) {
            versions(file).forEach((key, version) -> merged.merge(key, version, MemoryStore::newer));
        }
        TreeMap<Integer, Integer> values = new TreeMap<>();
        merged.forEach((key, version) -> {
            if (!version.delete()) {
                values.put(key, version.value());
            }
        });
        return values;
    }

    private static Version newer(Version left, Version right) {
        return left.sequence() > right.sequence() ? left : right;
    }

    private static int key(BinaryRow row) {
        Object value = row.get(0, Types.INT.notNull());
        return value instanceof Integer key ? key : Integer.MIN_VALUE;
    }
}
