package org.lsmtable.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A channel may give fewer bytes than asked for, whatever the file is for. Paimon pull request 9183. */
class LocalInputTest {
    private final byte[] content = new byte[3_000_000];

    {
        new Random(7).nextBytes(content);
    }

    @Test
    void shortReadsAreContinued() throws IOException {
        for (int most : new int[] {1, 7, 4096}) {
            ShortReads channel = new ShortReads(content, most);
            try (LocalInput input = new LocalInput("/spill", channel)) {
                byte[] target = new byte[10_000];
                input.readFully(123, target, 5, 9_000);
                assertThat(Arrays.copyOfRange(target, 5, 9_005)).isEqualTo(Arrays.copyOfRange(content, 123, 9_123));
                assertThat(target[4]).isZero();
                assertThat(target[9_005]).isZero();
            }
            assertThat(channel.isOpen()).isFalse();
        }
    }

    /** Nor is more asked for at once than a megabyte: the bytes pass through native memory, which is not given back. */
    @Test
    void largeReadsAreCut() throws IOException {
        ShortReads channel = new ShortReads(content, Integer.MAX_VALUE);
        try (LocalInput input = new LocalInput("/spill", channel)) {
            byte[] target = new byte[content.length];
            input.readFully(0, target, 0, target.length);
            assertThat(target).isEqualTo(content);
        }
        assertThat(channel.greatestRequest).isEqualTo(1 << 20);
    }

    @Test
    void theEndOfTheFileIsToldWithWhatWasAskedFor() {
        assertThatThrownBy(() -> new LocalInput("/spill", new ShortReads(content, 100))
                        .readFully(2_999_990, new byte[50], 0, 50))
                .isInstanceOf(EOFException.class)
                .hasMessage("/spill: expected 50 bytes at position 2999990, found the end of the file at 3000000");
    }

    /** A channel that gives at most so many bytes at once. */
    private static final class ShortReads extends FileChannel {
        private final byte[] content;
        private final int most;
        int greatestRequest;

        ShortReads(byte[] content, int most) {
            this.content = content;
            this.most = most;
        }

        @Override
        public int read(ByteBuffer target, long position) {
            greatestRequest = Math.max(greatestRequest, target.remaining());
            int left = content.length - (int) position;
            if (left <= 0) {
                return -1;
            }
            int count = Math.min(Math.min(most, left), target.remaining());
            target.put(content, (int) position, count);
            return count;
        }

        @Override
        public long size() {
            return content.length;
        }

        @Override
        protected void implCloseChannel() {}

        @Override
        public int read(ByteBuffer target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void force(boolean metadata) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }
    }
}
