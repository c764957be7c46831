/**
 * Scans: which data files make up a table at a snapshot, pruned by what manifests tell.
 *
 * <p>May use {@code schema}, {@code snapshot} and everything below.
 */
@NullMarked
package org.lsmtable.scan;

import org.jspecify.annotations.NullMarked;
