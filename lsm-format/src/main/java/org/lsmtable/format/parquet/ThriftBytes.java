package org.lsmtable.format.parquet;

import org.lsmtable.fs.DamagedFileException;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TTransport;
import shaded.parquet.org.apache.thrift.transport.TTransportException;

/**
 * Thrift structures read from a stretch of an array. Nothing is allocated for lengths that the stretch cannot hold, and the
 * place where the structure ends is known.
 */
final class ThriftBytes extends TTransport {
    private final byte[] bytes;
    private final int limit;
    private int position;

    private ThriftBytes(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.position = from;
        this.limit = to;
    }

    /** The stretch ended before the structure did. */
    static final class Incomplete extends Exception {
        private static final long serialVersionUID = 1L;

        private final String structure;
        private final int length;

        Incomplete(String structure, int length, Throwable cause) {
            super(cause);
            this.structure = structure;
            this.length = length;
        }

        /** The error, where no longer stretch can be had. */
        DamagedFileException damaged(PagePlace place) {
            return place.damaged("metadata", structure + " that ends within " + length + " bytes", "none", this);
        }
    }

    /**
     * Reads a structure that begins at {@code from}.
     *
     * @return the position behind the structure
     * @throws Incomplete if it does not end before {@code to}
     */
    static int read(TBase<?, ?> structure, byte[] bytes, int from, int to, PagePlace place)
            throws DamagedFileException, Incomplete {
        ThriftBytes source = new ThriftBytes(bytes, from, to);
        try {
            structure.read(new TCompactProtocol(source, to - from, to - from));
        } catch (TTransportException e) {
            throw new Incomplete(name(structure), to - from, e);
        } catch (TException | RuntimeException | StackOverflowError e) {
            throw place.damaged("metadata", name(structure), "bytes that are none", e);
        }
        return source.position;
    }

    private static String name(TBase<?, ?> structure) {
        return "a Parquet " + structure.getClass().getSimpleName();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws TTransportException {
        checkReadBytesAvailable(length);
        System.arraycopy(bytes, position, target, offset, length);
        position += length;
        return length;
    }

    @Override
    public byte[] getBuffer() {
        return bytes;
    }

    @Override
    public int getBufferPosition() {
        return position;
    }

    @Override
    public int getBytesRemainingInBuffer() {
        return limit - position;
    }

    @Override
    public void consumeBuffer(int length) {
        position += length;
    }

    @Override
    public void checkReadBytesAvailable(long length) throws TTransportException {
        if (length < 0 || length > limit - position) {
            throw new TTransportException(
                    TTransportException.END_OF_FILE, length + " bytes wanted, " + (limit - position) + " left");
        }
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void open() {}

    @Override
    public void close() {}

    @Override
    public void write(byte[] source, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public TConfiguration getConfiguration() {
        return TConfiguration.DEFAULT;
    }

    @Override
    public void updateKnownMessageSize(long size) {}
}
