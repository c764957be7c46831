package org.lsmtable.format.avro;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.UnsupportedFeatureException;
import org.xerial.snappy.Snappy;

/** How the blocks of an Avro file are compressed; the name of each is that in the file's header. */
public enum AvroCodec {
    NULL("null"),
    DEFLATE("deflate"),
    SNAPPY("snappy"),
    ZSTANDARD("zstandard"),
    BZIP2("bzip2");

    /** No block is larger: writers end one near 64 KiB, or behind one large record. */
    private static final int MOST_BLOCK_BYTES = 1 << 28;

    private static final int CRC_BYTES = 4;

    private final String avroName;

    AvroCodec(String avroName) {
        this.avroName = avroName;
    }

    /** The name in a file's header. */
    String avroName() {
        return avroName;
    }

    /** The codec that a file's header names. */
    static AvroCodec ofAvroName(String file, String name) {
        for (AvroCodec codec : values()) {
            if (codec.avroName.equals(name)) {
                return codec;
            }
        }
        throw new UnsupportedFeatureException(file + ": Avro codec '" + name
                + "' is not supported; supported are null, deflate, snappy, zstandard, bzip2");
    }

    /**
     * The codec of an option value.
     *
     * @param key the option, for the message
     * @throws IllegalArgumentException if there is none of that name
     */
    public static AvroCodec ofOption(String key, String value) {
        AvroCodec codec = ofOption(value);
        if (codec == null) {
            throw new IllegalArgumentException(
                    "option '" + key + "': expected one of none, deflate, snappy, zstd, bzip2, found '" + value + "'");
        }
        return codec;
    }

    /** Whether there is a codec of an option's value. */
    public static boolean isKnown(String value) {
        return ofOption(value) != null;
    }

    private static @Nullable AvroCodec ofOption(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "none", "null" -> NULL;
            case "deflate" -> DEFLATE;
            case "snappy" -> SNAPPY;
            case "zstd", "zstandard" -> ZSTANDARD;
            case "bzip2" -> BZIP2;
            default -> null;
        };
    }

    /** The first {@code length} bytes, compressed. */
    byte[] compress(byte[] bytes, int length, int zstdLevel) throws IOException {
        return switch (this) {
            case NULL -> Arrays.copyOf(bytes, length);
            case DEFLATE -> deflate(bytes, length);
            case SNAPPY -> snappy(bytes, length);
            case ZSTANDARD -> zstandard(bytes, length, zstdLevel);
            case BZIP2 -> bzip2(bytes, length);
        };
    }

    private static byte[] deflate(byte[] bytes, int length) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(bytes, 0, length);
            deflater.finish();
            byte[] target = new byte[length + (length >> 6) + 64];
            int size = deflater.deflate(target);
            if (!deflater.finished()) {
                throw new IllegalStateException("deflate needs more than its bound for " + length + " bytes");
            }
            return Arrays.copyOf(target, size);
        } finally {
            deflater.end();
        }
    }

    private static byte[] snappy(byte[] bytes, int length) throws IOException {
        byte[] target = new byte[Snappy.maxCompressedLength(length) + CRC_BYTES];
        int size = Snappy.compress(bytes, 0, length, target, 0);
        int crc = crc(bytes, 0, length);
        for (int i = 0; i < CRC_BYTES; i++) {
            target[size + i] = (byte) (crc >>> 24 - 8 * i);
        }
        return Arrays.copyOf(target, size + CRC_BYTES);
    }

    private static byte[] zstandard(byte[] bytes, int length, int level) {
        byte[] target = new byte[Math.toIntExact(Zstd.compressBound(length))];
        long size = Zstd.compressByteArray(target, 0, target.length, bytes, 0, length, level);
        if (Zstd.isError(size)) {
            throw new IllegalStateException("zstd: " + Zstd.getErrorName(size));
        }
        return Arrays.copyOf(target, (int) size);
    }

    private static byte[] bzip2(byte[] bytes, int length) throws IOException {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        // takes memory by the size of its blocks, whatever comes
        int blockSize = BZip2CompressorOutputStream.chooseBlockSize(length);
        try (OutputStream stream = new BZip2CompressorOutputStream(target, blockSize)) {
            stream.write(bytes, 0, length);
        }
        return target.toByteArray();
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /** A block's bytes from (included) to (excluded), decompressed. */
    public byte[] decompress(String file, byte[] bytes, int from, int to) throws DamagedFileException {
        try {
            return switch (this) {
                case NULL -> Arrays.copyOfRange(bytes, from, to);
                case DEFLATE -> inflate(file, bytes, from, to);
                case SNAPPY -> unsnappy(file, bytes, from, to);
                case ZSTANDARD ->
                    readAll(file, new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(bytes, from, to - from)));
                case BZIP2 ->
                    readAll(file, new BZip2CompressorInputStream(new ByteArrayInputStream(bytes, from, to - from)));
            };
        } catch (DamagedFileException e) {
            throw e;
        } catch (IOException e) {
            throw new DamagedFileException(
                    file, "block at byte " + from + ": expected " + avroName + " data, found: " + firstLine(e), e);
        }
    }

    private static String firstLine(IOException e) {
        return e.getMessage() == null
                ? e.getClass().getSimpleName()
                : e.getMessage().lines().findFirst().orElse("");
    }

    private static byte[] inflate(String file, byte[] bytes, int from, int to) throws IOException {
        Inflater inflater = new Inflater(true);
        try {
            return readAll(file, new InflaterInputStream(new ByteArrayInputStream(bytes, from, to - from), inflater));
        } finally {
            inflater.end();
        }
    }

    private static byte[] unsnappy(String file, byte[] bytes, int from, int to) throws IOException {
        int end = to - CRC_BYTES;
        if (end < from) {
            throw new DamagedFileException(file, "snappy block at byte " + from, "a checksum at its end", "no room");
        }
        int length = Snappy.uncompressedLength(bytes, from, end - from);
        // the format reaches no ratio above 64 / 3
        if (length < 0 || length > 22L * (end - from) + 64) {
            throw new DamagedFileException(
                    file,
                    "snappy block at byte " + from,
                    "a length that " + (end - from) + " bytes can hold",
                    "" + length);
        }
        byte[] target = new byte[length];
        int size = Snappy.uncompress(bytes, from, end - from, target, 0);
        int crc = 0;
        for (int i = end; i < to; i++) {
            crc = crc << 8 | bytes[i] & 0xff;
        }
        if (size != length || crc != crc(target, 0, length)) {
            throw new DamagedFileException(
                    file, "snappy block at byte " + from, "the checksum of its bytes", "another");
        }
        return target;
    }

    /** Closes the stream. */
    private static byte[] readAll(String file, InputStream stream) throws IOException {
        try (stream) {
            byte[] bytes = stream.readNBytes(MOST_BLOCK_BYTES);
            if (bytes.length == MOST_BLOCK_BYTES && stream.read() >= 0) {
                throw new DamagedFileException(file, "Avro block", "at most " + MOST_BLOCK_BYTES + " bytes", "more");
            }
            return bytes;
        }
    }
}
