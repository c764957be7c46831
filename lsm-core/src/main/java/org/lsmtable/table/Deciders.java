package org.lsmtable.table;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.Pickers;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.compact.Strategy;
import org.lsmtable.mergetree.CompactionDecider;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Options;

/** The decider that a table's options ask for: the one that writers, {@code explain} and compactions all use. */
final class Deciders {
    private Deciders() {}

    /**
     * A decider.
     *
     * @param ruleSet universal compaction by these rules, whatever the options say; null for what they say
     */
    static CompactionDecider of(Options options, @Nullable RuleSet ruleSet) {
        Options effective = ruleSet == null
                ? options
                : options.with(Map.of(
                        MergeTreeOptions.STRATEGY.key(),
                        Strategy.UNIVERSAL.text(),
                        MergeTreeOptions.RULE_SET.key(),
                        ruleSet.text()));
        CompactionOptions compaction = CompactionOptions.of(effective);
        return new CompactionDecider(compaction, Pickers.of(compaction));
    }
}
