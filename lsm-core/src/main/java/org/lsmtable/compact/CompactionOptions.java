package org.lsmtable.compact;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;

/**
 * The options of compaction, read once (spec: options; merge tree, parameters).
 *
 * @param strategy which picker decides
 * @param ruleSet which universal rules are in force
 * @param trigger sorted runs at which compaction is considered, at least 1
 * @param stopTrigger sorted runs above which a flush waits for the running compaction, at least the trigger
 * @param levels levels that are wanted, level 0 included; files on greater levels add to it
 * @param sizeRatioPercent how much smaller than the next run a pick may be and still take it
 * @param maxSizeAmplificationPercent newer data in percent of the oldest run above which everything is compacted
 * @param offPeak the hours in which more is merged
 * @param earlyFull conditions for compacting everything
 * @param levelZero whether level 0 is emptied without waiting for the trigger
 * @param files what is done with single files
 */
public record CompactionOptions(
        Strategy strategy,
        RuleSet ruleSet,
        int trigger,
        int stopTrigger,
        int levels,
        int sizeRatioPercent,
        int maxSizeAmplificationPercent,
        OffPeak offPeak,
        EarlyFull earlyFull,
        LevelZero levelZero,
        Files files) {

    /** The hours from start to before end, over midnight if end is smaller; equal or negative hours mean never. */
    public record OffPeak(int startHour, int endHour, int ratioPercent) {
        /** What is added to the size ratio at an hour of the day. */
        public int ratioPercentAt(int hour) {
            if (startHour < 0 || endHour < 0 || startHour == endHour) {
                return 0;
            }
            boolean inside =
                    startHour < endHour ? (startHour <= hour && hour < endHour) : (startHour <= hour || hour < endHour);
            return inside ? ratioPercent : 0;
        }
    }

    /**
     * Conditions for an early full compaction; null switches one off.
     *
     * @param intervalMillis time since the last one
     * @param totalBytes the whole bucket is smaller than this
     * @param incrementalBytes the levels above the last hold more than this
     * @param deltaRecords this many rows came in since the last one; an option of this engine alone
     */
    public record EarlyFull(
            @Nullable Long intervalMillis,
            @Nullable Long totalBytes,
            @Nullable Long incrementalBytes,
            @Nullable Long deltaRecords) {
        /** Whether no condition is set. */
        public boolean isOff() {
            return intervalMillis == null && totalBytes == null && incrementalBytes == null && deltaRecords == null;
        }
    }

    /** When level 0 is emptied although no other rule asks for it. */
    public enum Force {
        NEVER,
        /** At every pick. */
        ALWAYS,
        /** At every pick of a given number that no rule answers. */
        GENTLY
    }

    /**
     * How level 0 is treated.
     *
     * @param everyPicks for {@link Force#GENTLY}: the number of unanswered picks, at least 1
     * @param lookup whether the table needs lookups, so that level-0 files are work that is left to do
     */
    public record LevelZero(Force force, int everyPicks, boolean lookup) {}

    /**
     * What is done with single files.
     *
     * @param smallBelowBytes files below this size are worth merging with their neighbours
     * @param rewriteAll never only move a file to another level
     * @param deletionVectors rows are marked deleted in the file that holds them, so that no level needs retractions
     */
    public record Files(long smallBelowBytes, boolean rewriteAll, boolean deletionVectors) {}

    public CompactionOptions {
        if (trigger < 1 || stopTrigger < trigger) {
            throw new IllegalArgumentException("trigger must be at least 1 and stop trigger not below it, found "
                    + trigger + " and " + stopTrigger);
        }
        if (levels < 2) {
            throw new IllegalArgumentException("option 'num-levels': expected at least 2, found " + levels);
        }
    }

    /** The options of a table. */
    public static CompactionOptions of(Options options) {
        return new CompactionOptions(
                Strategy.of(options.get(MergeTreeOptions.STRATEGY)),
                RuleSet.of(options.get(MergeTreeOptions.RULE_SET)),
                options.get(MergeTreeOptions.COMPACTION_TRIGGER),
                MergeTreeOptions.stopTrigger(options),
                MergeTreeOptions.numLevels(options),
                options.get(MergeTreeOptions.SIZE_RATIO),
                MergeTreeOptions.maxSizeAmplificationPercent(options),
                new OffPeak(
                        options.get(MergeTreeOptions.OFF_PEAK_START),
                        options.get(MergeTreeOptions.OFF_PEAK_END),
                        options.get(MergeTreeOptions.OFF_PEAK_RATIO)),
                new EarlyFull(
                        options.find(MergeTreeOptions.FULL_INTERVAL)
                                .map(Duration::toMillis)
                                .orElse(null),
                        options.find(MergeTreeOptions.FULL_TOTAL_SIZE).orElse(null),
                        options.find(MergeTreeOptions.FULL_INCREMENTAL_SIZE).orElse(null),
                        options.find(MergeTreeOptions.FULL_DELTA_RECORDS).orElse(null)),
                levelZero(options),
                new Files(
                        MergeTreeOptions.smallFileBytes(options),
                        options.get(MergeTreeOptions.FORCE_REWRITE),
                        options.get(TableOptions.DELETION_VECTORS)));
    }

    private static LevelZero levelZero(Options options) {
        boolean lookup = TableOptions.needsLookup(options);
        boolean gentle = lookup && options.get(MergeTreeOptions.LOOKUP_COMPACT).equals("gentle");
        Force force = gentle
                ? Force.GENTLY
                : lookup || options.get(MergeTreeOptions.FORCE_UP_LEVEL_0) ? Force.ALWAYS : Force.NEVER;
        return new LevelZero(force, MergeTreeOptions.gentleInterval(options), lookup);
    }

    /**
     * Whether merged retractions vanish on their way to a level: nothing older lies below it, or what does is marked deleted already
     * (spec: merge tree, dropDelete). Asked of all runs of the bucket, picked or not.
     */
    public boolean dropsDeletes(CompactionView view, int outputLevel) {
        return outputLevel != 0 && (files.deletionVectors() || outputLevel >= view.highestNonEmptyLevel());
    }

    /** The numbers a decision shows, by option key: those that the strategy looks at. */
    Map<String, Integer> shown(int levelsInForce, int offPeakRatio) {
        Map<String, Integer> shown = new LinkedHashMap<>();
        shown.put("num-sorted-run.compaction-trigger", trigger);
        shown.put("num-sorted-run.stop-trigger", stopTrigger);
        shown.put("num-levels", levelsInForce);
        if (strategy == Strategy.UNIVERSAL) {
            shown.put("compaction.size-ratio", sizeRatioPercent);
        }
        shown.put("compaction.max-size-amplification-percent", maxSizeAmplificationPercent);
        if (offPeakRatio != 0 && strategy == Strategy.UNIVERSAL) {
            shown.put("compaction.offpeak-ratio", offPeakRatio);
        }
        return shown;
    }
}
