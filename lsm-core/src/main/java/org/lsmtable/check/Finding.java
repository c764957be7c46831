package org.lsmtable.check;

import org.jspecify.annotations.Nullable;

/**
 * Something that does not hold.
 *
 * @param kind an upper-case word for scripts: MISSING_FILE, SIZE_MISMATCH, LEVEL_OVERLAP, …
 * @param snapshot the snapshot in which it shows, null if it belongs to none
 * @param file the file it is about, null if none
 */
public record Finding(
        Severity severity,
        String kind,
        @Nullable Long snapshot,
        @Nullable String file,
        String expected,
        String found) {
    /** How bad. */
    public enum Severity {
        ERROR,
        WARNING
    }
}
