/**
 * Casts: values of one type as another, for files that were written before a column changed its type.
 *
 * <p>May use {@code types}, {@code data} and {@code vector}. Start at {@link CastRules}, which says what may become what.
 */
@NullMarked
package org.lsmtable.cast;

import org.jspecify.annotations.NullMarked;
