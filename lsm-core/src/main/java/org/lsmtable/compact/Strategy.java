package org.lsmtable.compact;

/** Which picker decides: the value of {@code compaction.strategy}, an option of this engine alone. */
public enum Strategy {
    /** {@link UniversalCompaction}: what Paimon does. */
    UNIVERSAL("universal"),
    /** {@link BinomialCompaction}: fewer bytes written for as many runs. */
    BINOMIAL("binomial");

    private final String text;

    Strategy(String text) {
        this.text = text;
    }

    /** The option value. */
    public String text() {
        return text;
    }

    /**
     * The strategy of an option value.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public static Strategy of(String text) {
        for (Strategy strategy : values()) {
            if (strategy.text.equals(text)) {
                return strategy;
            }
        }
        throw new IllegalArgumentException("strategy must be universal or binomial, found '" + text + "'");
    }
}
