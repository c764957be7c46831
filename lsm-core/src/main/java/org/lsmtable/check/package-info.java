/**
 * The checker: rereads a table's metadata, and its rows if asked, and lists everything that does not hold.
 *
 * <p>May use everything but {@code table}. Start at {@link TableChecker}.
 */
@NullMarked
package org.lsmtable.check;

import org.jspecify.annotations.NullMarked;
