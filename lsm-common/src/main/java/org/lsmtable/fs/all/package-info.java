/**
 * Which storage a place means, by its scheme ({@link org.lsmtable.fs.all.Storages}): local disks, and everything else through Hadoop's
 * file systems, of which no class is loaded before the first place that needs one.
 *
 * <p>Uses {@code fs} and {@code fs.hadoop}. Nothing below the table API names this room: the engine gets a {@code Storage}.
 */
@NullMarked
package org.lsmtable.fs.all;

import org.jspecify.annotations.NullMarked;
