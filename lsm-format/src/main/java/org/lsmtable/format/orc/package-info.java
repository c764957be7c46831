/**
 * ORC data files (spec: data files, ORC), through Apache ORC's own reader and writer.
 *
 * <p>May use {@code lsm-common}, {@code format}, Apache ORC and those Hadoop classes that its interfaces are made of; the only
 * package that may. Start at {@link org.lsmtable.format.orc.OrcFormat}. Reading: {@code OrcFileReader} opens the tail, each
 * {@code OrcCursor} reads one column and hands batches to {@code OrcColumn} to be laid into vectors, level by level where values are
 * nested; {@code OrcPruning} looks at the statistics of stripes and row groups. Writing: {@code OrcFileWriter} fills batches through
 * {@code OrcColumnWriter}, again one a level.
 *
 * <p>Promises: (O1) ORC reads and writes through {@link org.lsmtable.fs.StorageInput} and {@link org.lsmtable.fs.StorageOutput} only;
 * no Hadoop file system is ever made; (O2) whatever ORC throws about a file comes out as a {@link
 * org.lsmtable.fs.DamagedFileException} that names it, errors of the storage as they were; (O3) a cursor holds the stripe's part of
 * its own column.
 */
@NullMarked
package org.lsmtable.format.orc;

import org.jspecify.annotations.NullMarked;
