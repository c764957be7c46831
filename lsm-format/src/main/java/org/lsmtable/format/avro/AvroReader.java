package org.lsmtable.format.avro;

import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.MissingColumnCursor;
import org.lsmtable.format.RowRanges;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/**
 * An open Avro file: the places of its blocks, found by going from one to the next, and the blocks read last. Cursors on columns
 * that are read side by side find each other's blocks there.
 */
final class AvroReader implements DataFileReader {
    /** What blocks may take together, unless one alone takes more. */
    private static final long MOST_CACHED_BYTES = 8 << 20;

    private final StorageInput input;
    private final AvroHeader header;
    private final Schema record;
    private final AvroBlock.Layout layout;
    private final AvroBlockIndex index;
    /** By number, the one used last at the end; guarded by this map. */
    private final Map<Integer, AvroBlock> blocks = new LinkedHashMap<>(16, 0.75f, true);

    private long cachedBytes;

    private AvroReader(StorageInput input, AvroHeader header, Schema root, Schema record, AvroBlockIndex index) {
        this.input = input;
        this.header = header;
        this.record = record;
        this.layout = AvroBlock.Layout.of(root, record);
        this.index = index;
    }

    /** Opens a file. Owns the input, also when this throws. */
    static AvroReader open(StorageInput input) throws IOException {
        try {
            AvroHeader header = readHeader(input);
            Schema root = header.schema(input.path());
            return new AvroReader(input, header, root, record(input.path(), root), AvroBlockIndex.read(input, header));
        } catch (IOException | RuntimeException e) {
            try {
                input.close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    /** Reads more of the file until the header is whole: its length is not known before. */
    private static AvroHeader readHeader(StorageInput input) throws IOException {
        long most = Math.min(input.length(), Integer.MAX_VALUE - 8);
        for (long length = Math.min(most, 64 << 10); ; length = Math.min(most, length * 8)) {
            byte[] head = new byte[(int) length];
            input.readFully(0, head, 0, head.length);
            try {
                return AvroHeader.read(input.path(), head);
            } catch (DamagedFileException e) {
                if (length == most || !startsWithMagic(head)) {
                    throw e;
                }
            }
        }
    }

    private static boolean startsWithMagic(byte[] head) {
        int magic = AvroHeader.MAGIC.length;
        return head.length >= magic && Arrays.equals(head, 0, magic, AvroHeader.MAGIC, 0, magic);
    }

    private static Schema record(String path, Schema root) throws DamagedFileException {
        if (root.getType() == Schema.Type.RECORD) {
            return root;
        }
        if (root.getType() == Schema.Type.UNION) {
            List<Schema> records = root.getTypes().stream()
                    .filter(branch -> branch.getType() == Schema.Type.RECORD)
                    .toList();
            if (records.size() == 1) {
                return records.get(0);
            }
        }
        throw new DamagedFileException(
                path, "Avro schema", "a record, or one and null", root.getType().getName());
    }

    @Override
    public String path() {
        return input.path();
    }

    @Override
    public long rowCount() {
        return index.rowCount();
    }

    @Override
    public List<String> columnNames() {
        return record.getFields().stream().map(Schema.Field::name).toList();
    }

    @Override
    public boolean hasColumn(String name) {
        return record.getField(name) != null;
    }

    @Override
    public ColumnCursor column(String name, DataType type) throws IOException {
        Schema.Field field = record.getField(name);
        return field == null
                ? new MissingColumnCursor(type, rowCount())
                : new AvroCursor(this, field.pos(), ColumnDecoder.of(path(), name, field.schema(), type));
    }

    /** Avro files have no statistics; only columns that are not there tell something. */
    @Override
    public RowRanges mayMatch(Filter filter, RowType type) {
        long rows = rowCount();
        boolean may = filter.mayMatch(position -> hasColumn(type.field(position).name())
                ? ColumnRange.unknown(rows)
                : new ColumnRange(null, null, rows, rows));
        return may ? RowRanges.all(rows) : RowRanges.none();
    }

    AvroBlockIndex index() {
        return index;
    }

    /** A block by number: read, decompressed and taken apart, unless that was done not long ago. */
    AvroBlock block(int number) throws IOException {
        synchronized (blocks) {
            AvroBlock block = blocks.get(number);
            if (block == null) {
                block = load(number);
                blocks.put(number, block);
                cachedBytes += block.memoryBytes();
                evict();
            }
            return block;
        }
    }

    private void evict() {
        Iterator<AvroBlock> oldest = blocks.values().iterator();
        while (cachedBytes > MOST_CACHED_BYTES && blocks.size() > 1) {
            cachedBytes -= oldest.next().memoryBytes();
            oldest.remove();
        }
    }

    private AvroBlock load(int number) throws IOException {
        byte[] stored = new byte[index.size(number)];
        input.readFully(index.start(number), stored, 0, stored.length);
        byte[] bytes = header.codec().decompress(path(), stored, 0, stored.length);
        return AvroBlock.of(path(), bytes, index.rows(number), layout);
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
