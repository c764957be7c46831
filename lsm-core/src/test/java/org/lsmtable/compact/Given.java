package org.lsmtable.compact;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionOptions.EarlyFull;
import org.lsmtable.compact.CompactionOptions.Files;
import org.lsmtable.compact.CompactionOptions.Force;
import org.lsmtable.compact.CompactionOptions.LevelZero;
import org.lsmtable.compact.CompactionOptions.OffPeak;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.Run;

/** What the tests of pickers are given, in a short notation. */
public final class Given {
    private Given() {}

    /**
     * Options from words such as {@code trigger=3 size-ratio=1 force=gently/3 off-peak=22-6+50}; what is not named has its default.
     */
    public static CompactionOptions options(String words) {
        Map<String, String> given = words(words);
        int trigger = Integer.parseInt(given.getOrDefault("trigger", "5"));
        String[] force = given.getOrDefault("force", "never").split("/", -1);
        String[] offPeak = given.getOrDefault("off-peak", "0-0+0").split("[-+]", -1);
        return new CompactionOptions(
                Strategy.of(given.getOrDefault("strategy", "universal")),
                RuleSet.of(given.getOrDefault("rule-set", "2.1")),
                trigger,
                Integer.parseInt(given.getOrDefault("stop", String.valueOf(trigger + 3))),
                Integer.parseInt(given.getOrDefault("levels", String.valueOf(trigger + 1))),
                Integer.parseInt(given.getOrDefault("size-ratio", "1")),
                Integer.parseInt(given.getOrDefault("amp", "200")),
                new OffPeak(Integer.parseInt(offPeak[0]), Integer.parseInt(offPeak[1]), Integer.parseInt(offPeak[2])),
                new EarlyFull(
                        number(given.get("interval")),
                        number(given.get("total")),
                        number(given.get("incremental")),
                        number(given.get("delta-records"))),
                new LevelZero(
                        Force.valueOf(force[0].toUpperCase(Locale.ROOT)),
                        force.length > 1 ? Integer.parseInt(force[1]) : 1,
                        given.containsKey("lookup")),
                new Files(
                        Long.parseLong(given.getOrDefault("small", "94")),
                        given.containsKey("rewrite-all"),
                        given.containsKey("deletion-vectors")));
    }

    /** Runs from words such as {@code L0:1099 L5:8744}, newest first, a file each. */
    public static List<Run> runs(String words) {
        List<Run> runs = new ArrayList<>();
        for (String word : words.trim().split("\\s+", -1)) {
            if (!word.isEmpty()) {
                String[] parts = word.substring(1).split(":", -1);
                runs.add(new Run(Integer.parseInt(parts[0]), 1, Long.parseLong(parts[1])));
            }
        }
        return runs;
    }

    /** A view of runs at noon, one second after the epoch, with nothing remembered. */
    public static CompactionView view(CompactionOptions options, List<Run> runs) {
        return new CompactionView(runs, options.levels(), new Moment(1000, 12), 0, PickMemory.EMPTY);
    }

    /** The pick of a decision that must have one. */
    public static Pick picked(Decision decision) {
        return Objects.requireNonNull(decision.pick(), decision::toString);
    }

    /** The values of words such as {@code a=1 b}, by key. */
    public static Map<String, String> words(String words) {
        Map<String, String> values = new HashMap<>();
        for (String word : words.trim().split("\\s+", -1)) {
            int equals = word.indexOf('=');
            values.put(equals < 0 ? word : word.substring(0, equals), equals < 0 ? "" : word.substring(equals + 1));
        }
        return values;
    }

    private static @Nullable Long number(@Nullable String text) {
        return text == null ? null : Long.valueOf(text);
    }
}
