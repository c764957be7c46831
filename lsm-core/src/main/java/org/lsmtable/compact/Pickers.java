package org.lsmtable.compact;

/** The picker that a table's options ask for: writers, {@code explain} and simulations all get theirs here. */
public final class Pickers {
    private Pickers() {}

    /** The picker of the strategy in the options. */
    public static Picker of(CompactionOptions options) {
        return switch (options.strategy()) {
            case UNIVERSAL -> new UniversalCompaction(options);
            case BINOMIAL -> new BinomialCompaction(options);
        };
    }
}
