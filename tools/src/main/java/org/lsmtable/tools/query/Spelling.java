package org.lsmtable.tools.query;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody who typed a name that nobody knows may have meant. */
public final class Spelling {
    /** One slip in so many characters is still the same word. */
    private static final int CHARACTERS_FOR_A_SLIP = 3;

    /** Parts of names that are shorter are in too many of them. */
    private static final int SHORTEST_PART = 5;

    private Spelling() {}

    /** The known name that is most like what was typed, or none if none is like it. Of several the first in their order. */
    public static Optional<String> nearest(String typed, Collection<String> known) {
        Optional<String> slip = known.stream()
                .filter(name -> isNear(typed, name))
                .min(Comparator.comparingInt(name -> distance(typed, name)));
        return slip.isPresent() || typed.length() < SHORTEST_PART
                ? slip
                : known.stream().filter(name -> name.contains(typed)).min(Comparator.comparingInt(String::length));
    }

    /** Whether a name is what was typed but for a few slips. */
    public static boolean isNear(String typed, String name) {
        return distance(typed, name) <= Math.max(typed.length(), name.length()) / CHARACTERS_FOR_A_SLIP;
    }

    /** The edit distance: insertions, deletions and replacements of one character. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
