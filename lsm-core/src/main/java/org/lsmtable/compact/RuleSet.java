package org.lsmtable.compact;

/** Which pick rules are in force (spec: merge tree, the strategy). */
public enum RuleSet {
    /** Released Paimon up to 2.0: growing stops at the first run that is too large. */
    V2_0("2.0"),
    /** The default: once begun, growing also takes runs of level 0 and 1 whatever their size. */
    V2_1("2.1");

    private final String text;

    RuleSet(String text) {
        this.text = text;
    }

    /** The option value. */
    public String text() {
        return text;
    }

    /**
     * The rule set of an option value.
     *
     * @throws IllegalArgumentException if it is neither {@code 2.0} nor {@code 2.1}
     */
    public static RuleSet of(String text) {
        for (RuleSet set : values()) {
            if (set.text.equals(text)) {
                return set;
            }
        }
        throw new IllegalArgumentException("rule set must be 2.0 or 2.1, found '" + text + "'");
    }
}
