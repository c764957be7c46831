package org.lsmtable.mergetree;

/** What a rewrite does with merged rows of a retracting kind (spec: merge tree, dropDelete). */
public enum DropDeletes {
    /** They vanish: nothing older lies below the output. */
    DROP,
    /** They are written, so that they go on hiding older rows. */
    KEEP
}
