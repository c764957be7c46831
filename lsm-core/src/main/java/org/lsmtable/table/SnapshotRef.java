package org.lsmtable.table;

import java.time.Instant;

/** Which state of a table is meant. */
public sealed interface SnapshotRef {
    /** The newest snapshot. */
    record Latest() implements SnapshotRef {}

    /** The snapshot of an id. */
    record Id(long id) implements SnapshotRef {}

    /** The snapshot of a tag. */
    record Tag(String name) implements SnapshotRef {}

    /** The newest snapshot not younger than a time. */
    record AsOf(Instant time) implements SnapshotRef {}

    static SnapshotRef latest() {
        return new Latest();
    }

    static SnapshotRef snapshot(long id) {
        return new Id(id);
    }

    static SnapshotRef tag(String name) {
        return new Tag(name);
    }

    static SnapshotRef asOf(Instant time) {
        return new AsOf(time);
    }

    /** Reads {@code 7} as a snapshot id, an ISO instant as a time, and anything else as a tag. */
    static SnapshotRef parse(String text) {
        throw new UnsupportedOperationException(text);
    }
}
