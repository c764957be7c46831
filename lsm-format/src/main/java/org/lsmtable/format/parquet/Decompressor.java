package org.lsmtable.format.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.format.CompressionCodec;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.UnsupportedFeatureException;
import org.xerial.snappy.Snappy;

/** Decompresses pages of one codec into arrays. Belongs to one cursor, which closes it. */
abstract class Decompressor implements Closeable {
    private final String codec;
    private final int greatestRatio;
    private final int greatestExtra;

    private Decompressor(String codec, int greatestRatio, int greatestExtra) {
        this.codec = codec;
        this.greatestRatio = greatestRatio;
        this.greatestExtra = greatestExtra;
    }

    /**
     * The decompressor of a codec.
     *
     * @throws UnsupportedFeatureException naming the codec, if there is none
     */
    static Decompressor of(CompressionCodec codec, PagePlace place) {
        return switch (codec) {
            case ZSTD -> new ZstdPages();
            case SNAPPY -> new SnappyPages();
            case GZIP -> new GzipPages();
            case LZ4_RAW -> new Lz4Pages();
            case LZ4 -> new FramedLz4Pages();
            default ->
                throw new UnsupportedFeatureException(place.text() + ": pages compressed with " + codec
                        + " are not read; zstd, snappy, gzip, lz4, lz4_raw and uncompressed are");
        };
    }

    /**
     * Checks, before memory is taken for it, that so many bytes can decompress to what the header says.
     *
     * @throws DamagedFileException if the codec cannot expand them so far, or they begin with another length
     */
    final void checkSize(byte[] source, int from, int length, int size, PagePlace place) throws DamagedFileException {
        long most = (long) length * greatestRatio + greatestExtra;
        if (size > most) {
            throw place.damaged(length + " bytes of " + codec + " decompressed", "at most " + most + " bytes", size);
        }
        checkDeclaredSize(source, from, length, size, place);
    }

    /**
     * Decompresses to exactly {@code size} bytes at the beginning of the target, after {@link #checkSize}.
     *
     * @throws DamagedFileException if the bytes are no such data or another size comes out
     */
    final void decompress(byte[] source, int from, int length, byte[] target, int size, PagePlace place)
            throws DamagedFileException {
        long found;
        try {
            found = run(source, from, length, target, size);
        } catch (IOException | ZstdException | MalformedInputException e) {
            throw place.damaged("page", codec + " data", "bytes that do not decompress", e);
        } catch (IndexOutOfBoundsException e) {
            throw place.damaged("page", codec + " data", "bytes that do not decompress", e);
        }
        if (found != size) {
            throw place.damaged("bytes decompressed from " + codec, size, found);
        }
    }

    void checkDeclaredSize(byte[] source, int from, int length, int size, PagePlace place)
            throws DamagedFileException {}

    abstract long run(byte[] source, int from, int length, byte[] target, int size) throws IOException;

    @Override
    public void close() {}

    private static final class ZstdPages extends Decompressor {
        private final ZstdDecompressCtx context = new ZstdDecompressCtx();

        /** A block of 4 bytes may stand for 128 KiB. */
        ZstdPages() {
            super("zstd", 32 << 10, 0);
        }

        @Override
        void checkDeclaredSize(byte[] source, int from, int length, int size, PagePlace place)
                throws DamagedFileException {
            long declared = Zstd.getFrameContentSize(source, from, length);
            if (declared > size) {
                throw place.damaged("content size of the zstd frame", size, declared);
            }
        }

        @Override
        long run(byte[] source, int from, int length, byte[] target, int size) {
            return context.decompressByteArray(target, 0, size, source, from, length);
        }

        @Override
        public void close() {
            context.close();
        }
    }

    private static final class SnappyPages extends Decompressor {
        SnappyPages() {
            super("snappy", 64, 64);
        }

        /** The native code writes as much as the data declare, wherever that is. */
        @Override
        void checkDeclaredSize(byte[] source, int from, int length, int size, PagePlace place)
                throws DamagedFileException {
            long declared;
            try {
                declared = Snappy.uncompressedLength(source, from, length);
            } catch (IOException e) {
                throw place.damaged("page", "snappy data", "bytes that do not decompress", e);
            }
            if (declared != size) {
                throw place.damaged("length of the snappy data", size, declared);
            }
        }

        @Override
        long run(byte[] source, int from, int length, byte[] target, int size) throws IOException {
            return Snappy.uncompress(source, from, length, target, 0);
        }
    }

    private static final class GzipPages extends Decompressor {
        GzipPages() {
            super("gzip", 1032, 1032);
        }

        @Override
        long run(byte[] source, int from, int length, byte[] target, int size) throws IOException {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(source, from, length), 8 << 10)) {
                int read = in.readNBytes(target, 0, size);
                return in.read() < 0 ? read : size + 1L;
            }
        }
    }

    private static final class Lz4Pages extends Decompressor {
        private final Lz4Decompressor lz4 = new Lz4Decompressor();

        Lz4Pages() {
            super("lz4_raw", 255, 64);
        }

        @Override
        long run(byte[] source, int from, int length, byte[] target, int size) {
            return lz4.decompress(source, from, length, target, 0, size);
        }
    }

    /**
     * What Parquet calls LZ4 and has given up for LZ4_RAW: frames of Hadoop. Each begins with the length of its data, and holds pieces that
     * begin with their compressed length, until that many bytes have come out; lengths have four bytes, the highest first.
     */
    private static final class FramedLz4Pages extends Decompressor {
        private static final VarHandle LENGTH = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        private final Lz4Decompressor lz4 = new Lz4Decompressor();

        FramedLz4Pages() {
            super("lz4", 255, 64);
        }

        @Override
        long run(byte[] source, int from, int length, byte[] target, int size) {
            int end = from + length;
            int at = from;
            int done = 0;
            while (at < end) {
                int frame = length(source, at, end, size - done);
                at += Integer.BYTES;
                int frameEnd = done + frame;
                while (done < frameEnd) {
                    int piece = length(source, at, end, end - at - Integer.BYTES);
                    at += Integer.BYTES;
                    done += lz4.decompress(source, at, piece, target, done, frameEnd - done);
                    at += piece;
                }
            }
            return done;
        }

        private static int length(byte[] source, int at, int end, int most) {
            if (end - at < Integer.BYTES) {
                throw new MalformedInputException(at, "a length is cut");
            }
            int length = (int) LENGTH.get(source, at);
            if (length < 0 || length > most) {
                throw new MalformedInputException(at, "a length of " + length + " where at most " + most + " fit");
            }
            return length;
        }
    }
}
