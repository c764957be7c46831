/**
 * The one narrow interface through which the engine meets storage ({@link Storage}), and its implementation on local disks
 * ({@link LocalStorage}), which loads no Hadoop class. {@code fs.hadoop} has HDFS and other stores, {@code fs.all} tells by a path's
 * scheme which one is meant ({@link Locations}). Doubles that fail or forget live in the test fixtures.
 *
 * <p>Uses {@code options} for what must not be shown, and {@code types} for how something is refused. Paths are texts with forward
 * slashes, absolute; outside local disks they begin with a scheme.
 *
 * <p>Promises: (F1) {@link Storage#createIfAbsent} lets exactly one of any number of processes win, and what it makes visible
 * is complete and synced; (F2) a file is synced when its {@link StorageOutput} has been closed without error, its name only when
 * its folder has been synced, too ({@link Storage#syncFolder}); (F3) folders made on the way to a file are synced.
 */
@NullMarked
package org.lsmtable.fs;

import org.jspecify.annotations.NullMarked;
