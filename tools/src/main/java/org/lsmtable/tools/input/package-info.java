/**
 * Files to be loaded, as batches in the shape of a table: CSV, lines of JSON, Parquet and Avro. Columns are matched by name; a column
 * that the file lacks is null; one that the table lacks is an error.
 *
 * <p>May use {@code value}, {@code console} and the engine. Start at {@link BatchSource}. What does not fit ends in a usage error that
 * names file, line or row, column, expected and found. Memory is bounded by the batch.
 */
@NullMarked
package org.lsmtable.tools.input;

import org.jspecify.annotations.NullMarked;
