/**
 * Scans: which data files make up a table at a snapshot, pruned by what manifests tell, and how a read divides them.
 *
 * <p>May use {@code schema}, {@code snapshot} and everything below. Start at {@link TableScan} and {@link ScanFilter}; {@link
 * IntervalPartition} and {@link Splits} arrange the files found.
 *
 * <p>Promises: (N1) pruning never changes what a read that merges and filters gives; (N2) what the name of a file does not decide is
 * filtered alike for additions and deletions.
 */
@NullMarked
package org.lsmtable.scan;

import org.jspecify.annotations.NullMarked;
