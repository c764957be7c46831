package org.lsmtable.format.parquet;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.StorageOutput;

/** What stands behind the row groups: column indexes, offset indexes, the file's metadata, its length and the magic. */
final class FooterWriter {
    private static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);
    private static final String ROOT = "paimon_schema";
    /** In the form that readers parse to find writers with known errors; no such rule knows the name. */
    private static final String CREATED_BY = "lsm-table version 0.1.0 (build 0)";

    private record IndexedChunk(ColumnChunk chunk, @Nullable ColumnIndex columnIndex, OffsetIndex offsetIndex) {}

    private final List<SchemaElement> schema = new ArrayList<>();
    private final int leaves;
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private final List<IndexedChunk> indexed = new ArrayList<>();
    private long rowCount;

    FooterWriter(List<ColumnShape> columns) {
        List<ParquetColumn> all = new ArrayList<>();
        schema.add(new SchemaElement(ROOT).setNum_children(columns.size()));
        for (ColumnShape column : columns) {
            column.addNodes(schema);
            column.addLeaves(all);
        }
        leaves = all.size();
    }

    /** Begins the file. */
    static void writeHead(StorageOutput output) throws IOException {
        output.write(MAGIC);
    }

    /** Adds a column chunk that has been written, with the indexes that wait for the end of the file. */
    void addChunk(ColumnChunk chunk, @Nullable ColumnIndex columnIndex, OffsetIndex offsetIndex) {
        indexed.add(new IndexedChunk(chunk, columnIndex, offsetIndex));
    }

    /** Adds the row group of the chunks added last, one for each leaf in order. */
    void addRowGroup(long rows) {
        List<ColumnChunk> chunks = indexed.subList(indexed.size() - leaves, indexed.size()).stream()
                .map(IndexedChunk::chunk)
                .toList();
        long rawBytes = 0;
        long bytes = 0;
        for (ColumnChunk chunk : chunks) {
            rawBytes += chunk.getMeta_data().getTotal_uncompressed_size();
            bytes += chunk.getMeta_data().getTotal_compressed_size();
        }
        RowGroup rowGroup = new RowGroup(chunks, rawBytes, rows).setTotal_compressed_size(bytes);
        if (!chunks.isEmpty()) {
            rowGroup.setFile_offset(chunks.get(0).getFile_offset());
        }
        if (rowGroups.size() <= Short.MAX_VALUE) {
            rowGroup.setOrdinal((short) rowGroups.size());
        }
        rowGroups.add(rowGroup);
        rowCount += rows;
    }

    /** Ends the file. */
    void writeTo(StorageOutput output) throws IOException {
        ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        for (IndexedChunk each : indexed) {
            ColumnIndex index = each.columnIndex;
            if (index != null) {
                Util.writeColumnIndex(index, buffer);
                each.chunk.setColumn_index_offset(output.position()).setColumn_index_length(buffer.size());
                drain(buffer, output);
            }
        }
        for (IndexedChunk each : indexed) {
            Util.writeOffsetIndex(each.offsetIndex, buffer);
            each.chunk.setOffset_index_offset(output.position()).setOffset_index_length(buffer.size());
            drain(buffer, output);
        }
        Util.writeFileMetaData(fileMetaData(), buffer);
        byte[] length = new byte[Integer.BYTES];
        Words.putInt(length, 0, buffer.size());
        buffer.write(length);
        buffer.write(MAGIC);
        drain(buffer, output);
    }

    private static void drain(ByteArrayOutputStream buffer, StorageOutput output) throws IOException {
        buffer.writeTo(output);
        buffer.reset();
    }

    private FileMetaData fileMetaData() {
        ColumnOrder order = ColumnOrder.TYPE_ORDER(new TypeDefinedOrder());
        return new FileMetaData(1, schema, rowCount, rowGroups)
                .setCreated_by(CREATED_BY)
                .setColumn_orders(Collections.nCopies(leaves, order));
    }
}
