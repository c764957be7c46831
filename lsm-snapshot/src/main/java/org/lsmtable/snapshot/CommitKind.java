package org.lsmtable.snapshot;

/** What kind of change a snapshot made; the name is the stored text. */
public enum CommitKind {
    APPEND,
    COMPACT,
    OVERWRITE,
    ANALYZE
}
