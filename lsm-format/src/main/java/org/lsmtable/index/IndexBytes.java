package org.lsmtable.index;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageInput;

/** The bytes of an index, in memory or read piece by piece from a file. */
abstract class IndexBytes implements Closeable {
    /** Where they are, for messages. */
    abstract String name();

    /** How many there are. */
    abstract long length() throws IOException;

    /** Reads bytes that are there. */
    abstract void read(long position, byte[] target, int offset, int length) throws IOException;

    @Override
    public abstract void close() throws IOException;

    /** Bytes in memory. */
    static IndexBytes of(String name, byte[] bytes) {
        return new IndexBytes() {
            @Override
            String name() {
                return name;
            }

            @Override
            long length() {
                return bytes.length;
            }

            @Override
            void read(long position, byte[] target, int offset, int length) throws IOException {
                if (position < 0 || length > bytes.length - position) {
                    throw new EOFException(name + ": expected " + length + " bytes at " + position
                            + ", found the end at " + bytes.length);
                }
                System.arraycopy(bytes, (int) position, target, offset, length);
            }

            @Override
            public void close() {}
        };
    }

    /** Bytes of a file; owns the input. */
    static IndexBytes of(StorageInput input) {
        return new IndexBytes() {
            @Override
            String name() {
                return input.path();
            }

            @Override
            long length() throws IOException {
                return input.length();
            }

            @Override
            void read(long position, byte[] target, int offset, int length) throws IOException {
                input.readFully(position, target, offset, length);
            }

            @Override
            public void close() throws IOException {
                input.close();
            }
        };
    }

    DamagedFileException damaged(String what, String expected, String found) {
        return new DamagedFileException(name(), what, expected, found);
    }
}
