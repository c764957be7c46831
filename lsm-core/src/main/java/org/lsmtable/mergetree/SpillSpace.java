package org.lsmtable.mergetree;

import java.util.function.Supplier;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.Storage;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Options;

/**
 * Local disk for what write buffers cannot keep in memory.
 *
 * @param folder where temporary files are made; their names are unlike those of any other process
 * @param uuids draws their names
 * @param settings how they are encoded
 * @param maxBytes what one buffer may take before it is flushed to data files when others need its memory
 * @param maxFiles how many temporary files of one buffer are merged at once
 */
public record SpillSpace(
        Storage storage, String folder, Supplier<String> uuids, WriteSettings settings, long maxBytes, int maxFiles) {
    public SpillSpace {
        if (maxFiles < 2) {
            throw new IllegalArgumentException("maxFiles must be at least 2, found " + maxFiles);
        }
    }

    /**
     * Disk as the options of a table ask for. Files are not compressed unless {@code spill-compression} is set: they are read once, soon,
     * and from memory if there is enough.
     */
    public static SpillSpace of(Options options, Storage storage, String folder, Supplier<String> uuids) {
        String codec = options.isSet(MergeTreeOptions.SPILL_COMPRESSION)
                ? options.get(MergeTreeOptions.SPILL_COMPRESSION)
                : "none";
        WriteSettings settings = new WriteSettings(
                codec, options.get(MergeTreeOptions.SPILL_ZSTD_LEVEL), 16L << 20, 20_000, 1 << 20, 0, Runnable::run);
        return new SpillSpace(
                storage,
                folder,
                uuids,
                settings,
                options.get(MergeTreeOptions.WRITE_BUFFER_MAX_DISK),
                options.get(MergeTreeOptions.SORT_MAX_FILE_HANDLES));
    }
}
