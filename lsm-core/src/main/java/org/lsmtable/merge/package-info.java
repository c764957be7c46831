/**
 * Merging sorted runs on vectors: keys first, then the winning rows of every other column.
 *
 * <p>Start at {@link MergeReader}, which reads what a {@link MergeRequest} describes. On the way down: {@code OverlapMerge} chooses the
 * rows of the next chunk by their keys, {@code ChunkMerge} brings them into order as {@code Picks}, {@code ColumnReader} and {@code
 * Gather} fetch one column for the picks. {@code SoloMerge} stands in for the first two where a run is alone. {@link SortedRows} turns
 * buffered rows into one more sorted run.
 *
 * <p>{@link DiffReader} finds the rows in which two merged states differ.
 *
 * <p>May use everything below {@code lsm-core}.
 *
 * <p>Promises: (G1) output is strictly ascending by key; (G2) of rows with equal key the newest wins: that of the greatest sequence
 * fields, of equal ones that of the greatest sequence number, of equal ones that on the lower level; (G3) memory is a window of rows for each run and one chunk, whatever the size of
 * the files; (G4) no object is made for a row.
 *
 * <p>What is newer is decided in two places only, {@code KeyWindow.isNewer} between runs and {@code KeySort} within a buffer; both ask
 * {@link SequenceFields} first.
 *
 * <p>Threads: a reader belongs to one thread; what it does on {@link Workers} is over, or waits for nothing but itself, when a call
 * returns.
 */
@NullMarked
package org.lsmtable.merge;

import org.jspecify.annotations.NullMarked;
