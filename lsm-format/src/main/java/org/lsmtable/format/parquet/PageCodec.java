package org.lsmtable.format.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.airlift.compress.lz4.Lz4Compressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.format.CompressionCodec;
import org.lsmtable.types.UnsupportedFeatureException;
import org.xerial.snappy.Snappy;

/**
 * How the pages of a file are compressed.
 *
 * @param codec as the footer names it
 * @param level of zstd; the others have none
 */
record PageCodec(CompressionCodec codec, int level) {
    /**
     * The codec that an option names, in any case. {@code lz4} is written as {@code LZ4_RAW}: the codec that Parquet files call
     * LZ4 is a deprecated framing that not all readers know.
     *
     * @throws UnsupportedFeatureException naming the codec, if it is not one of zstd, snappy, gzip, lz4, lz4_raw, none and
     *     uncompressed
     */
    static PageCodec of(String name, int zstdLevel) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "zstd" -> zstd(zstdLevel);
            case "snappy" -> new PageCodec(CompressionCodec.SNAPPY, 0);
            case "gzip" -> new PageCodec(CompressionCodec.GZIP, 0);
            case "lz4", "lz4_raw" -> new PageCodec(CompressionCodec.LZ4_RAW, 0);
            case "none", "uncompressed" -> new PageCodec(CompressionCodec.UNCOMPRESSED, 0);
            default ->
                throw new UnsupportedFeatureException("file.compression '" + name
                        + "' is not supported for Parquet: expected zstd, snappy, gzip, lz4, lz4_raw or none");
        };
    }

    private static PageCodec zstd(int level) {
        if (level < Zstd.minCompressionLevel() || level > Zstd.maxCompressionLevel()) {
            throw new IllegalArgumentException("file.compression.zstd-level: expected " + Zstd.minCompressionLevel()
                    + " to " + Zstd.maxCompressionLevel() + ", found " + level);
        }
        return new PageCodec(CompressionCodec.ZSTD, level);
    }

    /** A compressor for one thread at a time, which the caller closes. */
    PageCompressor newCompressor() {
        return switch (codec) {
            case ZSTD -> new ZstdPages(level);
            case SNAPPY -> new SnappyPages();
            case LZ4_RAW -> new Lz4Pages();
            case GZIP -> PageCodec::gzip;
            case UNCOMPRESSED -> (source, from, length) -> Arrays.copyOfRange(source, from, from + length);
            case LZO, BROTLI, LZ4 -> throw new IllegalStateException(codec.toString());
        };
    }

    private static byte[] gzip(byte[] source, int from, int length) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(length / 2 + 64);
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(source, from, length);
        }
        return out.toByteArray();
    }

    /** Room for the output of a compressor, which keeps it for pages of usual size. */
    private static final class Scratch {
        private static final int MAX_KEPT_BYTES = 8 << 20;
        private byte[] kept = new byte[0];

        byte[] ofAtLeast(long bytes) {
            if (bytes > Integer.MAX_VALUE - 8) {
                throw new IllegalStateException(
                        "a page of this size cannot be compressed: it may take " + bytes + " bytes");
            }
            if (bytes > MAX_KEPT_BYTES) {
                return new byte[(int) bytes];
            }
            if (kept.length < bytes) {
                kept = new byte[(int) bytes];
            }
            return kept;
        }
    }

    private static final class ZstdPages implements PageCompressor {
        private final ZstdCompressCtx context;
        private final Scratch scratch = new Scratch();

        ZstdPages(int level) {
            context = new ZstdCompressCtx().setLevel(level);
        }

        @Override
        public byte[] compress(byte[] source, int from, int length) {
            byte[] target = scratch.ofAtLeast(Zstd.compressBound(length));
            int written = context.compressByteArray(target, 0, target.length, source, from, length);
            return Arrays.copyOf(target, written);
        }

        @Override
        public void close() {
            context.close();
        }
    }

    private static final class SnappyPages implements PageCompressor {
        private final Scratch scratch = new Scratch();

        @Override
        public byte[] compress(byte[] source, int from, int length) throws IOException {
            byte[] target = scratch.ofAtLeast(Snappy.maxCompressedLength(length));
            return Arrays.copyOf(target, Snappy.compress(source, from, length, target, 0));
        }
    }

    private static final class Lz4Pages implements PageCompressor {
        private final Lz4Compressor compressor = new Lz4Compressor();
        private final Scratch scratch = new Scratch();

        @Override
        public byte[] compress(byte[] source, int from, int length) {
            byte[] target = scratch.ofAtLeast(compressor.maxCompressedLength(length));
            return Arrays.copyOf(target, compressor.compress(source, from, length, target, 0, target.length));
        }
    }
}
