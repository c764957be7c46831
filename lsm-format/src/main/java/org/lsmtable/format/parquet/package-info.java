/**
 * Parquet data files, read and written without any Hadoop class.
 *
 * <p>May use {@code lsm-common} and {@code format}; of the Parquet libraries the thrift structures of the footer and the page
 * headers. Start at {@link org.lsmtable.format.parquet.ParquetFormat}. Writing ({@code ParquetWriter}) goes through four steps:
 * each column cuts its rows into pages ({@code ColumnEncoder}) and encodes their values ({@code ValueEncoder} and its kinds), the
 * pages are compressed beside that ({@code CompressionQueue}), a row group is written when it is large enough ({@code
 * ChunkWriter}), and the footer ends the file ({@code FooterWriter}).
 *
 * <p>Promises: (W1) a writer holds the compressed pages of one row group, an open page for each column, and a bounded number of
 * pages that wait for compression; (W2) the same rows in the same calls make the same bytes, whatever the threads do; (W3)
 * statistics in the file never exclude a value that is there.
 */
@NullMarked
package org.lsmtable.format.parquet;

import org.jspecify.annotations.NullMarked;
