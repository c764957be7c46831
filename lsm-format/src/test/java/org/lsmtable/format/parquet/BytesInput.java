package org.lsmtable.format.parquet;

import java.io.EOFException;
import java.util.concurrent.atomic.AtomicLong;
import org.lsmtable.fs.StorageInput;

/** A file that is an array, and counts the bytes read from it. */
final class BytesInput implements StorageInput {
    private final String path;
    private final byte[] bytes;
    final AtomicLong bytesRead = new AtomicLong();
    boolean closed;

    BytesInput(String path, byte[] bytes) {
        this.path = path;
        this.bytes = bytes;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws EOFException {
        if (position < 0 || length < 0 || position > bytes.length - length) {
            throw new EOFException(path + ": " + length + " bytes at " + position + " of " + bytes.length);
        }
        System.arraycopy(bytes, (int) position, target, offset, length);
        bytesRead.addAndGet(length);
    }

    @Override
    public void close() {
        closed = true;
    }
}
