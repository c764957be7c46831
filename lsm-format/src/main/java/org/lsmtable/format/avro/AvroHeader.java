package org.lsmtable.format.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.lsmtable.fs.DamagedFileException;

/** What an Avro object container file begins with. Immutable. */
public final class AvroHeader {
    static final byte[] MAGIC = {'O', 'b', 'j', 1};

    /** The bytes of the marker that ends the header and each block. */
    public static final int SYNC_BYTES = 16;

    private final String schemaText;
    private final AvroCodec codec;
    private final byte[] sync;
    private final int length;

    private AvroHeader(String schemaText, AvroCodec codec, byte[] sync, int length) {
        this.schemaText = schemaText;
        this.codec = codec;
        this.sync = sync;
        this.length = length;
    }

    /**
     * Reads the header of a file from its first bytes.
     *
     * @param content the file's first bytes, the whole header among them
     * @throws DamagedFileException if that is no Avro file
     * @throws org.lsmtable.types.UnsupportedFeatureException naming the codec, if it is not one of ours
     */
    public static AvroHeader read(String file, byte[] content) throws DamagedFileException {
        int magic = MAGIC.length;
        if (content.length < magic || !Arrays.equals(content, 0, magic, MAGIC, 0, magic)) {
            throw new DamagedFileException(
                    file,
                    "magic at byte 0",
                    "4f626a01 (Avro)",
                    HexFormat.of().formatHex(content, 0, Math.min(magic, content.length)));
        }
        AvroInput in = new AvroInput(file, content, magic, content.length);
        Map<String, byte[]> metadata = new HashMap<>();
        for (int count = in.readBlockCount(); count > 0; count = in.readBlockCount()) {
            for (int i = 0; i < count; i++) {
                metadata.put(in.readString(), in.readBytes());
            }
        }
        in.skip(SYNC_BYTES);
        byte[] schema = metadata.get("avro.schema");
        if (schema == null) {
            throw new DamagedFileException(
                    file, "Avro header", "a key avro.schema", metadata.keySet().toString());
        }
        byte[] codec = metadata.get("avro.codec");
        return new AvroHeader(
                new String(schema, UTF_8),
                codec == null ? AvroCodec.NULL : AvroCodec.ofAvroName(file, new String(codec, UTF_8)),
                Arrays.copyOfRange(content, in.position() - SYNC_BYTES, in.position()),
                in.position());
    }

    /** The schema as the file has it. */
    public String schemaText() {
        return schemaText;
    }

    /** The schema. */
    public Schema schema(String file) throws DamagedFileException {
        try {
            return new Schema.Parser().parse(schemaText);
        } catch (AvroRuntimeException | IllegalArgumentException e) {
            String problem = String.valueOf(e.getMessage())
                    .lines()
                    .findFirst()
                    .orElse("")
                    .replaceFirst("^[\\w.$]*Exception: ", "");
            throw new DamagedFileException(file, "Avro schema: expected a schema in JSON, found: " + problem, e);
        }
    }

    /** How blocks are compressed. */
    public AvroCodec codec() {
        return codec;
    }

    /** The byte at which the first block begins. */
    public int length() {
        return length;
    }

    /**
     * Checks the marker behind a block.
     *
     * @param at where in the bytes it is
     * @param blockStart where in the file the block's data begin, for the message
     */
    public void checkSync(String file, byte[] bytes, int at, long blockStart) throws DamagedFileException {
        if (!Arrays.equals(sync, 0, SYNC_BYTES, bytes, at, at + SYNC_BYTES)) {
            throw new DamagedFileException(
                    file,
                    "end of the Avro block at byte " + blockStart,
                    "the sync marker of the header",
                    "other bytes");
        }
    }
}
