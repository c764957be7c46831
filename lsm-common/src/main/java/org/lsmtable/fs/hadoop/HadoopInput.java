package org.lsmtable.fs.hadoop;

import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.lsmtable.fs.StorageInput;

/** Positioned reads on one open stream, which its file system lets several threads do. */
final class HadoopInput implements StorageInput {
    private final String path;
    private final FSDataInputStream in;
    private final long length;
    private final HadoopErrors errors;

    HadoopInput(String path, FSDataInputStream in, long length, HadoopErrors errors) {
        this.path = path;
        this.in = in;
        this.length = length;
        this.errors = errors;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int wanted) throws IOException {
        if (position > length - wanted) {
            throw pastTheEnd(position, wanted);
        }
        if (wanted > 0) {
            errors.run(path, () -> {
                try {
                    in.readFully(position, target, offset, wanted);
                } catch (EOFException e) {
                    throw pastTheEnd(position, wanted);
                }
            });
        }
    }

    private EOFException pastTheEnd(long position, int wanted) {
        return new EOFException(path + ": expected " + wanted + " bytes at position " + position
                + ", found the end of the file at " + length);
    }

    @Override
    public void close() throws IOException {
        errors.run(path, in::close);
    }
}
