package org.lsmtable.benchmark;

import java.nio.file.Path;

/** An engine under test. All tables have one bucket and Parquet files with zstd level 1. */
interface Engine {
    /** The system property that names the format of the tables' data files; unset: parquet. */
    String FILE_FORMAT_PROPERTY = "bench.file.format";

    /** The format of the tables' data files. */
    default String fileFormat() {
        return System.getProperty(FILE_FORMAT_PROPERTY, "parquet");
    }

    /** The name in results. */
    String name();

    /** Creates an empty table in a folder that does not exist, with compaction off while rows are written. */
    void create(Path table) throws Exception;

    /** Writes the rows of keys {@code keys[from..to)} at a version and commits once. */
    void load(Path table, int[] keys, int from, int to, int version) throws Exception;

    /** Compacts the table to one run on the last level and commits. */
    void compactFully(Path table) throws Exception;

    /** Reads all merged rows and every value of the columns. */
    Read read(Path table, Columns columns) throws Exception;

    /**
     * What a read has seen.
     *
     * @param checksum the sum of all values: numbers as they are, DOUBLE in millionths, text by its bytes; the same for every engine
     */
    record Read(long rows, long checksum) {}

    /** Opens the table for repeated commits with compaction awaited in each. */
    Upserts openForUpserts(Path table) throws Exception;

    /** Which columns a read takes. */
    enum Columns {
        ALL,
        /** {@code i} and {@code d}. */
        TWO
    }

    /** A writer kept open over commits. */
    interface Upserts extends java.io.Closeable {
        /** Writes rows and commits, waiting for the compaction that this sets off. */
        void commit(int[] keys, int version) throws Exception;
    }
}
