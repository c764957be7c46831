/**
 * What a table's snapshots tell of its past: flushes, compactions, and what each wrote. Works on tables of any writer, from metadata alone.
 *
 * <p>May use {@code mergetree}, {@code compact} and everything below {@code lsm-core}. Start at {@link TableHistory}, which walks through the
 * snapshots and tells a {@link HistoryVisitor} of each {@link BucketEvent}; sums are {@link HistoryTotals}. {@link CompactionReasons} says
 * which rule would have made a compaction.
 *
 * <p>Promises: (H1) a walk reads one full state, that before its first snapshot, and of every snapshot only its own change; (H2) it holds
 * the live files and nothing of the past; (H3) what cannot be seen any more is named in the {@link HistoryCoverage}, never guessed.
 */
@NullMarked
package org.lsmtable.history;

import org.jspecify.annotations.NullMarked;
