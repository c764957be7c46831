package org.lsmtable.interop;

import java.util.Random;
import java.util.stream.Stream;

/**
 * Which seeds a random test runs: a number that is always the same, so that a change is judged by what was judged before, and as many new
 * ones as are asked for beyond that. The property {@code NAME.seed} runs one alone, and the name's plural says how many there are.
 *
 * @param name what one run is called: the stem of both properties
 * @param plural the property with the number of runs
 * @param usual how many there are without the property, the same each time
 */
record Seeds(String name, String plural, int usual) {
    Stream<Long> stream() {
        String one = System.getProperty(name + ".seed");
        if (one != null) {
            return Stream.of(Long.parseLong(one));
        }
        long first = new Random().nextLong(1_000_000_000L);
        int all = Integer.getInteger(plural, usual);
        return Stream.concat(
                Stream.iterate(1L, s -> s + 1).limit(Math.min(all, usual)),
                Stream.iterate(first, s -> s + 1).limit(Math.max(0, all - usual)));
    }

    /** Whether as many run as usual, so that everything should have been drawn. */
    boolean areEnough() {
        return System.getProperty(name + ".seed") == null && Integer.getInteger(plural, usual) >= usual;
    }

    /** How a story begins: the seed, and how to run it again. */
    String story(long seed) {
        return "seed " + seed + " (repeat with -D" + name + ".seed=" + seed + "): ";
    }
}
