/**
 * Data files of any format, column by column: cursors that decode pages into vectors, writers that encode vectors, and the
 * statistics of what was written.
 *
 * <p>May use {@code lsm-common}; {@code format.parquet} and its siblings implement the interfaces here. Start at {@link
 * FileFormat}.
 *
 * <p>Promises: (D1) memory is bounded by pages and row groups, never by the file; (D2) no object is made for a row; (D3) a
 * damaged file ends in a {@link org.lsmtable.fs.DamagedFileException} that names it, never in wrong values of the wrong shape.
 */
@NullMarked
package org.lsmtable.format;

import org.jspecify.annotations.NullMarked;
