package org.lsmtable.index;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;

/**
 * Collects the index of a data file while its rows are written (spec: indexes, file index). Columns and kinds come in the order of hash maps,
 * as real Paimon has them: it is free, and so the bytes are the same. Not thread-safe.
 */
public final class FileIndexWriter {
    private final Map<String, Column> columns = new HashMap<>();

    private record Column(int position, @Nullable MapKeyValues ofKey, Map<String, IndexMaker> makers) {
        void add(ColumnVector vector, int rows) {
            ColumnVector values = ofKey == null ? vector : ofKey.of((ListVector) vector, rows);
            makers.values().forEach(maker -> maker.add(values, rows));
        }
    }

    private record Block(String column, String kind, byte[] bytes) {}

    /** The index of a new file, with nothing in it yet. */
    public FileIndexWriter(FileIndexOptions options) {
        for (FileIndexOptions.Indexed column : options.columns()) {
            Map<String, IndexMaker> makers = new HashMap<>();
            column.makers().forEach((kind, maker) -> makers.put(kind, maker.get()));
            String mapKey = column.mapKey();
            columns.put(
                    column.name(),
                    new Column(column.position(), mapKey == null ? null : new MapKeyValues(mapKey), makers));
        }
    }

    /** Adds rows: the first of one vector for each column of the table. */
    public void add(List<? extends ColumnVector> vectors, int rows) {
        if (rows > 0) {
            columns.values().forEach(column -> column.add(vectors.get(column.position), rows));
        }
    }

    /** The bytes of the index. */
    public byte[] toBytes() {
        List<Block> blocks = new ArrayList<>();
        columns.forEach((name, column) ->
                column.makers().forEach((kind, maker) -> blocks.add(new Block(name, kind, maker.block()))));
        int headLength = head(blocks, 0).length;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(head(blocks, headLength));
        blocks.forEach(block -> out.writeBytes(block.bytes));
        return out.toByteArray();
    }

    private byte[] head(List<Block> blocks, int headLength) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeLong(FileIndex.MAGIC);
            out.writeInt(FileIndex.VERSION);
            out.writeInt(headLength);
            out.writeInt(columns.size());
            int start = headLength;
            String last = null;
            for (Block block : blocks) {
                if (!block.column.equals(last)) {
                    last = block.column;
                    Column column = columns.get(last);
                    out.writeUTF(last);
                    out.writeInt(column == null ? 0 : column.makers().size());
                }
                out.writeUTF(block.kind);
                out.writeInt(start);
                out.writeInt(block.bytes.length);
                start = Math.addExact(start, block.bytes.length);
            }
            out.writeInt(0);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        return bytes.toByteArray();
    }
}
