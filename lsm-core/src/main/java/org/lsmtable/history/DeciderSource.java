package org.lsmtable.history;

import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.mergetree.CompactionDecider;
import org.lsmtable.options.Options;

/** Makes the decider that options ask for. */
public interface DeciderSource {
    /**
     * A decider.
     *
     * @param ruleSet null for the one the options name
     */
    CompactionDecider of(Options options, @Nullable RuleSet ruleSet);
}
