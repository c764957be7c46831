/**
 * What keeps a table's folder small, and undoes: expiring snapshots, deleting tags with the files that only they needed, finding files that
 * nothing refers to, dropping partitions and letting them expire, rolling back (spec: commit and maintenance, expiration to rollback).
 *
 * <p>May use {@code snapshot}, {@code scan}, {@code commit} and everything below. Each operation first makes a plan of {@link Removal}s, which
 * changes nothing, and then carries it out.
 *
 * <p>Promises: (M1) a file that a snapshot, a tag or a branch still refers to is never deleted; (M2) what refers to a file goes before the
 * file does: a reader sees a whole snapshot or none; (M3) a run that is cut off at any point leaves a table that reads the same, and what
 * it left is found by the next one; (M4) where metadata cannot be read, nothing it might protect is deleted.
 */
@NullMarked
package org.lsmtable.maintenance;

import org.jspecify.annotations.NullMarked;
