/**
 * Storage through Hadoop's {@code FileSystem}: HDFS, and object stores with a Hadoop client ({@link org.lsmtable.fs.hadoop.HadoopStorage}).
 * The only room beside {@code format.orc} that knows Hadoop classes; loaded when the first path with a scheme other than {@code file}
 * is used. An embedding program that wants it brings the client's jars.
 *
 * <p>Begin with {@link org.lsmtable.fs.hadoop.HadoopStorage} and {@code ExclusiveCreate}, how a file is created by exactly one caller.
 *
 * <p>Promises: those of {@code fs}; (H1) a commit on a store that cannot tell whether a file was new is refused by name, never risked;
 * (H2) what a file system says in an error reaches nobody before {@code options.Credentials} has gone over it.
 */
@NullMarked
package org.lsmtable.fs.hadoop;

import org.jspecify.annotations.NullMarked;
