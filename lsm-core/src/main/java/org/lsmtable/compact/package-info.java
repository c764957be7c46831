/**
 * Compaction decisions: what to merge next and why. Everything here that picks is pure: an immutable view in, a {@link
 * Decision} out, no clock, no I/O.
 *
 * <p>May use everything below {@code lsm-core}. Start at {@link UniversalCompaction} and {@link Decision}; {@link Pickers} has the
 * picker that a table's options ask for. Executing a plan lives in {@code mergetree}, publishing it in {@code commit}.
 */
@NullMarked
package org.lsmtable.compact;

import org.jspecify.annotations.NullMarked;
