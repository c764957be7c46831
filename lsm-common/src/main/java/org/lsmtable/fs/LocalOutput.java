package org.lsmtable.fs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** A new local file. */
final class LocalOutput extends BufferedOutput {
    /** Heap buffers pass through native memory of their size: large writes are cut to keep that small. */
    private static final int MAX_WRITE_BYTES = 1024 * 1024;

    private final Path file;
    private final FileChannel channel;
    private final Durability durability;

    LocalOutput(String path, Path file, FileChannel channel, Durability durability) {
        super(path);
        this.file = file;
        this.channel = channel;
        this.durability = durability;
    }

    @Override
    protected void writeOut(byte[] source, int offset, int length) throws IOException {
        for (int done = 0; done < length; done += MAX_WRITE_BYTES) {
            ByteBuffer bytes = ByteBuffer.wrap(source, offset + done, Math.min(MAX_WRITE_BYTES, length - done));
            try {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            } catch (IOException e) {
                throw StorageErrors.told(path(), "writing", e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (!channel.isOpen()) {
            return;
        }
        try (channel) {
            flush();
            if (durability == Durability.SYNCED) {
                channel.force(true);
            }
        } catch (IOException e) {
            throw StorageErrors.told(path(), "writing", e);
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
