package org.lsmtable.format.parquet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/** Files of other writers, and damaged ones, made by changing the footer or a page header of a good one. */
final class FooterEdit {
    private FooterEdit() {}

    /** The file with its footer changed. */
    static byte[] edit(byte[] file, Consumer<FileMetaData> change) throws IOException {
        FileMetaData meta = footer(file);
        change.accept(meta);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(file, 0, footerStart(file));
        ByteArrayOutputStream footer = new ByteArrayOutputStream();
        Util.writeFileMetaData(meta, footer);
        out.write(footer.toByteArray());
        out.write(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.size())
                .array());
        out.write("PAR1".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    /** The file with the metadata of every chunk of one column changed. */
    static byte[] editChunks(byte[] file, int column, Consumer<ColumnMetaData> change) throws IOException {
        return edit(
                file,
                meta -> meta.getRow_groups()
                        .forEach(group ->
                                change.accept(group.getColumns().get(column).getMeta_data())));
    }

    static FileMetaData footer(byte[] file) throws IOException {
        int start = footerStart(file);
        return Util.readFileMetaData(new ByteArrayInputStream(file, start, file.length - 8 - start));
    }

    static int footerStart(byte[] file) {
        return file.length
                - 8
                - ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
    }

    /** A page: where its header and its body begin, and where it ends. */
    record Page(PageHeader header, int start, int body, int end) {}

    /** All pages of the file. */
    static List<Page> pages(byte[] file) throws IOException {
        List<Page> pages = new ArrayList<>();
        for (RowGroup group : footer(file).getRow_groups()) {
            for (ColumnChunk chunk : group.getColumns()) {
                ColumnMetaData meta = chunk.getMeta_data();
                long start = meta.isSetDictionary_page_offset() && meta.getDictionary_page_offset() > 0
                        ? meta.getDictionary_page_offset()
                        : meta.getData_page_offset();
                int end = (int) (start + meta.getTotal_compressed_size());
                for (int at = (int) start; at < end; ) {
                    ByteArrayInputStream in = new ByteArrayInputStream(file, at, end - at);
                    PageHeader header = Util.readPageHeader(in);
                    int body = end - in.available();
                    pages.add(new Page(header, at, body, body + header.getCompressed_page_size()));
                    at = body + header.getCompressed_page_size();
                }
            }
        }
        return pages;
    }

    /**
     * The file with the header of one page changed. The new header must not be longer than the old one; what it is shorter is made
     * up with an unknown field.
     */
    static byte[] editPage(byte[] file, Page page, Consumer<PageHeader> change) throws IOException {
        PageHeader header = page.header().deepCopy();
        change.accept(header);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Util.writePageHeader(header, out);
        byte[] bytes = out.toByteArray();
        int missing = page.body() - page.start() - bytes.length;
        if (missing < 0 || missing == 1) {
            throw new IllegalArgumentException("the header would be " + -missing + " bytes longer");
        }
        byte[] edited = file.clone();
        System.arraycopy(bytes, 0, edited, page.start(), bytes.length - 1);
        int at = page.start() + bytes.length - 1;
        // unknown boolean fields of one byte, and the end of the structure
        Arrays.fill(edited, at, page.body() - 1, (byte) 0x11);
        edited[page.body() - 1] = 0;
        return edited;
    }
}
