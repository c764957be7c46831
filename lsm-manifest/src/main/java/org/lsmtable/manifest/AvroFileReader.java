package org.lsmtable.manifest;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.avro.AvroHeader;
import org.lsmtable.format.avro.AvroInput;
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
        AvroHeader header = AvroHeader.read(file, content);
        AvroDecoder decoder = decoder(file, header);
        AvroInput in = new AvroInput(file, content, header.length(), content.length);
        while (in.remaining() > 0) {
            long count = in.readLong();
            int size = in.readCount();
            int from = in.position();
            in.skip(size);
            in.skip(AvroHeader.SYNC_BYTES);
            header.checkSync(file, content, from + size, from);
            readBlock(file, header.codec().decompress(file, content, from, from + size), count, decoder, records);
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

    private AvroDecoder decoder(String file, AvroHeader header) throws DamagedFileException {
        String schemaText = header.schemaText();
        AvroDecoder decoder = known.get(schemaText);
        if (decoder == null) {
            decoder = AvroDecoder.of(header.schema(file), wanted, AvroType.Nulls.REFUSED, file, "the record");
            if (known.size() < MOST_KNOWN) {
                known.put(schemaText, decoder);
            }
        }
        return decoder;
    }
}
