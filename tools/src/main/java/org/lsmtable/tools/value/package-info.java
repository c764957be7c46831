/**
 * Values as text, both ways: {@link ColumnPrinter} writes the rows of vectors into a {@link ValueSink}, {@link TextParser} reads the
 * same forms back into vectors. One class a direction knows the text form of each type.
 *
 * <p>May use {@code types}, {@code data} and {@code vector}. Printers and parsers keep scratch memory and belong to one thread.
 */
@NullMarked
package org.lsmtable.tools.value;

import org.jspecify.annotations.NullMarked;
