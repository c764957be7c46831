/**
 * Records on standard output in the forms a user may ask for: a table for people, JSON, lines of JSON, CSV.
 *
 * <p>May use {@code value} and {@code console}. Start at {@link OutputForm} and {@link RecordWriter}. Nothing is cut short silently, and
 * memory is bounded whatever the number of records.
 */
@NullMarked
package org.lsmtable.tools.output;

import org.jspecify.annotations.NullMarked;
