package org.lsmtable.table;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Which state of a table is meant. */
public sealed interface SnapshotRef {
    /** The newest snapshot. */
    record Latest() implements SnapshotRef {}

    /** The snapshot of an id. */
    record Id(long id) implements SnapshotRef {}

    /** The snapshot of a tag. */
    record Tag(String name) implements SnapshotRef {}

    /** The newest snapshot not younger than a time. */
    record AsOf(Instant time) implements SnapshotRef {
        /**
         * A time.
         *
         * @throws IllegalArgumentException if its milliseconds since 1970 do not fit into 64 bits
         */
        public AsOf {
            if (time.isBefore(Instant.ofEpochMilli(Long.MIN_VALUE))
                    || time.isAfter(Instant.ofEpochMilli(Long.MAX_VALUE))) {
                throw new IllegalArgumentException(
                        "time of a snapshot: expected one whose milliseconds fit into 64 bits, found " + time);
            }
        }
    }

    static SnapshotRef latest() {
        return new Latest();
    }

    static SnapshotRef snapshot(long id) {
        return new Id(id);
    }

    static SnapshotRef tag(String name) {
        return new Tag(name);
    }

    /**
     * The newest snapshot not younger than a time.
     *
     * @throws IllegalArgumentException if its milliseconds since 1970 do not fit into 64 bits
     */
    static SnapshotRef asOf(Instant time) {
        return new AsOf(time);
    }

    /**
     * Reads {@code 7} as a snapshot id, {@code 2026-01-31T10:00:00Z} as a time, and anything else as a tag, whose name is never all digits.
     *
     * @throws IllegalArgumentException if the text is blank, or a number or time past 64 bits
     */
    static SnapshotRef parse(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("expected a snapshot id, a tag or a time, found nothing");
        }
        if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return new Id(id(text));
        }
        try {
            return new AsOf(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            return new Tag(text);
        }
    }

    private static long id(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "snapshot id: expected at most " + Long.MAX_VALUE + ", found " + digits, e);
        }
    }
}
