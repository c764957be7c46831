/**
 * The embedding API: open a table or a branch of it, write rows, commit, scan, get, explain, compact.
 *
 * <p>May use everything. Start at {@link Table}. A read goes through {@code ReadState}, which knows what state is meant, to {@code TableScanner};
 * reads of change records to {@code ChangelogReader}, of what differs between two states to {@code StateDiff}; {@code DerivedScan} stands before
 * those that show rows in another form.
 *
 * <p>In comments, here and in all other packages, {@code (spec: …)} names a section of the notes on the table format that the code was written after.
 * They are not published; {@code docs/format.md} has what a user needs of them.
 */
@NullMarked
package org.lsmtable.table;

import org.jspecify.annotations.NullMarked;
