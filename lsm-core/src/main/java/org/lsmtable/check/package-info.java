/**
 * The checker: rereads a table's metadata, and its rows if asked, and lists everything that does not hold.
 *
 * <p>May use {@code mergetree} and everything below {@code lsm-core}; not {@code table}, which uses it. Start at {@link TableChecker}.
 *
 * <p>Promises: (V1) it changes nothing; (V2) it does not stop at the first finding, and a file that cannot be read is a finding, not an
 * error.
 */
@NullMarked
package org.lsmtable.check;

import org.jspecify.annotations.NullMarked;
