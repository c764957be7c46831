package org.lsmtable.table;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.Predicate;

/** Parts of conditions. */
final class Conjuncts {
    private Conjuncts() {}

    /** What of a condition speaks of some columns only, and must hold wherever it holds; null if nothing does. */
    static @Nullable Predicate on(@Nullable Predicate condition, Collection<String> columns) {
        List<Predicate> parts = condition == null
                ? List.of()
                : condition.conjuncts().stream()
                        .filter(part -> columns.containsAll(part.columns()))
                        .toList();
        return all(parts);
    }

    /** All of some conditions; null for none. */
    static @Nullable Predicate all(List<Predicate> conditions) {
        return conditions.isEmpty() ? null : Predicate.and(conditions.toArray(new Predicate[0]));
    }
}
