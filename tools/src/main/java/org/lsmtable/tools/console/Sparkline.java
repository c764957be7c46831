package org.lsmtable.tools.console;

import java.util.List;

/** A row of numbers as a row of bars. */
public final class Sparkline {
    private static final String BARS = "▁▂▃▄▅▆▇█";

    private Sparkline() {}

    /**
     * Bars from 0 up to the greatest number.
     *
     * @param values at least 0
     * @param width the most bars; of more numbers, several share a bar, which shows their greatest
     */
    public static String of(List<Integer> values, int width) {
        int max = values.stream().mapToInt(Integer::intValue).max().orElse(0);
        int bars = Math.min(width, values.size());
        StringBuilder line = new StringBuilder(bars);
        for (int bar = 0; bar < bars; bar++) {
            int from = (int) ((long) bar * values.size() / bars);
            int to = (int) ((bar + 1L) * values.size() / bars);
            int value = values.subList(from, to).stream()
                    .mapToInt(Integer::intValue)
                    .max()
                    .orElseThrow();
            int height = max == 0 ? 0 : (value * BARS.length() + max - 1) / max;
            line.append(BARS.charAt(Math.max(0, height - 1)));
        }
        return line.toString();
    }
}
