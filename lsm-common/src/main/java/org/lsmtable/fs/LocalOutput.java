package org.lsmtable.fs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** A new local file behind a small buffer. Large writes go past the buffer. */
final class LocalOutput extends StorageOutput {
    private static final int BUFFER_BYTES = 64 * 1024;

    /** Heap buffers pass through native memory of their size: large writes are cut to keep that small. */
    private static final int MAX_WRITE_BYTES = 1024 * 1024;

    private final String path;
    private final Path file;
    private final FileChannel channel;
    private final Durability durability;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private long position;

    LocalOutput(String path, Path file, FileChannel channel, Durability durability) {
        this.path = path;
        this.file = file;
        this.channel = channel;
        this.durability = durability;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void write(int b) throws IOException {
        if (!buffer.hasRemaining()) {
            flushBuffer();
        }
        buffer.put((byte) b);
        position++;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        if (length > buffer.remaining()) {
            flushBuffer();
        }
        if (length <= buffer.remaining()) {
            buffer.put(source, offset, length);
        } else {
            for (int done = 0; done < length; done += MAX_WRITE_BYTES) {
                writeFully(ByteBuffer.wrap(source, offset + done, Math.min(MAX_WRITE_BYTES, length - done)));
            }
        }
        position += length;
    }

    private void flushBuffer() throws IOException {
        writeFully(buffer.flip());
        buffer.clear();
    }

    private void writeFully(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void flush() throws IOException {
        flushBuffer();
    }

    @Override
    public void close() throws IOException {
        if (!channel.isOpen()) {
            return;
        }
        try (channel) {
            flushBuffer();
            if (durability == Durability.SYNCED) {
                channel.force(true);
            }
        }
    }

    @Override
    public void abort() {
        try (channel) {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // quiet by contract: the caller has a reason to give up that matters more
        }
    }
}
