/**
 * Data types: what a column may hold, and how a type is written in schema files ({@code docs/format.md}, types).
 *
 * <p>Uses nothing else of the project. Start at {@link DataType}; {@link TypeParser} reads the text form and
 * {@link DataType#asText()} writes it. All types are immutable values.
 */
@NullMarked
package org.lsmtable.types;

import org.jspecify.annotations.NullMarked;
