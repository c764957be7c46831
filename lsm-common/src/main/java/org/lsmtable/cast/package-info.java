/**
 * Casts: values of one type as another, for files that were written before a column changed its type.
 *
 * <p>May use {@code types}, {@code data}, {@code vector} and, for ranges, {@code predicate}. Start at {@link Cast}; {@link CastRules} says what may
 * become what, and what of that keeps order; {@link RangeCast} does so with statistics. A value goes from a {@link Source}, which knows the old type, to a {@link Target}, which knows the new one.
 *
 * <p>Promises: (K1) every result is that of Paimon 2.0, except where its arithmetic overflows; (K2) a failure names the value.
 */
@NullMarked
package org.lsmtable.cast;

import org.jspecify.annotations.NullMarked;
