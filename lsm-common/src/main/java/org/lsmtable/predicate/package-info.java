/**
 * Filters: a tree of comparisons on columns ({@link Predicate}), bound to a row type it can be evaluated exactly on batches
 * and rows, and conservatively on statistics.
 *
 * <p>May use {@code types}, {@code data} and {@code vector}. Start at {@link Predicate} and {@link Filter}.
 *
 * <p>Promises: (P1) evaluation follows SQL's three-valued logic, a row passes only when the predicate is true; (P2) {@link
 * Filter#mayMatch} never says no where a row could pass.
 */
@NullMarked
package org.lsmtable.predicate;

import org.jspecify.annotations.NullMarked;
