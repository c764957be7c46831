package org.lsmtable.benchmark.study;

/** Which keys the rows of a workload have. */
public enum Arrivals {
    /** Updates drawn evenly from the whole table. */
    UPDATES("updates, evenly"),
    /** Nine of ten updates go to a tenth of the rows. */
    HOT_UPDATES("updates, 90 % to a tenth"),
    /** Updates of the whole table in the order of its keys, again and again. */
    UPDATES_IN_TURN("updates, in key order"),
    /** Every other row is such an update drawn evenly, the others are new. */
    HALF_UPDATES("half updates, half new"),
    /** New keys all over the range, into an empty table. */
    INSERTS("inserts, scattered"),
    /** Each new key is greater than all before, into an empty table. */
    INSERTS_IN_ORDER("inserts, in key order");

    private final String label;

    Arrivals(String label) {
        this.label = label;
    }

    /** The name on pages. */
    public String label() {
        return label;
    }

    /** Whether rows are updated, so that the table is full at the start. */
    boolean hasUpdates() {
        return this != INSERTS && this != INSERTS_IN_ORDER;
    }
}
