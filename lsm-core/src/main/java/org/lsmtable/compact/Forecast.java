package org.lsmtable.compact;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.lsmtable.compact.Decision.Run;

/**
 * The next compaction if flushes of one size go on coming in: found by asking the picker after each, so it holds for any picker.
 *
 * @param flushes how many more flushes there are before it; 0 if it is due now
 * @param flush what each of them brings
 * @param decision what is picked then
 */
public record Forecast(int flushes, Flush flush, Decision decision) {
    /** A flush: one level-0 file. */
    public record Flush(long bytes, long rows) {
        public Flush {
            if (bytes < 0 || rows < 0) {
                throw new IllegalArgumentException(
                        "a flush must not be negative, found " + bytes + " bytes, " + rows + " rows");
            }
        }
    }

    /**
     * Asks ahead. Time stands still meanwhile, so what fires by time alone comes earlier than told.
     *
     * @param mostFlushes after how many flushes to give up
     * @return empty if nothing is picked up to then
     */
    public static Optional<Forecast> of(Picker picker, CompactionView view, Flush flush, int mostFlushes) {
        CompactionView ahead = view;
        for (int flushes = 0; flushes <= mostFlushes; flushes++) {
            Decision decision = picker.pick(ahead);
            if (decision.pick() != null) {
                return Optional.of(new Forecast(flushes, flush, decision));
            }
            ahead = after(ahead, flush, decision.memory());
        }
        return Optional.empty();
    }

    private static CompactionView after(CompactionView view, Flush flush, PickMemory memory) {
        List<Run> runs = new ArrayList<>(view.runs().size() + 1);
        runs.add(new Run(0, 1, flush.bytes()));
        runs.addAll(view.runs());
        return new CompactionView(runs, view.levels(), view.moment(), view.rowsSinceFull() + flush.rows(), memory);
    }
}
