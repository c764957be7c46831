package org.lsmtable.fs;

import java.io.IOException;

/** A new file behind a small buffer. Large writes go past the buffer. */
public abstract class BufferedOutput extends StorageOutput {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final String path;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int buffered;
    private long position;

    /** An output of a path, for messages. */
    protected BufferedOutput(String path) {
        this.path = path;
    }

    /** Writes bytes that are not kept back any longer. */
    protected abstract void writeOut(byte[] source, int offset, int length) throws IOException;

    @Override
    public final String path() {
        return path;
    }

    @Override
    public final long position() {
        return position;
    }

    @Override
    public final void write(int b) throws IOException {
        if (buffered == BUFFER_BYTES) {
            flush();
        }
        buffer[buffered++] = (byte) b;
        position++;
    }

    @Override
    public final void write(byte[] source, int offset, int length) throws IOException {
        if (length > BUFFER_BYTES - buffered) {
            flush();
        }
        if (length <= BUFFER_BYTES - buffered) {
            System.arraycopy(source, offset, buffer, buffered, length);
            buffered += length;
        } else {
            writeOut(source, offset, length);
        }
        position += length;
    }

    @Override
    public final void flush() throws IOException {
        if (buffered > 0) {
            writeOut(buffer, 0, buffered);
            buffered = 0;
        }
    }
}
