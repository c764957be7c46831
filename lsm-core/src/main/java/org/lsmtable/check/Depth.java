package org.lsmtable.check;

/** How much the checker reads. */
public enum Depth {
    /** Metadata, and the length of every data file. */
    METADATA,
    /** Also every row: order of keys, and that what metadata say of a file is so. */
    ROWS
}
