package org.lsmtable.tools.input;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.lsmtable.fs.DamagedFileException;

/**
 * Watches an Avro file as it is read, to tell at the end whether it was whole. Avro's own reader takes a file that is cut within its last
 * block for one that ends before it; but every file ends in the marker that its header names.
 */
final class AvroFraming extends FilterInputStream {
    private static final int MAGIC_BYTES = 4;
    private static final int MARKER_BYTES = 16;

    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private final byte[] tail = new byte[MARKER_BYTES];
    private byte[] marker = new byte[0];
    private boolean inHeader = true;

    AvroFraming(InputStream in) {
        super(in);
    }

    /** Reads the marker out of what was read so far, which holds the header. */
    void endOfHeader() throws IOException {
        byte[] bytes = head.toByteArray();
        BinaryDecoder decoder =
                DecoderFactory.get().binaryDecoder(bytes, MAGIC_BYTES, bytes.length - MAGIC_BYTES, null);
        for (long entries = decoder.readMapStart(); entries != 0; entries = decoder.mapNext()) {
            for (long i = 0; i < entries; i++) {
                decoder.skipString();
                decoder.skipBytes();
            }
        }
        marker = new byte[MARKER_BYTES];
        decoder.readFixed(marker);
        inHeader = false;
        head.reset();
    }

    /** Checks, once everything was read, that the last bytes are the marker. */
    void checkEnd(String file) throws DamagedFileException {
        if (!Arrays.equals(marker, tail)) {
            throw new DamagedFileException(file, "end", "the marker that ends every block", "the file is cut short");
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = in.read(target, offset, length);
        if (read > 0) {
            if (inHeader) {
                head.write(target, offset, read);
            }
            int kept = Math.min(read, MARKER_BYTES);
            System.arraycopy(tail, kept, tail, 0, MARKER_BYTES - kept);
            System.arraycopy(target, offset + read - kept, tail, MARKER_BYTES - kept, kept);
        }
        return read;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
