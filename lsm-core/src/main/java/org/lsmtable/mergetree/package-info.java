/**
 * The merge tree of one bucket: the write buffer, sorted runs and levels, the writer that flushes, and the tasks that carry out
 * compactions.
 *
 * <p>May use {@code merge}, {@code compact} and everything below {@code lsm-core}. Compaction starts at {@link
 * MergeTreeCompactManager}: {@link CompactionDecider} decides, {@code CompactTask} does, and what is published is folded in {@link
 * CompactIncrement}. None of the three does the work of another.
 *
 * <p>Promises: (T1) a compaction changes nothing that anyone sees until its writer collects and commits it; (T2) files it has written and
 * that are not used are deleted, however it ends; (T3) {@link Levels} and {@link SortedRun} are immutable and may be read by any thread.
 */
@NullMarked
package org.lsmtable.mergetree;

import org.jspecify.annotations.NullMarked;
