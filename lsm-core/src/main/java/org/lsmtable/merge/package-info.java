/**
 * Merging sorted runs on vectors: keys first, then the winning rows of every other column.
 *
 * <p>May use everything below {@code lsm-core}.
 *
 * <p>Promises: (G1) output is strictly ascending by key; (G2) of rows with equal key the one of the greatest sequence number wins; (G3)
 * memory is a window of rows for each run, whatever the size of the files.
 */
@NullMarked
package org.lsmtable.merge;

import org.jspecify.annotations.NullMarked;
