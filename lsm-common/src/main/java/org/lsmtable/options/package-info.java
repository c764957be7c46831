/**
 * Typed options: what a table can be told, with default, bounds and a sentence each ({@link TableOptions}), and the reading of
 * the text values of schema files ({@link Options}).
 *
 * <p>Uses nothing else of the project but {@code types}. Unknown keys are kept and ignored, as the table format asks.
 */
@NullMarked
package org.lsmtable.options;

import org.jspecify.annotations.NullMarked;
