/**
 * Bytes of index files: what lies beside data files and tells something about them or about their keys.
 *
 * <p>May use {@code lsm-common}. Which index files a table has is told by its index manifest ({@code manifest}, {@code commit}). Start at
 * {@link HashIndexFile}.
 */
@NullMarked
package org.lsmtable.index;

import org.jspecify.annotations.NullMarked;
