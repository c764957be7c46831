/**
 * System tables: {@code $files}, {@code $snapshots} and the others, computed from metadata when read (spec: system tables).
 *
 * <p>May use {@code schema}, {@code snapshot}, {@code scan} and everything below.
 */
@NullMarked
package org.lsmtable.system;

import org.jspecify.annotations.NullMarked;
