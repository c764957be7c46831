package org.lsmtable.format.avro;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.UUID;
import org.lsmtable.fs.StorageOutput;

/** Writes an Avro object container file: a header, and blocks of encoded records. Owns its output. Not thread-safe. */
public final class AvroContainerWriter implements AutoCloseable {
    /** A block ends at the first record that brings it to this size. */
    private static final int BLOCK_BYTES = 64_000;

    private final StorageOutput out;
    private final AvroCodec codec;
    private final int zstdLevel;
    private final byte[] sync;
    private final AvroOutput block = new AvroOutput();
    private int blockRecords;
    private boolean finished;

    /** Starts a file. Owns the output, also when this throws. */
    public AvroContainerWriter(StorageOutput out, String schemaJson, AvroCodec codec, int zstdLevel)
            throws IOException {
        this.out = out;
        this.codec = codec;
        this.zstdLevel = zstdLevel;
        this.sync = syncMarker(out.path());
        try {
            AvroOutput header = new AvroOutput();
            header.writeFixed(AvroHeader.MAGIC);
            header.writeLong(2);
            header.writeString("avro.schema");
            header.writeBytes(schemaJson.getBytes(UTF_8));
            header.writeString("avro.codec");
            header.writeBytes(codec.avroName().getBytes(US_ASCII));
            header.writeLong(0);
            header.writeFixed(sync);
            out.write(header.bytes(), 0, header.size());
        } catch (Throwable e) {
            out.abort();
            throw e;
        }
    }

    /** Sixteen bytes that no other file has: file names are unique, so a digest of the name will do. */
    private static byte[] syncMarker(String path) {
        UUID digest = UUID.nameUUIDFromBytes(path.getBytes(UTF_8));
        byte[] marker = new byte[AvroHeader.SYNC_BYTES];
        for (int i = 0; i < 8; i++) {
            marker[i] = (byte) (digest.getMostSignificantBits() >>> 8 * i);
            marker[8 + i] = (byte) (digest.getLeastSignificantBits() >>> 8 * i);
        }
        return marker;
    }

    /** Takes the encoded values of a record, which {@link #endRecord()} completes. */
    public AvroOutput record() {
        return block;
    }

    /** Completes the record written to {@link #record()} since the last call. */
    public void endRecord() throws IOException {
        blockRecords++;
        if (block.size() >= BLOCK_BYTES) {
            endBlock();
        }
    }

    /** The bytes written so far, those of the open block left out. */
    public long position() {
        return out.position();
    }

    /** The bytes of the open block, not compressed yet. */
    int openBytes() {
        return block.size();
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
    public long finish() throws IOException {
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
