package org.lsmtable.fs;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Positional reads on one channel, which may give fewer bytes at a time than asked for. Owns the channel. */
final class LocalInput implements StorageInput {
    /** Heap buffers pass through native memory of their size, which the thread keeps: large reads are cut to keep that small. */
    private static final int MAX_READ_BYTES = 1024 * 1024;

    private final String path;
    private final FileChannel channel;

    LocalInput(String path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public long length() throws IOException {
        try {
            return channel.size();
        } catch (IOException e) {
            throw StorageErrors.told(path, "reading", e);
        }
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int wanted = Math.min(MAX_READ_BYTES, length - done);
            int read = read(position + done, ByteBuffer.wrap(target, offset + done, wanted));
            if (read < 0) {
                throw new EOFException(path + ": expected " + length + " bytes at position " + position
                        + ", found the end of the file at " + length());
            }
            done += read;
        }
    }

    private int read(long position, ByteBuffer target) throws IOException {
        try {
            return channel.read(target, position);
        } catch (IOException e) {
            throw StorageErrors.told(path, "reading", e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
