package org.lsmtable.format.parquet;

import java.util.Arrays;

/** Levels of a number of entries, growable; repetition levels also where all are 0. */
final class LevelRun {
    /** Positions behind the entries that {@link HybridRuns} may scribble on. */
    private static final int SLACK = 8;

    private int[] repetition = new int[SLACK];
    private int[] definition = new int[SLACK];
    private int count;

    /** The repetition levels; another array when the run has grown. */
    int[] repetition() {
        return repetition;
    }

    /** The definition levels; another array when the run has grown. */
    int[] definition() {
        return definition;
    }

    int count() {
        return count;
    }

    /** Makes room for so many entries in all. */
    void ensureCapacity(long entries) {
        if (entries + SLACK > definition.length) {
            if (entries > Integer.MAX_VALUE - 2 * SLACK) {
                throw new IllegalStateException("a page has at most 2^31 values, needed " + entries);
            }
            long grown = Math.max(entries + SLACK, definition.length + (definition.length >> 1));
            int length = (int) Math.min(grown, Integer.MAX_VALUE - SLACK);
            repetition = Arrays.copyOf(repetition, length);
            definition = Arrays.copyOf(definition, length);
        }
    }

    /** Sets the number of entries after a loop has written into the arrays. */
    void setCount(int entries) {
        count = entries;
    }

    /** Makes the run one of so many rows, of which nothing is known but that they are there. */
    void setRows(int rows) {
        ensureCapacity(rows);
        Arrays.fill(repetition, 0, rows, 0);
        Arrays.fill(definition, 0, rows, 0);
        count = rows;
    }

    /** Appends the entries of another run. */
    void append(LevelRun other) {
        ensureCapacity((long) count + other.count);
        System.arraycopy(other.repetition, 0, repetition, count, other.count);
        System.arraycopy(other.definition, 0, definition, count, other.count);
        count += other.count;
    }
}
