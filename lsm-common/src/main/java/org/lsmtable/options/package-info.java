/**
 * Typed options: what a table can be told, with default, bounds and a sentence each, and the reading of the text values of
 * schema files ({@link Options}).
 *
 * <p>By area: {@link TableOptions} (what the table is, and the check of all options), {@link MergeTreeOptions} (write and
 * compact), {@link FileOptions} (data files, statistics, manifests), {@link SnapshotOptions} (commit, keep, read), {@link
 * EvolutionOptions} (altering). Each also has the values derived from several options (spec: options, derived values). A new option is a constant there and an entry
 * in the list below it.
 *
 * <p>Uses nothing else of the project but {@code types}. Unknown keys are kept and ignored, as the table format asks.
 */
@NullMarked
package org.lsmtable.options;

import org.jspecify.annotations.NullMarked;
