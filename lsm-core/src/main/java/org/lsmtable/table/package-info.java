/**
 * The embedding API: open a table or a branch of it, write rows, commit, scan, get, explain, compact.
 *
 * <p>May use everything. Start at {@link Table}. A read goes through {@code ReadState}, which knows what state is meant, to {@code TableScanner};
 * reads of change records to {@code ChangelogReader}, of what differs between two states to {@code StateDiff}; {@code DerivedScan} stands before
 * those that show rows in another form.
 */
@NullMarked
package org.lsmtable.table;

import org.jspecify.annotations.NullMarked;
