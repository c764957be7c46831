package org.lsmtable.simulate;

import java.util.Arrays;
import org.lsmtable.simulate.KeySpace.Law;

/**
 * A stretch of keys and what is held of it, evenly: the share of each class's keys that have a row, and the share that have a delete; for
 * classes whose bytes add up, how many times their bytes. The arrays are not changed.
 *
 * @param from the first position
 * @param to past the last
 */
@SuppressWarnings("ArrayRecordComponent") // compared by Piece.isLike alone
record Piece(long from, long to, double[] live, double[] deleted) {
    /** The same over another stretch. */
    Piece over(long newFrom, long newTo) {
        return newFrom == from && newTo == to ? this : new Piece(newFrom, newTo, live, deleted);
    }

    Piece withoutDeletes() {
        return new Piece(from, to, live, new double[deleted.length]);
    }

    double bytesPerPosition(KeySpace space) {
        return space.density(live) + space.deleteRatio() * space.density(deleted);
    }

    /** Bytes of rows and deletes. */
    double bytes(KeySpace space) {
        return (to - from) * bytesPerPosition(space);
    }

    /** What is there when this, newer, is laid over another piece of the same stretch. */
    Piece merged(Piece older, KeySpace space) {
        int size = live.length;
        double[] mergedLive = new double[size];
        double[] mergedDeleted = new double[size];
        for (int i = 0; i < size; i++) {
            double shown = space.classes().get(i).law() == Law.DISJOINT ? 1 : Math.max(0, 1 - live[i] - deleted[i]);
            mergedLive[i] = live[i] + shown * older.live[i];
            mergedDeleted[i] = deleted[i] + shown * older.deleted[i];
        }
        return new Piece(from, to, mergedLive, mergedDeleted);
    }

    /** Whether the other piece holds the same shares. */
    boolean isLike(Piece other) {
        return Arrays.equals(live, other.live) && Arrays.equals(deleted, other.deleted);
    }

    boolean isEmpty() {
        for (int i = 0; i < live.length; i++) {
            if (live[i] > 0 || deleted[i] > 0) {
                return false;
            }
        }
        return true;
    }
}
