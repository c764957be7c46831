/**
 * Bytes of index files: what lies beside data files and tells something about them or about their keys.
 *
 * <p>May use {@code lsm-common}. Which index files a table has is told by its index manifest ({@code manifest}, {@code commit}); which data
 * file has a file index, by its entry in a manifest. Start at {@link HashIndexFile}, which finds the bucket of a key, or at {@link FileIndex},
 * which tells what values a data file cannot hold; {@link FileIndexWriter} makes one.
 *
 * <p>Promises: (I1) an index that is not known, or not whole, never leaves out a row: kinds that are not known say nothing, damage is an
 * error; (I2) a question reads the head and the blocks it needs, not the whole index.
 */
@NullMarked
package org.lsmtable.index;

import org.jspecify.annotations.NullMarked;
