/**
 * Merging sorted runs on vectors: keys first, then the winning rows of every other column.
 *
 * <p>Start at {@link MergeReader}, which reads what a {@link MergeRequest} describes. On the way down: {@code OverlapMerge} chooses the
 * rows of the next chunk by their keys, {@code ChunkMerge} brings them into order as {@code Picks}, {@code ColumnReader} and {@code
 * Gather} fetch one column for the picks. {@code SoloMerge} stands in for the first two where a run is alone. {@link SortedRows} turns
 * buffered rows into one more sorted run.
 *
 * <p>May use everything below {@code lsm-core}.
 *
 * <p>Promises: (G1) output is strictly ascending by key; (G2) of rows with equal key the one of the greatest sequence number wins, of
 * equal sequence numbers the one on the lower level; (G3) memory is a window of rows for each run and one chunk, whatever the size of
 * the files; (G4) no object is made for a row.
 *
 * <p>What is newer is decided in two places only, {@code KeyWindow.isNewer} between runs and {@code KeySort} within a buffer: fields
 * that order rows before their sequence numbers do belong there.
 *
 * <p>Threads: a reader belongs to one thread; what it does on {@link Workers} is over, or waits for nothing but itself, when a call
 * returns.
 */
@NullMarked
package org.lsmtable.merge;

import org.jspecify.annotations.NullMarked;
