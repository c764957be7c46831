package org.lsmtable.table;

/** What a writer does about compaction. */
public enum CompactionMode {
    /** Compacts in the background; a commit takes what is done by then. */
    BACKGROUND,
    /** As background, but each commit waits for the compaction its flush has set off. */
    AWAIT,
    /** Writes level-0 files only. */
    NONE
}
