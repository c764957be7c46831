package org.lsmtable.format;

import java.util.concurrent.Executor;

/**
 * How data files are written.
 *
 * @param compression the codec as the option {@code file.compression} names it: zstd, snappy, gzip, lz4_raw, none, …
 * @param zstdLevel the level, if the codec is zstd
 * @param rowGroupBytes about how many encoded bytes a row group holds before it is written out
 * @param pageRows the most rows of a page
 * @param pageBytes about how many bytes of values a page holds at most
 * @param dictionaryBytes the largest dictionary of a column chunk; beyond it pages are plain. 0 turns dictionaries off
 * @param columnExecutor runs the encoding of the columns of one write side by side; {@code Runnable::run} for one thread
 */
public record WriteSettings(
        String compression,
        int zstdLevel,
        long rowGroupBytes,
        int pageRows,
        int pageBytes,
        int dictionaryBytes,
        Executor columnExecutor) {
    public WriteSettings {
        if (rowGroupBytes < 1 || pageRows < 1 || pageBytes < 1 || dictionaryBytes < 0) {
            throw new IllegalArgumentException("expected positive sizes of row groups and pages, found rowGroupBytes "
                    + rowGroupBytes + ", pageRows " + pageRows + ", pageBytes " + pageBytes + ", dictionaryBytes "
                    + dictionaryBytes);
        }
    }

    /** Row groups of 24 MiB, pages of 20,000 rows or 1 MiB, zstd level 1, one thread. */
    public static final WriteSettings DEFAULT =
            new WriteSettings("zstd", 1, 24L << 20, 20_000, 1 << 20, 1 << 20, Runnable::run);

    /** The same settings with another codec, at its given level. */
    public WriteSettings withCompression(String codec) {
        return new WriteSettings(codec, zstdLevel, rowGroupBytes, pageRows, pageBytes, dictionaryBytes, columnExecutor);
    }

    /** The same settings with another executor. */
    public WriteSettings withExecutor(Executor executor) {
        return new WriteSettings(compression, zstdLevel, rowGroupBytes, pageRows, pageBytes, dictionaryBytes, executor);
    }
}
