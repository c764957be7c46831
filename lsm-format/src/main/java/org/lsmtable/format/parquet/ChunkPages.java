package org.lsmtable.format.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * The pages of one column, chunk by chunk: finds them, checks them and opens those whose rows are wanted. A page's header is read
 * first; its body only by {@link #open}. Holds the page opened last, until the next call.
 */
final class ChunkPages implements Closeable {
    private static final int LIKELY_HEADER_BYTES = 128;
    private static final int MAX_HEADER_BYTES = 64 << 20;

    private final @Nullable ValueMapping mapping;
    private final FileColumn column;
    private final PagePlace place;
    private final ReadWindow window;
    private final CRC32 crc = new CRC32();
    private @Nullable Decompressor decompressor;
    private @Nullable CompressionCodec decompressorCodec;
    private byte[] pageBuffer = new byte[0];

    private @Nullable ChunkPlace chunk;
    private @Nullable PageDictionary dictionary;
    private PageHeader header = new PageHeader();
    private long body;
    private long next;

    /**
     * The pages of a column.
     *
     * @param mapping how its values are read, null if only its levels are
     */
    ChunkPages(
            StorageInput input,
            @Nullable ValueMapping mapping,
            FileColumn column,
            PagePlace place,
            int readAheadBytes) {
        this.mapping = mapping;
        this.column = column;
        this.place = place;
        this.window = new ReadWindow(input, readAheadBytes);
    }

    /** Moves before the first page of a chunk. */
    void enter(ChunkPlace newChunk) {
        chunk = newChunk;
        dictionary = null;
        next = newChunk.start();
        place.moveTo(next);
    }

    /** Moves before a page that an index tells of. */
    void jump(OffsetIndexPages index, int page) throws IOException {
        next = index.offset(page);
        window.exactly(next, index.sizeBytes(page));
    }

    /** Reads the header of the next data page. Returns the values it has, nulls included: its rows, unless the column is repeated. */
    int nextPage() throws IOException {
        while (true) {
            readHeader(next);
            switch (header.getType()) {
                case DATA_PAGE -> {
                    return valuesOf(part(header.isSetData_page_header(), header.getData_page_header())
                            .getNum_values());
                }
                case DATA_PAGE_V2 -> {
                    DataPageHeaderV2 v2 = part(header.isSetData_page_header_v2(), header.getData_page_header_v2());
                    if (column.repetition() == 0 && v2.getNum_rows() != v2.getNum_values()) {
                        throw place.damaged("rows of the page", v2.getNum_values() + ", as values", v2.getNum_rows());
                    }
                    return valuesOf(v2.getNum_values());
                }
                case DICTIONARY_PAGE -> readDictionary();
                case INDEX_PAGE -> {}
            }
        }
    }

    /** Opens the page whose header was read last. */
    PageParts open() throws IOException {
        boolean v2 = header.getType() == PageType.DATA_PAGE_V2;
        Encoding encoding = v2
                ? header.getData_page_header_v2().getEncoding()
                : header.getData_page_header().getEncoding();
        boolean coded = encoding == Encoding.PLAIN_DICTIONARY || encoding == Encoding.RLE_DICTIONARY;
        if (coded && dictionary == null && mapping != null) {
            findDictionary();
        }
        int at = bodyInWindow();
        return v2 ? openV2(at) : openV1(at);
    }

    /** The values of the page opened last. */
    PageValues values(PageParts page) throws DamagedFileException {
        return mapping().open(page.encoding(), page.body(), dictionary);
    }

    private ValueMapping mapping() {
        if (mapping == null) {
            throw new IllegalStateException(place.text() + ": only levels are read");
        }
        return mapping;
    }

    private ChunkPlace chunk() {
        if (chunk == null) {
            throw new IllegalStateException("no column chunk entered");
        }
        return chunk;
    }

    private int valuesOf(int values) throws DamagedFileException {
        if (values < 0 || values > chunk().values()) {
            throw place.damaged("values of the page", "0 to " + chunk().values(), values);
        }
        return values;
    }

    private <T> T part(boolean isSet, T part) throws DamagedFileException {
        if (!isSet) {
            throw place.damaged("header of a page of kind " + header.getType(), "the part for that kind", "none");
        }
        return part;
    }

    private void readHeader(long position) throws IOException {
        long end = chunk().end();
        place.moveTo(position);
        if (position >= end) {
            throw place.damaged(
                    "pages of the column chunk", "one more, to make up " + chunk().rows() + " rows", "the end");
        }
        int wanted = 1;
        while (true) {
            int at = window.at(position, wanted, end);
            int available = (int) Math.min(window.limit() - at, end - position);
            if (available < LIKELY_HEADER_BYTES && available < end - position && wanted == 1) {
                wanted = (int) Math.min(LIKELY_HEADER_BYTES, end - position);
                continue;
            }
            header = new PageHeader();
            try {
                body = position + ThriftBytes.read(header, window.array(), at, at + available, place) - at;
                break;
            } catch (ThriftBytes.Incomplete e) {
                if (available >= end - position || available >= MAX_HEADER_BYTES) {
                    throw e.damaged(place);
                }
                wanted = (int) Math.min(Math.min(MAX_HEADER_BYTES, available * 4L + 1024), end - position);
            }
        }
        checkSizes(end);
        next = body + header.getCompressed_page_size();
    }

    private void checkSizes(long end) throws DamagedFileException {
        int compressed = header.getCompressed_page_size();
        if (compressed < 0 || compressed > end - body) {
            throw place.damaged("compressed bytes of the page", "0 to " + (end - body), compressed);
        }
        long most = chunk().uncompressedBytes();
        int uncompressed = header.getUncompressed_page_size();
        if (uncompressed < 0 || uncompressed > most || uncompressed > Integer.MAX_VALUE - 64) {
            throw place.damaged("uncompressed bytes of the page", "0 to " + most, uncompressed);
        }
    }

    /** The body of the page whose header was read last, as an index into the window. */
    private int bodyInWindow() throws IOException {
        int length = header.getCompressed_page_size();
        int at = window.at(body, length, Math.max(chunk().end(), body + length));
        if (header.isSetCrc()) {
            crc.reset();
            crc.update(window.array(), at, length);
            if ((int) crc.getValue() != header.getCrc()) {
                throw place.damaged("checksum of the page", hex(header.getCrc()), hex((int) crc.getValue()));
            }
        }
        return at;
    }

    private static String hex(int value) {
        return String.format("%08x", value);
    }

    private PageParts openV1(int at) throws DamagedFileException {
        DataPageHeader v1 = header.getData_page_header();
        PageBytes in = decompressed(at, header.getCompressed_page_size(), header.getUncompressed_page_size(), true);
        PageBytes repetition = null;
        PageBytes definition = null;
        if (column.repetition() > 0) {
            repetition = levels(in, "repetition", v1.getRepetition_level_encoding());
        }
        if (column.definition() > 0) {
            definition = levels(in, "definition", v1.getDefinition_level_encoding());
        }
        return new PageParts(v1.getNum_values(), -1, -1, repetition, definition, in, v1.getEncoding());
    }

    private PageBytes levels(PageBytes in, String kind, Encoding encoding) throws DamagedFileException {
        if (encoding != Encoding.RLE) {
            throw new UnsupportedFeatureException(
                    place.text() + ": " + kind + " levels in encoding " + encoding + " are not read");
        }
        return in.takePart(Integer.toUnsignedLong(in.takeInt()));
    }

    private PageParts openV2(int at) throws DamagedFileException {
        DataPageHeaderV2 v2 = header.getData_page_header_v2();
        int compressed = header.getCompressed_page_size();
        int repetition = v2.getRepetition_levels_byte_length();
        int definition = v2.getDefinition_levels_byte_length();
        int least = Math.min(compressed, header.getUncompressed_page_size());
        if (repetition < 0 || definition < 0 || repetition > least - definition) {
            throw place.damaged("bytes of levels", "0 to " + least, repetition + " and " + definition);
        }
        int middle = at + repetition;
        int front = repetition + definition;
        PageBytes repetitions = column.repetition() > 0 ? new PageBytes(place, window.array(), at, middle) : null;
        PageBytes definitions =
                column.definition() > 0 ? new PageBytes(place, window.array(), middle, at + front) : null;
        boolean isCompressed = !v2.isSetIs_compressed() || v2.isIs_compressed();
        PageBytes in =
                decompressed(at + front, compressed - front, header.getUncompressed_page_size() - front, isCompressed);
        return new PageParts(
                v2.getNum_values(),
                v2.getNum_rows(),
                v2.getNum_nulls(),
                repetitions,
                definitions,
                in,
                v2.getEncoding());
    }

    private void findDictionary() throws IOException {
        ChunkPlace here = chunk();
        PageHeader page = header;
        long pageBody = body;
        long pageNext = next;
        readHeader(here.start());
        if (header.getType() == PageType.DICTIONARY_PAGE) {
            readDictionary();
        }
        header = page;
        body = pageBody;
        next = pageNext;
    }

    private void readDictionary() throws IOException {
        if (mapping == null) {
            return;
        }
        if (dictionary != null) {
            throw place.damaged("dictionary pages of the column chunk", 1, "another");
        }
        DictionaryPageHeader page = part(header.isSetDictionary_page_header(), header.getDictionary_page_header());
        if (page.getEncoding() != Encoding.PLAIN && page.getEncoding() != Encoding.PLAIN_DICTIONARY) {
            throw new UnsupportedFeatureException(
                    place.text() + ": dictionaries in encoding " + page.getEncoding() + " are not read");
        }
        int at = bodyInWindow();
        PageBytes in = decompressed(at, header.getCompressed_page_size(), header.getUncompressed_page_size(), true);
        dictionary = PageDictionary.read(mapping, in, page.getNum_values());
    }

    /** Bytes of the window, decompressed into the page buffer unless they are not compressed. */
    private PageBytes decompressed(int at, int length, int size, boolean isCompressed) throws DamagedFileException {
        CompressionCodec codec = chunk().codec();
        if (!isCompressed || codec == CompressionCodec.UNCOMPRESSED) {
            if (length != size) {
                throw place.damaged("bytes of a page that is not compressed", size, length);
            }
            return new PageBytes(place, window.array(), at, at + length);
        }
        if (size > 0) {
            Decompressor codecPages = decompressor(codec);
            codecPages.checkSize(window.array(), at, length, size, place);
            if (pageBuffer.length < size + PageBytes.SLACK) {
                pageBuffer = new byte[size + PageBytes.SLACK];
            }
            codecPages.decompress(window.array(), at, length, pageBuffer, size, place);
        } else if (pageBuffer.length == 0) {
            pageBuffer = new byte[PageBytes.SLACK];
        }
        return new PageBytes(place, pageBuffer, 0, size);
    }

    private Decompressor decompressor(CompressionCodec codec) {
        if (decompressor == null || decompressorCodec != codec) {
            close();
            decompressor = Decompressor.of(codec, place);
            decompressorCodec = codec;
        }
        return decompressor;
    }

    @Override
    public void close() {
        if (decompressor != null) {
            decompressor.close();
            decompressor = null;
        }
    }
}
