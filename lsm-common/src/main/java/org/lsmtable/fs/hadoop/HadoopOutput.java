package org.lsmtable.fs.hadoop;

import java.io.IOException;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.lsmtable.fs.BufferedOutput;

/** A new file behind a small buffer: Hadoop's streams lock at every write. Synced, where the store can, before it is closed. */
final class HadoopOutput extends BufferedOutput {
    private final FileSystem fileSystem;
    private final FSDataOutputStream out;
    private final HadoopErrors errors;
    private boolean closed;

    HadoopOutput(String path, FileSystem fileSystem, FSDataOutputStream out, HadoopErrors errors) {
        super(path);
        this.fileSystem = fileSystem;
        this.out = out;
        this.errors = errors;
    }

    @Override
    protected void writeOut(byte[] source, int offset, int length) throws IOException {
        errors.run(path(), () -> out.write(source, offset, length));
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        // closing in any case, so that no connection is left
        errors.run(path(), () -> {
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
            fileSystem.delete(new Path(path()), false);
        } catch (IOException | RuntimeException e) {
            // left for the orphan clean-up
        }
    }
}
