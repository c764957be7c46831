package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * A page on its way to the file: its values are encoded, then its bytes compressed, perhaps by another thread.
 *
 * <p>The bytes and the checksum are set by {@link #compress} and may be read once the task that ran it is known to be done.
 */
final class EncodedPage {
    private final int rows;
    private final int values;
    private final int nulls;
    private final Encoding encoding;
    private final Bounds bounds;
    private final int rawLength;
    private @Nullable PageBuffer raw;
    private byte[] bytes = new byte[0];
    private int checksum;

    /**
     * A page.
     *
     * @param rows the rows of a data page, 0 for a dictionary page
     * @param values the values, nulls included; as many as rows in a data page, unless the column is repeated
     * @param nulls how many of the values are missing, because they or what is around them is null or empty
     * @param raw the uncompressed bytes, owned by the page until it is compressed
     */
    EncodedPage(int rows, int values, int nulls, Encoding encoding, Bounds bounds, PageBuffer raw) {
        this.rows = rows;
        this.values = values;
        this.nulls = nulls;
        this.encoding = encoding;
        this.bounds = bounds;
        this.raw = raw;
        this.rawLength = raw.length();
    }

    int rows() {
        return rows;
    }

    int values() {
        return values;
    }

    int nulls() {
        return nulls;
    }

    Encoding encoding() {
        return encoding;
    }

    Bounds bounds() {
        return bounds;
    }

    /** The length before compression. */
    int rawLength() {
        return rawLength;
    }

    /** The compressed bytes. */
    byte[] bytes() {
        return bytes;
    }

    /** The CRC-32 of the compressed bytes. */
    int checksum() {
        return checksum;
    }

    /** Compresses the bytes and returns the buffer that held them, to be used again. */
    PageBuffer compress(PageCompressor compressor) throws IOException {
        PageBuffer buffer = raw;
        if (buffer == null) {
            throw new IllegalStateException("the page has been compressed before");
        }
        bytes = compressor.compress(buffer.bytes(), buffer.start(), buffer.length());
        CRC32 crc = new CRC32();
        crc.update(bytes);
        checksum = (int) crc.getValue();
        raw = null;
        buffer.clear();
        return buffer;
    }
}
