/**
 * System tables: {@code $files}, {@code $snapshots} and the others that follow from metadata alone, computed when they are read (spec:
 * system tables). Columns and types are those of release 2.0 of the table format.
 *
 * <p>May use {@code schema}, {@code snapshot}, {@code scan} and everything below. Start at {@link SystemTables}; one class for each
 * table.
 *
 * <p>Promises: (Y1) a table without snapshot has every system table, some of them empty; (Y2) reading one changes nothing.
 */
@NullMarked
package org.lsmtable.system;

import org.jspecify.annotations.NullMarked;
