package org.lsmtable.merge;

/** What happens to merged rows of a retracting kind. */
public enum Retractions {
    /** They are left out: reads, and compactions with nothing older below their output. */
    DROP,
    /** They come out like any row. */
    KEEP
}
