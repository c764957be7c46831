/**
 * Schemas: the columns, keys and options of a table over time, and the files that hold them.
 *
 * <p>May use everything below {@code lsm-snapshot}. Start at {@link TableSchema} and {@link SchemaStore}; {@link
 * TableSchemas} makes the first schema of a table, {@link SchemaAlteration} the next ones, {@link FeatureCheck} knows what of the format this engine lacks.
 *
 * <p>Promises: (C1) a schema file, once written, never changes; (C2) what we print is what we parse, to the byte of every type
 * text; (C3) of alterations at the same time none is lost.
 */
@NullMarked
package org.lsmtable.schema;

import org.jspecify.annotations.NullMarked;
