package org.lsmtable.format.orc;

import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSInputStream;
import org.lsmtable.fs.StorageInput;

/**
 * A view of a file as a stream. Positioned reads, which are what ORC does, may come from several threads. Closing it leaves the file
 * open.
 */
final class InputAdapter extends FSInputStream {
    private final StorageInput input;
    private long position;

    InputAdapter(StorageInput input) {
        this.input = input;
    }

    @Override
    public void readFully(long at, byte[] target, int offset, int length) throws IOException {
        try {
            input.readFully(at, target, offset, length);
        } catch (EOFException e) {
            throw e; // the tail of the file points behind its end: the file's fault
        } catch (IOException e) {
            throw new StorageFailure(e);
        }
    }

    @Override
    public int read(long at, byte[] target, int offset, int length) throws IOException {
        long left = length() - at;
        if (left <= 0) {
            return -1;
        }
        int count = (int) Math.min(left, length);
        readFully(at, target, offset, count);
        return count;
    }

    private long length() throws IOException {
        try {
            return input.length();
        } catch (IOException e) {
            throw new StorageFailure(e);
        }
    }

    @Override
    public synchronized int read(byte[] target, int offset, int length) throws IOException {
        int count = read(position, target, offset, length);
        position += Math.max(0, count);
        return count;
    }

    @Override
    public synchronized int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized void seek(long to) {
        position = to;
    }

    @Override
    public synchronized long getPos() {
        return position;
    }

    @Override
    public boolean seekToNewSource(long target) {
        return false;
    }
}
