/**
 * Avro: data files (spec: data files, Avro), and the container and binary encoding that data files and manifests share.
 *
 * <p>May use {@code lsm-common} and {@code format}; of the Avro library only the schema and its parser. Start at {@link
 * org.lsmtable.format.avro.AvroFormat}. Data files are read block by block ({@code AvroReader}): a block is decompressed once, the
 * places of its fields are found once ({@code AvroBlock}), and each cursor decodes its own column from there
 * ({@code AvroCursor}, {@code ColumnDecoder}; {@code NestedDecoders} for what is made of other values). {@link org.lsmtable.format.avro.AvroInput}, {@link
 * org.lsmtable.format.avro.AvroOutput}, {@link org.lsmtable.format.avro.AvroHeader} and {@link
 * org.lsmtable.format.avro.AvroContainerWriter} know nothing of columns and serve manifests too.
 *
 * <p>Promises: (V1) no record object is made; (V2) lengths and counts are checked against what is left before anything is made for
 * them; (V3) an open file keeps a bounded number of blocks.
 */
@NullMarked
package org.lsmtable.format.avro;

import org.jspecify.annotations.NullMarked;
