package org.lsmtable.history;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.history.Compaction.Upgrade;
import org.lsmtable.history.CompactionReason.Match;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.BucketState;
import org.lsmtable.mergetree.CompactionDecider;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.options.Options;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;

/**
 * Finds the rule that would have made a compaction: the deciders are asked about the runs as they were, and a decision that takes the same
 * files to the same level is the reason. A writer picks before the flushes that come in while it compacts, so level-0 files newer than any
 * that was compacted count as not yet there. Safe for use by several threads.
 */
public final class CompactionReasons {
    private final SchemaStore schemas;
    private final TableSchema latest;
    private final DeciderSource deciders;
    private final ZoneId zone;

    /**
     * Reasons for the compactions of a table.
     *
     * @param latest the latest schema; older ones are read when a snapshot names them
     * @param zone where the writers of the table run: rules may depend on the hour
     */
    public CompactionReasons(SchemaStore schemas, TableSchema latest, DeciderSource deciders, ZoneId zone) {
        this.schemas = schemas;
        this.latest = latest;
        this.deciders = deciders;
        this.zone = zone;
    }

    /** The rule set whose picks are more of the compactions among some events; the one of the options if neither is ahead. */
    public RuleSet likelier(List<BucketEvent> events) throws IOException {
        RuleSet own = deciders.of(latest.options(), null).options().ruleSet();
        int ahead = 0;
        for (BucketEvent event : events) {
            ahead += (isPickOf(own, event) ? 1 : 0) - (isPickOf(CompactionReason.other(own), event) ? 1 : 0);
        }
        return ahead >= 0 ? own : CompactionReason.other(own);
    }

    private boolean isPickOf(RuleSet rules, BucketEvent event) throws IOException {
        Compaction compaction = event.compaction();
        if (compaction == null) {
            return false;
        }
        Taken taken = Taken.of(compaction);
        Levels runs = runsBefore(event, taken);
        return taken.matches(pick(deciders.of(options(event.snapshot()), rules), runs, event), runs);
    }

    private Decision pick(CompactionDecider decider, Levels runs, BucketEvent event) {
        return decider.normal(BucketState.of(runs, zone), moment(event.snapshot()))
                .decision();
    }

    /** The runs as the writer that compacted them saw them. */
    private static Levels runsBefore(BucketEvent event, Taken taken) {
        Levels all = event.before();
        for (DataFileMeta file : event.flushed()) {
            all = all.with(file);
        }
        return withoutNewerThan(taken, all);
    }

    /** Why an event's compaction was made, empty if it has none. */
    public Optional<CompactionReason> of(BucketEvent event) throws IOException {
        Compaction compaction = event.compaction();
        if (compaction == null) {
            return Optional.empty();
        }
        Options options = options(event.snapshot());
        Taken taken = Taken.of(compaction);
        Levels runs = runsBefore(event, taken);
        CompactionDecider decider = deciders.of(options, null);
        Decision own = pick(decider, runs, event);
        if (taken.matches(own, runs)) {
            return Optional.of(new CompactionReason(Match.OPTIONS, own));
        }
        RuleSet rules = decider.options().ruleSet();
        Decision other = pick(deciders.of(options, CompactionReason.other(rules)), runs, event);
        if (taken.matches(other, runs)) {
            return Optional.of(new CompactionReason(Match.OTHER_RULE_SET, other));
        }
        Decision full = decider.full(BucketState.of(runs, zone), moment(event.snapshot()))
                .decision();
        return Optional.of(
                taken.matches(full, runs)
                        ? new CompactionReason(Match.FULL_REQUEST, full)
                        : new CompactionReason(Match.NONE, own));
    }

    private Options options(Snapshot snapshot) throws IOException {
        return snapshot.schemaId() == latest.id()
                ? latest.options()
                : schemas.get(snapshot.schemaId()).options();
    }

    private Moment moment(Snapshot snapshot) {
        int hour = Instant.ofEpochMilli(snapshot.timeMillis()).atZone(zone).getHour();
        return new Moment(snapshot.timeMillis(), hour);
    }

    /** The levels without the level-0 files that are newer than the newest one taken. */
    private static Levels withoutNewerThan(Taken taken, Levels levels) {
        List<DataFileMeta> newer = new ArrayList<>();
        for (DataFileMeta file : levels.levelZero()) {
            if (taken.names().contains(file.fileName())) {
                return levels.replace(newer, List.of());
            }
            newer.add(file);
        }
        return levels;
    }

    /** The files that a compaction took, and where they came to. */
    private record Taken(Set<String> names, int outputLevel) {
        static Taken of(Compaction compaction) {
            Set<String> names = new HashSet<>();
            compaction.rewritten().forEach(file -> names.add(file.fileName()));
            for (Upgrade upgrade : compaction.upgraded()) {
                names.add(upgrade.file().fileName());
            }
            return new Taken(names, compaction.outputLevel());
        }

        /** Whether a decision takes these files; those that lie on its output level already may stay as they are. */
        boolean matches(Decision decision, Levels levels) {
            Pick pick = decision.pick();
            if (pick == null || (outputLevel >= 0 && pick.outputLevel() != outputLevel)) {
                return false;
            }
            Set<String> left = new HashSet<>(names);
            for (DataFileMeta file : levels.newestRuns(pick.runs())) {
                if (!left.remove(file.fileName()) && file.level() != pick.outputLevel()) {
                    return false;
                }
            }
            return left.isEmpty();
        }
    }
}
