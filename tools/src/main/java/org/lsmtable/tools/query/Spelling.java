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

    /**
     * The known name that was typed but for the parts before it, or is most like what was typed, or has it as a part; none if there is none.
     * Of several the shortest, or the first in their order.
     */
    public static Optional<String> nearest(String typed, Collection<String> known) {
        return known.stream()
                .filter(name -> name.endsWith("." + typed))
                .min(Comparator.comparingInt(String::length))
                .or(() -> known.stream()
                        .filter(name -> isNear(typed, name))
                        .min(Comparator.comparingInt(name -> distance(typed, name))))
                .or(() -> known.stream()
                        .filter(name -> typed.length() >= SHORTEST_PART && name.contains(typed))
                        .min(Comparator.comparingInt(String::length)));
    }

    /** Whether a name is what was typed but for a few slips. */
    public static boolean isNear(String typed, String name) {
        return distance(typed, name) <= Math.max(typed.length(), name.length()) / CHARACTERS_FOR_A_SLIP;
    }

    /** The edit distance: insertions, deletions and replacements of one character, and two neighbours that changed places. */
    private static int distance(String from, String to) {
        int[][] rows = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    rows[i][j] = i + j;
                    continue;
                }
                int replaced = rows[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                rows[i][j] = Math.min(replaced, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
                boolean swapped = i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                if (swapped) {
                    rows[i][j] = Math.min(rows[i][j], 1 + rows[i - 2][j - 2]);
                }
            }
        }
        return rows[from.length()][to.length()];
    }
}
