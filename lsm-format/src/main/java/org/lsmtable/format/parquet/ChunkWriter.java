package org.lsmtable.format.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.lsmtable.fs.StorageOutput;

/** Writes the pages of one column chunk and notes what the footer says of them. Good for one chunk. */
final class ChunkWriter {
    private final StorageOutput output;
    private final ParquetColumn column;
    private final ByteArrayOutputStream header = new ByteArrayOutputStream(64);
    private final List<PageLocation> locations = new ArrayList<>();
    private long uncompressedBytes;

    ChunkWriter(StorageOutput output, ParquetColumn column) {
        this.output = output;
        this.column = column;
    }

    /** Writes a chunk where the output stands. */
    ColumnChunk write(EncodedChunk chunk, CompressionCodec codec) throws IOException {
        long start = output.position();
        EncodedPage dictionary = chunk.dictionary();
        if (dictionary != null) {
            writePage(dictionary, dictionaryHeader(dictionary));
        }
        long dataStart = output.position();
        long row = 0;
        for (EncodedPage page : chunk.pages()) {
            long offset = output.position();
            writePage(page, dataHeader(page));
            locations.add(new PageLocation(offset, Math.toIntExact(output.position() - offset), row));
            row += page.rows();
        }
        ColumnMetaData metaData = new ColumnMetaData(
                column.physical(),
                List.copyOf(encodings(chunk)),
                column.place().path(),
                codec,
                chunk.values(),
                uncompressedBytes,
                output.position() - start,
                dataStart);
        metaData.setEncoding_stats(encodingStats(chunk)).setStatistics(statistics(chunk));
        if (dictionary != null) {
            metaData.setDictionary_page_offset(start);
        }
        return new ColumnChunk(start).setMeta_data(metaData);
    }

    /** Where the data pages lie. */
    OffsetIndex offsetIndex() {
        return new OffsetIndex(locations);
    }

    private void writePage(EncodedPage page, PageHeader pageHeader) throws IOException {
        pageHeader.setCrc(page.checksum());
        header.reset();
        Util.writePageHeader(pageHeader, header);
        header.writeTo(output);
        output.write(page.bytes());
        uncompressedBytes += header.size() + page.rawLength();
    }

    private static PageHeader dictionaryHeader(EncodedPage page) {
        return new PageHeader(PageType.DICTIONARY_PAGE, page.rawLength(), page.bytes().length)
                .setDictionary_page_header(new DictionaryPageHeader(page.values(), page.encoding()));
    }

    private PageHeader dataHeader(EncodedPage page) {
        return new PageHeader(PageType.DATA_PAGE, page.rawLength(), page.bytes().length)
                .setData_page_header(
                        new DataPageHeader(page.values(), page.encoding(), Encoding.RLE, repetitionEncoding()));
    }

    /** BIT_PACKED stands for the repetition levels that a column that is not repeated does not have. */
    private Encoding repetitionEncoding() {
        return column.place().repetition() == 0 ? Encoding.BIT_PACKED : Encoding.RLE;
    }

    private Set<Encoding> encodings(EncodedChunk chunk) {
        Set<Encoding> encodings = EnumSet.of(Encoding.RLE, repetitionEncoding());
        chunk.pages().forEach(page -> encodings.add(page.encoding()));
        return encodings;
    }

    private static List<PageEncodingStats> encodingStats(EncodedChunk chunk) {
        Map<Encoding, Integer> counts = new EnumMap<>(Encoding.class);
        chunk.pages().forEach(page -> counts.merge(page.encoding(), 1, Integer::sum));
        List<PageEncodingStats> stats = new ArrayList<>();
        EncodedPage dictionary = chunk.dictionary();
        if (dictionary != null) {
            stats.add(new PageEncodingStats(PageType.DICTIONARY_PAGE, dictionary.encoding(), 1));
        }
        counts.forEach((encoding, count) -> stats.add(new PageEncodingStats(PageType.DATA_PAGE, encoding, count)));
        return stats;
    }

    /** The chunk's statistics; a NaN has no place in them, so there are no bounds where one occurs. */
    private Statistics statistics(EncodedChunk chunk) {
        Statistics statistics = new Statistics().setNull_count(chunk.nulls());
        Bounds exact = chunk.bounds(column.order());
        Bounds bounds = exact.forFooter(column);
        byte[] min = bounds.min();
        byte[] max = bounds.max();
        if (min != null && max != null && !bounds.hasNan()) {
            statistics.setMin_value(min).setMax_value(max);
            statistics.setIs_min_value_exact(min == exact.min()).setIs_max_value_exact(max == exact.max());
        }
        return statistics;
    }
}
