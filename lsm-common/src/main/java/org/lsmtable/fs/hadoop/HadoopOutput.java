package org.lsmtable.fs.hadoop;

import java.io.IOException;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.lsmtable.fs.StorageOutput;

/** A new file behind a small buffer: Hadoop's streams lock at every write. Synced, where the store can, before it is closed. */
final class HadoopOutput extends StorageOutput {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final String path;
    private final FileSystem fileSystem;
    private final FSDataOutputStream out;
    private final HadoopErrors errors;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int buffered;
    private long position;
    private boolean closed;

    HadoopOutput(String path, FileSystem fileSystem, FSDataOutputStream out, HadoopErrors errors) {
        this.path = path;
        this.fileSystem = fileSystem;
        this.out = out;
        this.errors = errors;
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
        if (buffered == BUFFER_BYTES) {
            flush();
        }
        buffer[buffered++] = (byte) b;
        position++;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        if (length > BUFFER_BYTES - buffered) {
            flush();
        }
        if (length <= BUFFER_BYTES - buffered) {
            System.arraycopy(source, offset, buffer, buffered, length);
            buffered += length;
        } else {
            errors.run(path, () -> out.write(source, offset, length));
        }
        position += length;
    }

    @Override
    public void flush() throws IOException {
        if (buffered > 0) {
            errors.run(path, () -> out.write(buffer, 0, buffered));
            buffered = 0;
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        // closing in any case, so that no connection is left
        errors.run(path, () -> {
            try (out) {
                flush();
                sync(out);
            }
        });
    }

    /** Bytes to the devices, where closing alone does not do that. */
    static void sync(FSDataOutputStream out) throws IOException {
        if (out.hasCapability(StreamCapabilities.HSYNC)) {
            out.hsync();
        }
    }

    @Override
    public void abort() {
        try {
            if (!closed) {
                closed = true;
                try (out) {
                    if (out.hasCapability(CommonPathCapabilities.ABORTABLE_STREAM)) {
                        out.abort();
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            // quiet by contract: the caller has a reason to give up that matters more
        } finally {
            deleteQuietly();
        }
    }

    private void deleteQuietly() {
        try {
            fileSystem.delete(new Path(path), false);
        } catch (IOException | RuntimeException e) {
            // left for the orphan clean-up
        }
    }
}
