/**
 * Parquet data files, read and written without any Hadoop class.
 *
 * <p>May use {@code lsm-common} and {@code format}; of the Parquet libraries the thrift structures of the footer and the page
 * headers, and what encodes values. Start at {@link org.lsmtable.format.parquet.ParquetFormat}. Reading goes through four steps,
 * a class or two each: the footer ({@code ParquetFooter}), the pages of a column chunk ({@code ChunkPages}), the values of a page
 * ({@code PageValues} and its kinds), and the cursor that lays them into vectors ({@code ParquetCursor}).
 *
 * <p>Promises: (Q1) a cursor holds a read window, a page and a dictionary, never a column chunk; (Q2) every size is checked
 * against the file's length and the footer before anything is allocated for it; (Q3) what does not fit together is a {@link
 * org.lsmtable.fs.DamagedFileException} that names file, column and position.
 */
@NullMarked
package org.lsmtable.format.parquet;

import org.jspecify.annotations.NullMarked;
