package org.lsmtable.simulate;

/** Checks of numbers that are shares of something. */
final class Shares {
    private Shares() {}

    /** Requires a number from 0 to 1. */
    static void require(String what, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(what + ": expected a number from 0 to 1, found " + share);
        }
    }
}
