package org.lsmtable.format.parquet;

import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Type;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * A column's part of a row group: where its pages are, checked against the file.
 *
 * @param firstRow the file's row that is its first
 * @param values the values of all pages, nulls included: as many as rows, or more if the column is repeated
 * @param start the byte where its first page begins, the dictionary if there is one
 * @param firstData the byte where the first data page begins, or {@code start} if the file is not sure of it
 * @param end the byte behind its last page
 * @param uncompressedBytes the bytes of all pages, decompressed
 */
record ChunkPlace(
        ColumnChunk chunk,
        long firstRow,
        long rows,
        long values,
        long start,
        long firstData,
        long end,
        long uncompressedBytes,
        CompressionCodec codec) {
    /** The chunk of a column that is no group. */
    static ChunkPlace of(RowGroupPlace group, FileColumn column, long dataEnd, PagePlace place)
            throws DamagedFileException {
        ColumnChunk chunk = group.chunks().get(column.leaf());
        if (chunk.isSetCrypto_metadata() || chunk.isSetEncrypted_column_metadata()) {
            throw new UnsupportedFeatureException(place.text() + ": encrypted columns are not supported");
        }
        if (chunk.isSetFile_path() && !chunk.getFile_path().isEmpty()) {
            throw new UnsupportedFeatureException(
                    place.text() + ": column chunks in another file are not supported: " + chunk.getFile_path());
        }
        if (!chunk.isSetMeta_data()) {
            throw place.damaged("metadata of the column chunk at row " + group.firstRow(), "some", "none");
        }
        ColumnMetaData meta = chunk.getMeta_data();
        checkColumn(meta, column, place);
        boolean repeated = column.repetition() > 0;
        if (meta.getNum_values() < group.rows() || (!repeated && meta.getNum_values() > group.rows())) {
            throw place.damaged(
                    "values of the column chunk",
                    group.rows() + (repeated ? " or more" : ", as the row group"),
                    meta.getNum_values());
        }
        long firstData = meta.getData_page_offset();
        long start = firstData;
        if (meta.isSetDictionary_page_offset()
                && meta.getDictionary_page_offset() > 0
                && meta.getDictionary_page_offset() < firstData) {
            start = meta.getDictionary_page_offset();
        }
        long length = meta.getTotal_compressed_size();
        if (start < 4 || length < 1 || start > dataEnd - length || firstData >= start + length) {
            throw place.damaged(
                    "pages of the column chunk",
                    "within bytes 4 to " + dataEnd,
                    length + " bytes from " + start + ", data from " + firstData);
        }
        return new ChunkPlace(
                chunk,
                group.firstRow(),
                group.rows(),
                meta.getNum_values(),
                start,
                firstData,
                start + length,
                meta.getTotal_uncompressed_size(),
                meta.getCodec());
    }

    private static void checkColumn(ColumnMetaData meta, FileColumn column, PagePlace place)
            throws DamagedFileException {
        Type type = column.element().getType();
        if (meta.getType() != type) {
            throw place.damaged("type of the column chunk", type, meta.getType());
        }
        if (!column.path().equals(meta.getPath_in_schema())) {
            throw place.damaged("path of the column chunk", column.name(), meta.getPath_in_schema());
        }
    }
}
