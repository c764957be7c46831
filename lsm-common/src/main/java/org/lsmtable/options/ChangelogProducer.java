package org.lsmtable.options;

/** Where the changes that streaming readers see come from (option {@code changelog-producer}). */
public enum ChangelogProducer {
    NONE,
    INPUT,
    FULL_COMPACTION,
    LOOKUP
}
