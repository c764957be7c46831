package org.lsmtable.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Text in UTF-8, perhaps behind a byte order mark. Knows the line of bytes that are none: what stands before them is delivered first. Not
 * thread-safe.
 */
final class Utf8Reader extends Reader {
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final int BUFFER = 1 << 13;

    /** Bytes that are no UTF-8. */
    static final class NotUtf8Exception extends CharacterCodingException {
        private static final long serialVersionUID = 1L;

        private final long line;

        NotUtf8Exception(long line) {
            this.line = line;
        }

        /** The line they stand in, from 1. */
        long line() {
            return line;
        }
    }

    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
    private final CharBuffer chars = CharBuffer.allocate(BUFFER).flip();
    private boolean atEnd;
    private boolean atStart = true;
    private long line = 1;
    private boolean afterReturn;

    /** Reads a stream, which is closed with this. */
    Utf8Reader(InputStream in) {
        this.in = in;
    }

    /**
     * Reads characters.
     *
     * @throws NotUtf8Exception where the bytes that come next are no UTF-8
     */
    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        while (!chars.hasRemaining()) {
            if (!fill()) {
                return -1;
            }
        }
        int read = Math.min(length, chars.remaining());
        chars.get(target, offset, read);
        return read;
    }

    private boolean fill() throws IOException {
        chars.clear();
        while (chars.position() == 0) {
            CoderResult result = decoder.decode(bytes, chars, atEnd);
            if (chars.position() == 0) {
                if (result.isError()) {
                    chars.flip();
                    throw new NotUtf8Exception(line);
                }
                if (atEnd) {
                    chars.flip();
                    return false;
                }
                readBytes();
            }
        }
        chars.flip();
        if (atStart && chars.get(0) == BYTE_ORDER_MARK) {
            chars.position(1);
        }
        atStart = false;
        countLines();
        return true;
    }

    private void readBytes() throws IOException {
        bytes.compact();
        int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
        atEnd = read < 0;
        bytes.position(bytes.position() + Math.max(0, read)).flip();
    }

    private void countLines() {
        for (int i = chars.position(); i < chars.limit(); i++) {
            char c = chars.get(i);
            if (c == '\r' || (c == '\n' && !afterReturn)) {
                line++;
            }
            afterReturn = c == '\r';
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
