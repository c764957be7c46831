package org.lsmtable.options;

/** What becomes of several rows with one key (option {@code merge-engine}). */
public enum MergeEngine {
    /** The newest row stays. */
    DEDUPLICATE,
    /** Each column takes the newest value that is not null. */
    PARTIAL_UPDATE,
    /** Each column is folded by a function of its own. */
    AGGREGATION,
    /** The oldest row stays. */
    FIRST_ROW;

    /** Whether a row as read is one stored version, never the combination of several. */
    public boolean keepsWholeVersions() {
        return this == DEDUPLICATE || this == FIRST_ROW;
    }
}
