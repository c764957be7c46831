package org.lsmtable.compact;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.lsmtable.compact.Decision.Rule;

/**
 * How far a rule is from firing, everything else being equal. Exact: what a way names makes the rule fire, one unit less of any part of
 * it does not.
 *
 * @param ways any one of these makes the rule fire; none if nothing is missing
 */
public record Distance(Rule rule, List<Way> ways) {
    public Distance {
        ways = List.copyOf(ways);
    }

    /** Whether the rule fires as things are, be it asked or not. */
    public boolean isZero() {
        return ways.isEmpty();
    }

    /** What is missing, for people: {@code 2 runs more, with 13095 bytes; or ...}. */
    public String text() {
        return isZero() ? "nothing" : ways.stream().map(Way::text).collect(Collectors.joining("; or "));
    }

    /** What is counted. */
    public enum Measure {
        /** More level-0 runs. Where no size is named with them, runs of equal size. */
        RUNS("%s more"),
        /** The least size of the last of these runs. */
        LAST_RUN_BYTES("of at least %d bytes"),
        /** More bytes in runs that are newer than the oldest, or in those that are to be added. */
        NEWER_BYTES("%d bytes more in the newer runs"),
        /** Bytes by which the newest run would have to be larger. */
        NEWEST_BYTES("a newest run that is %d bytes larger"),
        /** Bytes by which the run after the newest would have to be smaller. */
        NEXT_BYTES_LESS("a next run that is %d bytes smaller"),
        /** Bytes by which the whole bucket would have to be smaller. */
        TOTAL_BYTES_LESS("%d bytes less in all"),
        MILLIS("%d ms more"),
        /** More rows that come in. */
        ROWS("%d rows more"),
        /** More picks that no rule answers. */
        PICKS("%d unanswered picks more");

        private final String form;

        Measure(String form) {
            this.form = form;
        }

        /** The key in records. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        String text(long amount) {
            return this == RUNS
                    ? String.format(Locale.ROOT, form, amount == 1 ? "1 run" : amount + " runs")
                    : String.format(Locale.ROOT, form, amount);
        }
    }

    /**
     * Amounts that make a rule fire together, each at least 1.
     *
     * @param missing in the order of the measures
     */
    public record Way(Map<Measure, Long> missing) {
        public Way {
            EnumMap<Measure, Long> ordered = new EnumMap<>(Measure.class);
            ordered.putAll(missing);
            missing = Collections.unmodifiableMap(ordered);
        }

        /** Whether it asks for all that another asks for, or more. */
        boolean includes(Way other) {
            return other.missing.entrySet().stream()
                    .allMatch(part -> missing.getOrDefault(part.getKey(), 0L) >= part.getValue());
        }

        private String text() {
            return missing.entrySet().stream()
                    .map(part -> part.getKey().text(part.getValue()))
                    .collect(Collectors.joining(", "));
        }
    }
}
