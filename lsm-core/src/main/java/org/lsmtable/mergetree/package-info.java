/**
 * The merge tree of one bucket: the write buffer, sorted runs and levels, the writer that flushes, and the tasks that carry out
 * compactions.
 *
 * <p>May use {@code merge}, {@code compact} and everything below {@code lsm-core}.
 */
@NullMarked
package org.lsmtable.mergetree;

import org.jspecify.annotations.NullMarked;
