package org.lsmtable.mergetree;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.Options;

/**
 * Names of new files: prefix, one random text for each writer of a bucket, and a count that all kinds of files share (spec: data
 * files, names). Safe for use by several threads.
 */
final class FileNames {
    /** How codecs are abbreviated in file names; the others go by their own name. */
    private static final Map<String, String> CODECS =
            Map.of("zstd", "zst", "zstandard", "zst", "gzip", "gz", "bzip2", "bz2");

    private final String prefix;
    private final String codec;
    private final String uuid;
    private final AtomicInteger count = new AtomicInteger();

    FileNames(Options options, String uuid) {
        String compression = options.get(FileOptions.COMPRESSION);
        this.prefix = options.get(FileOptions.DATA_PREFIX);
        this.codec = options.get(FileOptions.SUFFIX_WITH_COMPRESSION) && !compression.equalsIgnoreCase("none")
                ? "." + CODECS.getOrDefault(compression, compression)
                : "";
        this.uuid = uuid;
    }

    /** The next name of a data file. */
    String next(String format) {
        return prefix + uuid + "-" + count.getAndIncrement() + codec + "." + format;
    }
}
