package org.lsmtable.compact;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Forecast.Flush;

/**
 * What compaction does with a bucket now, what is missing for what it does not do, and what it does next.
 *
 * @param decision what is done now
 * @param distances of each rule that is switched on; empty where the picker cannot tell
 * @param flush the flushes that are assumed to come
 * @param next the next compaction; null if none comes within {@link #MOST_FLUSHES}
 */
public record Outlook(
        Decision decision,
        List<Distance> distances,
        Flush flush,
        @Nullable Forecast next) {
    /** How far a forecast looks ahead. */
    public static final int MOST_FLUSHES = 1000;

    public Outlook {
        distances = List.copyOf(distances);
    }

    /**
     * The outlook of a bucket.
     *
     * @param decision what the picker says of the view, perhaps with what happens to each file
     */
    public static Outlook of(Picker picker, CompactionView view, Decision decision, Flush flush) {
        return new Outlook(
                decision,
                picker.distances(view),
                flush,
                Forecast.of(picker, view, flush, MOST_FLUSHES).orElse(null));
    }

    /** What is missing for a rule; empty if it is switched off or cannot be told. */
    public Optional<Distance> distance(Rule rule) {
        return distances.stream().filter(d -> d.rule() == rule).findFirst();
    }

    /** All of it for people, several lines: as {@link Decision#explain}, with what is missing behind each rule and the next compaction. */
    public String explain() {
        return DecisionText.explain(this);
    }
}
