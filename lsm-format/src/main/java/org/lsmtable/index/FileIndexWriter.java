package org.lsmtable.index;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.lsmtable.vector.ColumnVector;

/** Collects the index of a data file while its rows are written (spec: indexes, file index). Not thread-safe. */
public final class FileIndexWriter {
    private final List<Column> columns = new ArrayList<>();

    private record Column(int position, String name, BloomFilter filter) {}

    /** The index of a new file, with nothing in it yet. */
    public FileIndexWriter(FileIndexOptions options) {
        for (FileIndexOptions.Indexed column : options.columns()) {
            columns.add(new Column(
                    column.position(),
                    column.field().name(),
                    new BloomFilter(column.field().type(), column.size())));
        }
    }

    /** Adds rows: the first of one vector for each column of the table. */
    public void add(List<? extends ColumnVector> vectors, int rows) {
        for (Column column : columns) {
            column.filter.add(vectors.get(column.position), rows);
        }
    }

    /** The bytes of the index. */
    public byte[] toBytes() {
        List<byte[]> blocks =
                columns.stream().map(column -> column.filter.block()).toList();
        int headLength = head(blocks, 0).length;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(head(blocks, headLength));
        blocks.forEach(out::writeBytes);
        return out.toByteArray();
    }

    private byte[] head(List<byte[]> blocks, int headLength) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeLong(FileIndex.MAGIC);
            out.writeInt(FileIndex.VERSION);
            out.writeInt(headLength);
            out.writeInt(columns.size());
            int start = headLength;
            for (int i = 0; i < columns.size(); i++) {
                out.writeUTF(columns.get(i).name);
                out.writeInt(1);
                out.writeUTF(BloomFilter.KIND);
                out.writeInt(start);
                out.writeInt(blocks.get(i).length);
                start = Math.addExact(start, blocks.get(i).length);
            }
            out.writeInt(0);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        return bytes.toByteArray();
    }
}
