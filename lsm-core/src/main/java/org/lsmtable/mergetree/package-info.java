/**
 * The merge tree of one bucket: the write buffer, sorted runs and levels, the writer that flushes, and the tasks that carry out
 * compactions.
 *
 * <p>May use {@code merge}, {@code compact} and everything below {@code lsm-core}. Compaction starts at {@link
 * MergeTreeCompactManager}: {@link CompactionDecider} decides, {@code CompactTask} does, and what is published is folded in {@link
 * CompactIncrement}. None of the three does the work of another. Writing starts at {@link MergeTreeWriter}: {@code WriteBuffer} holds
 * rows and sorts them piece by piece, {@code BufferRuns} merges the pieces and puts them on local disk when memory is short, {@code
 * RollingFileWriter} makes data files of what is merged, for flushes as for {@link MergeRewriter}.
 *
 * <p>Promises: (T1) a compaction changes nothing that anyone sees until its writer collects and commits it; (T2) files it has written and
 * that are not used are deleted, however it ends; (T3) {@link Levels} and {@link SortedRun} are immutable and may be read by any thread; (T4) write buffers hold no more than their shared {@link
 * WriteMemory} and one piece being sorted; (T5) a data file that is handed out is durable, its name included.
 */
@NullMarked
package org.lsmtable.mergetree;

import org.jspecify.annotations.NullMarked;
