package org.lsmtable.options;

import java.util.List;

/** What may be altered in a table (spec: metadata, altering a table). */
public final class EvolutionOptions {
    public static final Option<Boolean> DISABLE_EXPLICIT_CASTS = Option.ofBoolean(
            "disable-explicit-type-casting",
            false,
            "Whether a column's type may change only to one whose family takes all values of the old one.");
    public static final Option<Boolean> DISABLE_NOT_NULL = Option.ofBoolean(
            "alter-column-null-to-not-null.disabled", true, "Whether a nullable column must stay nullable.");
    public static final Option<Boolean> ADD_BEFORE_PARTITION = Option.ofBoolean(
            "add-column-before-partition",
            false,
            "Whether a new column without a place of its own goes before the first partition column.");

    private EvolutionOptions() {}

    static final List<Option<?>> ALL = List.of(DISABLE_EXPLICIT_CASTS, DISABLE_NOT_NULL, ADD_BEFORE_PARTITION);
}
