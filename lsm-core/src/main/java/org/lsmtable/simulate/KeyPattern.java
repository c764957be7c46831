package org.lsmtable.simulate;

/** Where the keys of a flush lie. */
public enum KeyPattern {
    /** Anywhere: every flush covers the whole range of keys. */
    UNIFORM,
    /**
     * Each flush has a range of its own: updates go through the table from its first key to its last and begin again, each key once in a
     * round; new keys are greater than all before.
     */
    SEQUENTIAL
}
