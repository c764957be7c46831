package org.lsmtable.format.parquet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;

/**
 * The levels of the pages of one leaf, decoded and checked: none above the greatest, and a level that repeats a list only behind an
 * entry of that list, and with one of its own.
 */
final class PageLevels {
    private final PagePlace place;
    private final int mostRepetition;
    private final int mostDefinition;
    /** By repetition level, the least definition level of the entry and the one before it. */
    private final int[] least;

    private @Nullable HybridReader repetitions;
    private @Nullable HybridReader definitions;
    /** That of the entry before, -1 where a row must begin. */
    private int lastDefinition = -1;

    /**
     * The levels of a leaf.
     *
     * @param repeatedDefinitions the definition levels of the repeated nodes from the top to the leaf
     */
    PageLevels(FileColumn leaf, int[] repeatedDefinitions, PagePlace place) {
        this.place = place;
        this.mostRepetition = leaf.repetition();
        this.mostDefinition = leaf.definition();
        this.least = new int[1 << width(mostRepetition)];
        Arrays.fill(least, Integer.MAX_VALUE / 2);
        least[0] = -1;
        System.arraycopy(repeatedDefinitions, 0, least, 1, mostRepetition);
    }

    private static int width(int greatest) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(greatest);
    }

    /** The entry that comes next begins a row. */
    void beginRow() {
        lastDefinition = -1;
    }

    /** Goes on with the levels of a page. */
    void open(PageParts page) throws DamagedFileException {
        PageBytes repetition = page.repetition();
        PageBytes definition = page.definition();
        repetitions = repetition == null ? null : new HybridReader(repetition, width(mostRepetition));
        definitions = definition == null ? null : new HybridReader(definition, width(mostDefinition));
    }

    /** Writes the next levels to the arrays from a position on; repetition levels only if the leaf has any. */
    void read(int[] repetition, int[] definition, int at, int count) throws DamagedFileException {
        if (definitions == null) {
            Arrays.fill(definition, at, at + count, 0);
            return;
        }
        definitions.read(definition, at, count);
        int wrong = 0;
        if (repetitions == null) {
            for (int i = at; i < at + count; i++) {
                wrong |= mostDefinition - definition[i];
            }
        } else {
            repetitions.read(repetition, at, count);
            int before = lastDefinition;
            for (int i = at; i < at + count; i++) {
                int bound = least[repetition[i]];
                wrong |= (before - bound) | (definition[i] - bound) | (mostDefinition - definition[i]);
                before = definition[i];
            }
            if (wrong >= 0) {
                lastDefinition = before;
            }
        }
        if (wrong < 0) {
            throw wrong(repetition, definition, at, count);
        }
    }

    private DamagedFileException wrong(int[] repetition, int[] definition, int at, int count) {
        int before = lastDefinition;
        for (int i = at; i < at + count; i++) {
            int d = definition[i];
            if (d > mostDefinition) {
                return place.damaged("definition level", "0 to " + mostDefinition, d);
            }
            int r = repetitions == null ? 0 : repetition[i];
            if (r > mostRepetition) {
                return place.damaged("repetition level", "0 to " + mostRepetition, r);
            }
            if (r > 0 && before < 0) {
                return place.damaged("repetition level of the first value of a row", 0, r);
            }
            if (Math.min(before, d) < least[r]) {
                String where = "definition levels of a value of repetition level " + r + " and the one before it";
                return place.damaged(where, least[r] + " or more", d + " and " + before);
            }
            before = d;
        }
        throw new IllegalStateException("no level is wrong");
    }
}
