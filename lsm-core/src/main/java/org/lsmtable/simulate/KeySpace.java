package org.lsmtable.simulate;

import java.util.List;

/**
 * The keys of a simulated table: a line of positions, and classes of keys that lie scattered over it. Immutable.
 *
 * @param classes the classes; contents name them by their place here
 * @param deleteRatio bytes of a delete in proportion to those of a whole row, from 0 to 1
 */
record KeySpace(List<KeyClass> classes, double deleteRatio) {
    /** Positions of keys that are spread evenly; keys in order of time begin behind it. */
    static final long SPREAD = 1L << 40;

    KeySpace {
        classes = List.copyOf(classes);
    }

    /** How two files with the same stretch of keys go together. */
    enum Law {
        /** Each key is in a file or not, whatever other files hold: of a stretch, 1 − (1 − a)(1 − b) of the keys are in either. */
        OVERLAPPING,
        /** No key is in two files: bytes add up. */
        DISJOINT
    }

    /**
     * Keys that are written alike.
     *
     * @param bytesPerPosition bytes of the rows of a position's keys, each key once
     */
    record KeyClass(Law law, double bytesPerPosition) {}

    int size() {
        return classes.size();
    }

    /** Bytes of rows per position when a share of each class's keys is there. */
    double density(double[] shares) {
        double bytes = 0;
        for (int i = 0; i < shares.length; i++) {
            bytes += shares[i] * classes.get(i).bytesPerPosition();
        }
        return bytes;
    }
}
