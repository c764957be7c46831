package org.lsmtable.tools.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.history.BucketEvent;
import org.lsmtable.history.Compaction;
import org.lsmtable.history.CompactionReason;
import org.lsmtable.history.CompactionReason.Match;
import org.lsmtable.history.CompactionReasons;
import org.lsmtable.report.Event;

/** The course of one bucket, a point for each snapshot that changed it. Holds numbers and texts, no files. */
final class BucketCurves {
    private final List<Point> points = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private int levels = 1;

    /**
     * The bucket after a snapshot.
     *
     * @param flushedBytes by this snapshot
     * @param compactedBytes by this snapshot
     */
    record Point(long snapshot, String label, List<Run> runs, long flushedBytes, long compactedBytes) {
        int runCount() {
            return runs.size();
        }

        /** Sorted runs on a level. */
        double runs(int level) {
            return runs.stream().filter(run -> run.level() == level).count();
        }

        /** Bytes on a level. */
        double bytes(int level) {
            return runs.stream()
                    .filter(run -> run.level() == level)
                    .mapToLong(Run::bytes)
                    .sum();
        }

        double liveBytes() {
            return runs.stream().mapToLong(Run::bytes).sum();
        }

        /** As {@code lsm amp} estimates it: all bytes to those of the oldest run; NaN without files. */
        double spaceAmplification() {
            return runs.isEmpty()
                    ? Double.NaN
                    : liveBytes() / runs.get(runs.size() - 1).bytes();
        }
    }

    /** Takes what happened next. */
    void add(BucketEvent event, CompactionReasons reasons) throws IOException {
        String label =
                "snapshot " + event.snapshot().id() + ", " + event.snapshot().commitKind() + ", "
                        + Texts.time(event.snapshot().timeMillis());
        points.add(new Point(event.snapshot().id(), label, event.runs(), event.flushedBytes(), event.compactedBytes()));
        for (Run run : event.runs()) {
            levels = Math.max(levels, run.level() + 1);
        }
        Optional<CompactionReason> reason = reasons.of(event);
        Compaction compaction = event.compaction();
        if (reason.isPresent() && compaction != null) {
            events.add(compacted(event, compaction, reason.get()));
        } else if (event.cause() != BucketEvent.Cause.WRITE) {
            events.add(other(event));
        }
    }

    private static Event compacted(BucketEvent event, Compaction compaction, CompactionReason reason) {
        StringBuilder what =
                new StringBuilder("snapshot ").append(event.snapshot().id()).append(": ");
        if (!compaction.rewritten().isEmpty()) {
            what.append(Texts.count(compaction.rewritten().size(), "file"))
                    .append(", ")
                    .append(Texts.bytes(compaction.bytesRead()))
                    .append(" → ")
                    .append(Texts.count(compaction.written().size(), "file"))
                    .append(", ")
                    .append(Texts.bytes(compaction.bytesWritten()));
        }
        if (!compaction.upgraded().isEmpty()) {
            what.append(compaction.rewritten().isEmpty() ? "" : "; ")
                    .append(Texts.count(compaction.upgraded().size(), "file"))
                    .append(" moved without writing");
        }
        if (compaction.outputLevel() >= 0) {
            what.append(" on level ").append(compaction.outputLevel());
        }
        double weight = compaction.bytesWritten() + 1.0;
        return new Event(event.snapshot().id(), kind(reason), what.toString(), lines(reason.text()), weight);
    }

    private static String kind(CompactionReason reason) {
        Pick pick = reason.decision().pick();
        return reason.match() == Match.NONE || pick == null
                ? "another rule set, options or hand"
                : pick.rule().label();
    }

    /** A decision's line, cut where its parts begin. */
    static String lines(String decision) {
        return decision.replace("; runs ", "\nruns ").replace("; why: ", "\nwhy: ");
    }

    private static Event other(BucketEvent event) {
        String text = switch (event.cause()) {
            case OVERWRITE -> "new rows took the place of all there were, or they were dropped";
            case RESCALE -> "the partition was written anew under another number of buckets";
            case RESTORE -> "an older state was made the latest";
            case UNSEEN, WRITE -> "snapshots before this one are no longer there; the bucket was found changed";
        };
        String kind = event.cause() == BucketEvent.Cause.UNSEEN
                ? "hidden snapshots"
                : event.cause().name().toLowerCase(java.util.Locale.ROOT);
        return new Event(
                event.snapshot().id(), kind, "snapshot " + event.snapshot().id() + ": " + kind, text, Double.MAX_VALUE);
    }

    List<Point> points() {
        return points;
    }

    List<Event> events() {
        return events;
    }

    /** One more than the greatest level that ever held a file. */
    int levels() {
        return levels;
    }

    /** A number of every point. */
    double[] values(ToDoubleFunction<Point> of) {
        return points.stream().mapToDouble(of).toArray();
    }
}
