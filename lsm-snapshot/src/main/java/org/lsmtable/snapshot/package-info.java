/**
 * Snapshots: which manifest lists make up the table now, the files that say so, their hints, and tags.
 *
 * <p>May use everything below {@code lsm-snapshot}. Start at {@link SnapshotStore}.
 *
 * <p>Promises: (S1) a visible snapshot never changes; (S2) unknown keys of a snapshot are ignored, an unknown version is
 * refused by name.
 */
@NullMarked
package org.lsmtable.snapshot;

import org.jspecify.annotations.NullMarked;
