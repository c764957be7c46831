package org.lsmtable.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;

/**
 * Reads Avro object container files of one wanted record type, whatever their codec and the exact form of their schema. Safe for
 * use by several threads.
 */
final class AvroFileReader {
    private static final int MOST_KNOWN = 64;

    private final AvroType.Fields wanted;
    /** Decoders by schema text: the files of a table have very few different ones. */
    private final Map<String, AvroDecoder> known = new ConcurrentHashMap<>();

    AvroFileReader(AvroType.Fields wanted) {
        this.wanted = wanted;
    }

    /** Takes records one by one. */
    interface Records {
        /** Takes the values of the wanted fields, in order. */
        void accept(@Nullable Object[] values) throws IOException;
    }

    /** Hands out the records of a file in order. */
    void read(String file, byte[] content, Records records) throws IOException {
        AvroInput in = new AvroInput(file, content, 0, content.length);
        Map<String, byte[]> header = readHeader(file, content, in);
        byte[] schema = header.get("avro.schema");
        if (schema == null) {
            throw new DamagedFileException(
                    file, "Avro header", "a key avro.schema", header.keySet().toString());
        }
        byte[] codecName = header.get("avro.codec");
        AvroCodec codec = codecName == null ? AvroCodec.NULL : AvroCodec.ofAvroName(file, new String(codecName, UTF_8));
        AvroDecoder decoder = decoder(file, new String(schema, UTF_8));
        int sync = in.position() - AvroFileWriter.SYNC_BYTES;
        while (in.remaining() > 0) {
            long count = in.readLong();
            int size = in.readCount();
            int from = in.position();
            in.skip(size);
            in.skip(AvroFileWriter.SYNC_BYTES);
            if (!Arrays.equals(content, sync, sync + AvroFileWriter.SYNC_BYTES, content, from + size, in.position())) {
                throw new DamagedFileException(
                        file, "end of the Avro block at byte " + from, "the sync marker of the header", "other bytes");
            }
            readBlock(file, codec.decompress(file, content, from, from + size), count, decoder, records);
        }
    }

    private static void readBlock(String file, byte[] block, long count, AvroDecoder decoder, Records records)
            throws IOException {
        AvroInput in = new AvroInput(file, block, 0, block.length);
        for (long i = 0; i < count; i++) {
            records.accept((@Nullable Object[]) Objects.requireNonNull(decoder.read(in)));
        }
        if (in.remaining() > 0) {
            throw in.damaged("the end of the block after " + count + " records", in.remaining() + " bytes more");
        }
    }

    /** The metadata of a file; the input then stands behind the sync marker. */
    private static Map<String, byte[]> readHeader(String file, byte[] content, AvroInput in)
            throws DamagedFileException {
        int magic = AvroFileWriter.MAGIC.length;
        if (content.length < magic || !Arrays.equals(content, 0, magic, AvroFileWriter.MAGIC, 0, magic)) {
            throw new DamagedFileException(
                    file,
                    "magic at byte 0",
                    "4f626a01 (Avro)",
                    java.util.HexFormat.of().formatHex(content, 0, Math.min(magic, content.length)));
        }
        in.skip(magic);
        Map<String, byte[]> header = new HashMap<>();
        for (int count = in.readBlockCount(); count > 0; count = in.readBlockCount()) {
            for (int i = 0; i < count; i++) {
                header.put(in.readString(), in.readBytes());
            }
        }
        in.skip(AvroFileWriter.SYNC_BYTES);
        return header;
    }

    private AvroDecoder decoder(String file, String schemaText) throws DamagedFileException {
        AvroDecoder decoder = known.get(schemaText);
        if (decoder == null) {
            decoder = AvroDecoder.of(parse(file, schemaText), wanted, AvroType.Nulls.REFUSED, file, "the record");
            if (known.size() < MOST_KNOWN) {
                known.put(schemaText, decoder);
            }
        }
        return decoder;
    }

    private static Schema parse(String file, String text) throws DamagedFileException {
        try {
            return new Schema.Parser().parse(text);
        } catch (AvroRuntimeException | IllegalArgumentException e) {
            throw new DamagedFileException(file, "Avro schema: " + firstLine(String.valueOf(e.getMessage())), e);
        }
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
