package org.lsmtable.commit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * Commit messages as bytes, for writers and committers in different processes.
 *
 * <p>Layout, numbers big-endian: {@code 4c 53 4d 43}, the version as one byte, the message, and the CRC-32 of all before it. A text or
 * byte string is its length as 32 bits and its bytes; a list its length and its elements; what may be missing has a byte 0 or 1 in
 * front. The fields follow in the order of {@link CommitMessage} and {@link DataFileMeta}. A new layout gets a new version; reading
 * keeps the old ones.
 */
public final class CommitMessageCodec {
    private static final int MAGIC = 0x4c534d43;
    private static final int VERSION = 2;
    /** Without an index. */
    private static final int FIRST_VERSION = 1;

    private static final int CRC_BYTES = 4;
    private static final int HEAD_BYTES = 5;

    private CommitMessageCodec() {}

    /** The bytes of a message. */
    public static byte[] encode(CommitMessage message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(MAGIC);
            out.writeByte(VERSION);
            row(out, message.partition());
            out.writeInt(message.bucket());
            out.writeInt(message.totalBuckets());
            list(out, message.newFiles(), CommitMessageCodec::file);
            list(out, message.changelogFiles(), CommitMessageCodec::file);
            list(out, message.compactBefore(), CommitMessageCodec::file);
            list(out, message.compactAfter(), CommitMessageCodec::file);
            list(out, message.compactChangelog(), CommitMessageCodec::file);
            optional(out, message.hashIndex(), CommitMessageCodec::hashIndex);
            CRC32 crc = new CRC32();
            crc.update(bytes.toByteArray());
            out.writeInt((int) crc.getValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * The message of some bytes.
     *
     * @throws UnsupportedFeatureException if a newer version wrote them
     * @throws IllegalArgumentException if they are no commit message, or damaged
     */
    public static CommitMessage decode(byte[] bytes) {
        if (bytes.length < HEAD_BYTES + CRC_BYTES) {
            throw damaged("expected at least " + (HEAD_BYTES + CRC_BYTES) + " bytes, found " + bytes.length);
        }
        int end = bytes.length - CRC_BYTES;
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, end));
                DataInputStream tail = new DataInputStream(new ByteArrayInputStream(bytes, end, CRC_BYTES))) {
            int magic = in.readInt();
            if (magic != MAGIC) {
                throw damaged("expected it to begin with %08x, found %08x".formatted(MAGIC, magic));
            }
            int version = in.readUnsignedByte();
            if (version < FIRST_VERSION || version > VERSION) {
                throw new UnsupportedFeatureException("commit message of version " + version + ": expected version "
                        + FIRST_VERSION + " to " + VERSION + "; writers and committer must run the same release");
            }
            CRC32 crc = new CRC32();
            crc.update(bytes, 0, end);
            int stored = tail.readInt();
            if ((int) crc.getValue() != stored) {
                throw damaged("expected checksum %08x, found %08x".formatted(stored, (int) crc.getValue()));
            }
            CommitMessage message = new CommitMessage(
                    row(in),
                    in.readInt(),
                    in.readInt(),
                    list(in, CommitMessageCodec::file),
                    list(in, CommitMessageCodec::file),
                    list(in, CommitMessageCodec::file),
                    list(in, CommitMessageCodec::file),
                    list(in, CommitMessageCodec::file),
                    version == FIRST_VERSION ? null : optional(in, CommitMessageCodec::hashIndex));
            if (in.available() > 0) {
                throw damaged("expected its end, found " + in.available() + " more bytes");
            }
            return message;
        } catch (EOFException e) {
            throw damaged("expected more bytes, found its end");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IllegalArgumentException damaged(String problem) {
        return new IllegalArgumentException("commit message: " + problem);
    }

    private interface Encoder<T> {
        void write(DataOutputStream out, T value) throws IOException;
    }

    private interface Decoder<T> {
        T read(DataInputStream in) throws IOException;
    }

    private static void file(DataOutputStream out, DataFileMeta file) throws IOException {
        text(out, file.fileName());
        out.writeLong(file.fileSize());
        out.writeLong(file.rowCount());
        row(out, file.minKey());
        row(out, file.maxKey());
        stats(out, file.keyStats());
        stats(out, file.valueStats());
        out.writeLong(file.minSequence());
        out.writeLong(file.maxSequence());
        out.writeLong(file.schemaId());
        out.writeInt(file.level());
        list(out, file.extraFiles(), CommitMessageCodec::text);
        optional(out, file.creationTimeMillis(), DataOutputStream::writeLong);
        optional(out, file.deleteRowCount(), DataOutputStream::writeLong);
        optional(out, file.embeddedIndex(), CommitMessageCodec::bytes);
        optional(out, file.fileSource(), (o, source) -> o.writeByte(source == FileSource.APPEND ? 0 : 1));
        optional(out, file.valueStatsCols(), (o, columns) -> list(o, columns, CommitMessageCodec::text));
        optional(out, file.externalPath(), CommitMessageCodec::text);
        optional(out, file.firstRowId(), DataOutputStream::writeLong);
        optional(out, file.writeCols(), (o, columns) -> list(o, columns, CommitMessageCodec::text));
    }

    private static DataFileMeta file(DataInputStream in) throws IOException {
        return new DataFileMeta(
                text(in),
                in.readLong(),
                in.readLong(),
                row(in),
                row(in),
                stats(in),
                stats(in),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readInt(),
                list(in, CommitMessageCodec::text),
                optional(in, DataInputStream::readLong),
                optional(in, DataInputStream::readLong),
                in.readBoolean() ? bytes(in) : null,
                optional(in, CommitMessageCodec::source),
                optional(in, i -> list(i, CommitMessageCodec::text)),
                optional(in, CommitMessageCodec::text),
                optional(in, DataInputStream::readLong),
                optional(in, i -> list(i, CommitMessageCodec::text)));
    }

    private static void hashIndex(DataOutputStream out, HashIndexChange change) throws IOException {
        text(out, change.fileName());
        out.writeLong(change.fileSize());
        out.writeLong(change.keys());
        list(out, change.seen(), CommitMessageCodec::text);
    }

    private static HashIndexChange hashIndex(DataInputStream in) throws IOException {
        return new HashIndexChange(text(in), in.readLong(), in.readLong(), list(in, CommitMessageCodec::text));
    }

    private static FileSource source(DataInputStream in) throws IOException {
        int code = in.readUnsignedByte();
        return switch (code) {
            case 0 -> FileSource.APPEND;
            case 1 -> FileSource.COMPACT;
            default -> throw damaged("expected a file source 0 or 1, found " + code);
        };
    }

    private static void stats(DataOutputStream out, StatsRow stats) throws IOException {
        row(out, stats.min());
        row(out, stats.max());
        out.writeInt(stats.nullCounts().size());
        for (Long count : stats.nullCounts()) {
            optional(out, count, DataOutputStream::writeLong);
        }
    }

    private static StatsRow stats(DataInputStream in) throws IOException {
        BinaryRow min = row(in);
        BinaryRow max = row(in);
        int size = length(in);
        List<@Nullable Long> counts = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            counts.add(optional(in, DataInputStream::readLong));
        }
        return new StatsRow(min, max, counts);
    }

    private static void row(DataOutputStream out, BinaryRow row) throws IOException {
        bytes(out, row.toStored());
    }

    private static BinaryRow row(DataInputStream in) throws IOException {
        return BinaryRow.fromStored(bytes(in));
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        bytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[length(in)];
        in.readFully(bytes);
        return bytes;
    }

    /** A length, no greater than what is left: every element takes at least one byte. */
    private static int length(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw damaged("expected a length of at most " + in.available() + ", found " + length);
        }
        return length;
    }

    private static <T> void list(DataOutputStream out, List<T> list, Encoder<T> element) throws IOException {
        out.writeInt(list.size());
        for (T value : list) {
            element.write(out, value);
        }
    }

    private static <T> List<T> list(DataInputStream in, Decoder<T> element) throws IOException {
        int size = length(in);
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(element.read(in));
        }
        return list;
    }

    private static <T> void optional(DataOutputStream out, @Nullable T value, Encoder<T> element) throws IOException {
        out.writeBoolean(value != null);
        if (value != null) {
            element.write(out, value);
        }
    }

    private static <T> @Nullable T optional(DataInputStream in, Decoder<T> element) throws IOException {
        return in.readBoolean() ? element.read(in) : null;
    }
}
