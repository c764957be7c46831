package org.lsmtable.table;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;

/**
 * A point lookup and what it looked at.
 *
 * @param row the row, null if the key is absent
 * @param files every file of the key's bucket that was considered, newest run first: those older than the version found are not
 * @param readAmplification how many files' data were read
 */
public record KeyLookup(@Nullable Row row, List<Probe> files, int readAmplification) {
    /** What was looked at in a file. */
    public enum Checked {
        /** Its first and last key. */
        KEY_RANGE,
        /** Its file index. */
        BLOOM,
        DATA
    }

    /** What came of it. */
    public enum Result {
        SKIPPED,
        MISS,
        HIT
    }

    /** One file. */
    public record Probe(String file, int level, Checked checked, Result result) {}
}
