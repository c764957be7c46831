/**
 * The formats of data files the engine knows, by file name. A room of its own, because it knows every format while {@code format}
 * knows none.
 *
 * <p>May use {@code format} and the packages below it. Start at {@link org.lsmtable.format.all.Formats}.
 */
@NullMarked
package org.lsmtable.format.all;

import org.jspecify.annotations.NullMarked;
