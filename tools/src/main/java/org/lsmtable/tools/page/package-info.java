/**
 * The pages of {@code lsm report} and {@code lsm simulate --html}: what a table's history or a simulation says, put into sections.
 *
 * <p>May use the engine and {@code console}'s texts. Start at {@link TableReport} and {@link BucketReport}. How a page looks and works is
 * the matter of {@code org.lsmtable.report}; what a table's past was, of {@code org.lsmtable.history}.
 *
 * <p>Promises: every number is the one that {@code lsm amp}, {@code lsm levels} and {@code lsm explain} show; what is left out is said.
 */
@NullMarked
package org.lsmtable.tools.page;

import org.jspecify.annotations.NullMarked;
