/**
 * Parquet data files, read and written without any Hadoop class.
 *
 * <p>May use {@code lsm-common} and {@code format}; of the Parquet libraries the thrift structures of the footer and the page
 * headers, and what encodes values. Start at {@link org.lsmtable.format.parquet.ParquetFormat}. Reading goes through four steps,
 * a class or two each: the footer ({@code ParquetFooter}), the pages of a column chunk ({@code ChunkPages}), the values of a page
 * ({@code PageValues} and its kinds), and the cursor that lays them into vectors ({@code ParquetCursor}).
 * Writing ({@code ParquetWriter}) goes through four too: columns cut their rows into pages ({@code ColumnEncoder}) and encode the
 * values ({@code ValueEncoder} and its kinds), pages are compressed beside that ({@code CompressionQueue}), a row group is written
 * when it is large enough ({@code ChunkWriter}), and the footer ends the file ({@code FooterWriter}).
 *
 * <p>Lists and rows have the same steps by leaf, with levels in between: reading, {@code NestedColumns} finds the parts of a type in the
 * file's schema, {@code LeafCursor} reads levels and values of whole rows, and {@code NestedNode} lays them out by the loops of {@code
 * LevelLoops}; writing, {@code Shredder} makes the levels from the vectors, and {@code LeafEncoder} cuts pages between rows. The schema
 * of a written file is told by {@code ColumnShape}.
 *
 * <p>Promises: (Q1) a cursor holds a read window, a page and a dictionary for each leaf, never a column chunk; (Q2) every size is checked
 * against the file's length and the footer before anything is allocated for it; (Q3) what does not fit together is a {@link
 * org.lsmtable.fs.DamagedFileException} that names file, column and position; (Q4) a writer holds the compressed pages of
 * one row group, an open page for each column and a bounded number of pages that wait for compression; (Q5) the same calls make
 * the same bytes, whatever the threads do; (Q6) statistics in a file never exclude a value that is there.
 */
@NullMarked
package org.lsmtable.format.parquet;

import org.jspecify.annotations.NullMarked;
