package org.lsmtable.manifest;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.StorageOutput;

/** Writes an Avro object container file of one record type. Owns its output. Not thread-safe. */
final class AvroFileWriter implements AutoCloseable {
    static final byte[] MAGIC = {'O', 'b', 'j', 1};
    static final int SYNC_BYTES = 16;
    /** A block ends at the first record that brings it to this size. */
    private static final int BLOCK_BYTES = 64_000;

    private final StorageOutput out;
    private final AvroType.Fields type;
    private final AvroCodec codec;
    private final int zstdLevel;
    private final byte[] sync;
    private final AvroOutput block = new AvroOutput();
    private int blockRecords;
    private boolean finished;

    /** Starts a file. Owns the output, also when this throws. */
    AvroFileWriter(StorageOutput out, AvroType.Fields type, AvroCodec codec, int zstdLevel) throws IOException {
        this.out = out;
        this.type = type;
        this.codec = codec;
        this.zstdLevel = zstdLevel;
        this.sync = syncMarker(out.path());
        try {
            AvroOutput header = new AvroOutput();
            header.writeFixed(MAGIC, MAGIC.length);
            header.writeLong(2);
            header.writeString("avro.schema");
            header.writeBytes(type.schemaJson().getBytes(UTF_8));
            header.writeString("avro.codec");
            header.writeBytes(codec.avroName().getBytes(US_ASCII));
            header.writeLong(0);
            header.writeFixed(sync, SYNC_BYTES);
            out.write(header.bytes(), 0, header.size());
        } catch (Throwable e) {
            out.abort();
            throw e;
        }
    }

    /** Sixteen bytes that no other file has: file names are unique, so a digest of the name will do. */
    private static byte[] syncMarker(String path) {
        UUID digest = UUID.nameUUIDFromBytes(path.getBytes(UTF_8));
        byte[] marker = new byte[SYNC_BYTES];
        for (int i = 0; i < 8; i++) {
            marker[i] = (byte) (digest.getMostSignificantBits() >>> 8 * i);
            marker[8 + i] = (byte) (digest.getLeastSignificantBits() >>> 8 * i);
        }
        return marker;
    }

    /** Appends a record: its field values in order. */
    void add(@Nullable Object[] values) throws IOException {
        block.write(type, AvroType.Nulls.REFUSED, values);
        blockRecords++;
        if (block.size() >= BLOCK_BYTES) {
            endBlock();
        }
    }

    /** The bytes written so far, those of the open block left out. */
    long position() {
        return out.position();
    }

    private void endBlock() throws IOException {
        if (blockRecords == 0) {
            return;
        }
        byte[] compressed = codec.compress(block.bytes(), block.size(), zstdLevel);
        AvroOutput frame = new AvroOutput();
        frame.writeLong(blockRecords);
        frame.writeLong(compressed.length);
        out.write(frame.bytes(), 0, frame.size());
        out.write(compressed);
        out.write(sync);
        block.clear();
        blockRecords = 0;
    }

    /** Completes the file, which is then durable; returns its length. */
    long finish() throws IOException {
        endBlock();
        long size = out.position();
        out.close();
        finished = true;
        return size;
    }

    /** Gives the file up, unless {@link #finish()} has returned. */
    @Override
    public void close() {
        if (!finished) {
            out.abort();
        }
    }
}
