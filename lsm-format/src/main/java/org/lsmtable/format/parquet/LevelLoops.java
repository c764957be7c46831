package org.lsmtable.format.parquet;

import org.jspecify.annotations.Nullable;
import org.lsmtable.format.parquet.NestedNode.Level;

/** The loops over levels that lay out nested vectors. All levels have been checked, and the leaves of a node against each other. */
final class LevelLoops {
    private LevelLoops() {}

    /** Whether any entry has a definition level below a bound. */
    static boolean anyBelow(LeafCursor leaf, int bound) {
        int[] definition = leaf.definition();
        int n = leaf.entries();
        int below = 0;
        for (int i = 0; i < n; i++) {
            below |= definition[i] - bound;
        }
        return below < 0;
    }

    /**
     * Marks the slots of a node that are null.
     *
     * @param nulls at least one longer than there are slots
     */
    static void markNulls(LeafCursor leaf, Level level, boolean[] nulls) {
        int[] definition = leaf.definition();
        int n = leaf.entries();
        int bound = level.definition();
        if (level.slotDefinition() == 0 && leaf.mostRepetition() == 0) {
            for (int i = 0; i < n; i++) {
                nulls[i] = definition[i] < bound;
            }
            return;
        }
        int slot = 0;
        int least = level.slotDefinition();
        if (leaf.mostRepetition() == level.repetition()) {
            for (int i = 0; i < n; i++) {
                nulls[slot] = definition[i] < bound;
                slot += definition[i] >= least ? 1 : 0;
            }
            return;
        }
        int[] repetition = leaf.repetition();
        int most = level.repetition();
        for (int i = 0; i < n; i++) {
            nulls[slot] = definition[i] < bound;
            slot += definition[i] >= least && repetition[i] <= most ? 1 : 0;
        }
    }

    /**
     * Lays out the slots of a list.
     *
     * @param elementDefinition the definition level from which an entry belongs to an element
     * @param nulls null if no slot is null
     * @param offsets as {@link org.lsmtable.vector.ListVector#offsets}, one longer than there are slots
     */
    static void layOut(LeafCursor leaf, Level level, int elementDefinition, boolean @Nullable [] nulls, int[] offsets) {
        int[] definition = leaf.definition();
        int[] repetition = leaf.repetition();
        int n = leaf.entries();
        int most = level.repetition();
        int least = level.slotDefinition();
        int present = level.definition();
        int slots = 0;
        int elements = 0;
        offsets[0] = 0;
        for (int i = 0; i < n; i++) {
            int d = definition[i];
            int r = repetition[i];
            if (r <= most && d >= least) {
                if (nulls != null) {
                    nulls[slots] = d < present;
                }
                slots++;
            }
            elements += d >= elementDefinition && r <= most + 1 ? 1 : 0;
            offsets[slots] = elements;
        }
    }

    /** Whether two leaves below a node tell the same of the node and of all around it. */
    static boolean agree(LeafCursor one, LeafCursor other, Level common) {
        int most = common.repetition();
        if (one.mostRepetition() > most || other.mostRepetition() > most) {
            return agreeInPart(one, other, common);
        }
        int n = one.entries();
        if (n != other.entries()) {
            return false;
        }
        int[] ours = one.definition();
        int[] theirs = other.definition();
        int bound = common.definition();
        int differences = 0;
        for (int i = 0; i < n; i++) {
            differences |= Math.min(ours[i], bound) ^ Math.min(theirs[i], bound);
        }
        if (most > 0) {
            int[] ourRepetition = one.repetition();
            int[] theirRepetition = other.repetition();
            for (int i = 0; i < n; i++) {
                differences |= ourRepetition[i] ^ theirRepetition[i];
            }
        }
        return differences == 0;
    }

    /** The same, leaving out entries that repeat lists inside of the node. */
    private static boolean agreeInPart(LeafCursor one, LeafCursor other, Level common) {
        int bound = common.definition();
        int i = next(one, 0, common);
        int k = next(other, 0, common);
        while (i < one.entries() && k < other.entries()) {
            boolean same = Math.min(one.definition()[i], bound) == Math.min(other.definition()[k], bound)
                    && repetition(one, i) == repetition(other, k);
            if (!same) {
                return false;
            }
            i = next(one, i + 1, common);
            k = next(other, k + 1, common);
        }
        return i == one.entries() && k == other.entries();
    }

    private static int next(LeafCursor leaf, int from, Level common) {
        int n = leaf.entries();
        if (leaf.mostRepetition() <= common.repetition()) {
            return Math.min(from, n);
        }
        int[] repetition = leaf.repetition();
        int at = from;
        while (at < n && repetition[at] > common.repetition()) {
            at++;
        }
        return at;
    }

    private static int repetition(LeafCursor leaf, int at) {
        return leaf.mostRepetition() == 0 ? 0 : leaf.repetition()[at];
    }
}
