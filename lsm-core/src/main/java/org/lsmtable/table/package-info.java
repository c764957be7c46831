/**
 * The embedding API: open a table, write rows, commit, scan, get, explain, compact.
 *
 * <p>May use everything. Start at {@link Table}.
 */
@NullMarked
package org.lsmtable.table;

import org.jspecify.annotations.NullMarked;
