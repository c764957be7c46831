package org.lsmtable.index;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.predicate.ValueIndex;
import org.lsmtable.types.DataType;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;

/**
 * The index of a data file: for some columns blocks of one or more kinds behind a head that says where they are (spec: indexes, file index).
 * The head is read when it is opened, blocks when a question is asked. Kinds that are not known are passed over: an index can only leave rows
 * out. Not thread-safe.
 */
public final class FileIndex implements Closeable {
    /** How the names of index files end, and, behind the name of the data file, those that are made here begin to differ from it. */
    public static final String EXTENSION = ".index";

    static final long MAGIC = 1_493_475_289_347_502L;
    static final int VERSION = 1;
    static final int EMPTY = -1;
    private static final int FIXED_BYTES = Long.BYTES + 2 * Integer.BYTES;
    private static final int MAX_HEAD_BYTES = 64 << 20;

    private final IndexBytes bytes;
    private final Map<String, Map<String, Place>> columns;

    /** Where a block is; {@link #EMPTY} if nothing was indexed. */
    private record Place(int start, int length) {}

    private FileIndex(IndexBytes bytes, Map<String, Map<String, Place>> columns) {
        this.bytes = bytes;
        this.columns = columns;
    }

    /**
     * Opens an index file. Owns the input, also when this throws.
     *
     * @throws org.lsmtable.fs.DamagedFileException if it is none
     */
    public static FileIndex open(StorageInput input) throws IOException {
        return open(IndexBytes.of(input));
    }

    /**
     * Opens an index that is kept in a manifest.
     *
     * @param name names it in messages
     * @throws org.lsmtable.fs.DamagedFileException if it is none
     */
    public static FileIndex of(String name, byte[] content) throws IOException {
        return open(IndexBytes.of(name, content));
    }

    private static FileIndex open(IndexBytes bytes) throws IOException {
        try {
            return new FileIndex(bytes, head(bytes));
        } catch (IOException | RuntimeException e) {
            try {
                bytes.close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    private static Map<String, Map<String, Place>> head(IndexBytes bytes) throws IOException {
        long length = bytes.length();
        if (length < FIXED_BYTES) {
            throw bytes.damaged("length of a file index", FIXED_BYTES + " bytes or more", String.valueOf(length));
        }
        byte[] fixed = new byte[FIXED_BYTES];
        bytes.read(0, fixed, 0, FIXED_BYTES);
        ByteBuffer start = ByteBuffer.wrap(fixed);
        long magic = start.getLong();
        if (magic != MAGIC) {
            throw bytes.damaged("magic at byte 0", Long.toHexString(MAGIC) + " (file index)", Long.toHexString(magic));
        }
        int version = start.getInt();
        if (version != VERSION) {
            throw new UnsupportedFeatureException(
                    bytes.name() + ": file index version " + version + " is not supported, expected " + VERSION);
        }
        int headLength = start.getInt();
        if (headLength < FIXED_BYTES || headLength > Math.min(length, MAX_HEAD_BYTES)) {
            throw bytes.damaged(
                    "head of a file index", FIXED_BYTES + " to " + length + " bytes", String.valueOf(headLength));
        }
        byte[] rest = new byte[headLength - FIXED_BYTES];
        bytes.read(FIXED_BYTES, rest, 0, rest.length);
        try {
            return columns(bytes, new DataInputStream(new ByteArrayInputStream(rest)), length);
        } catch (EOFException | UTFDataFormatException e) {
            throw bytes.damaged("head of a file index", "columns and kinds in " + headLength + " bytes", "others");
        }
    }

    private static Map<String, Map<String, Place>> columns(IndexBytes bytes, DataInputStream in, long end)
            throws IOException {
        Map<String, Map<String, Place>> columns = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            Map<String, Place> kinds = columns.computeIfAbsent(in.readUTF(), name -> new LinkedHashMap<>());
            for (int more = in.readInt(); more > 0; more--) {
                String kind = in.readUTF();
                Place place = new Place(in.readInt(), in.readInt());
                boolean isInside = place.start >= FIXED_BYTES && place.length >= 0 && place.length <= end - place.start;
                if (place.start != EMPTY && !isInside) {
                    throw bytes.damaged(
                            "place of an index", "within " + end + " bytes", place.length + " bytes at " + place.start);
                }
                kinds.put(kind, place);
            }
        }
        return columns;
    }

    /** The columns that have an index, by their names in the schema of the data file; {@code name[key]} for one key of a map. */
    public Set<String> columns() {
        return Set.copyOf(columns.keySet());
    }

    /** The kinds of index that a column has. */
    public Set<String> kinds(String column) {
        return Set.copyOf(columns.getOrDefault(column, Map.of()).keySet());
    }

    /**
     * What is known of a column.
     *
     * @param stored the type that the data file has the column in
     * @param rows how many rows the data file has
     * @throws org.lsmtable.fs.DamagedFileException if the index is one of another number of rows
     */
    public ValueIndex column(String name, DataType stored, long rows) throws IOException {
        List<ValueIndex> known = new ArrayList<>();
        for (Map.Entry<String, Place> entry :
                columns.getOrDefault(name, Map.of()).entrySet()) {
            ValueIndex index = index(name, new Indexed(stored, rows), entry.getKey(), entry.getValue());
            if (index != null) {
                known.add(index);
            }
        }
        return known.isEmpty() ? ValueIndex.UNKNOWN : known.size() == 1 ? known.get(0) : new Every(known);
    }

    /** What was indexed. */
    private record Indexed(DataType type, long rows) {}

    private @Nullable ValueIndex index(String name, Indexed column, String kind, Place place) throws IOException {
        boolean isBloom = kind.equals(BloomFilter.KIND);
        if (!isBloom && !kind.equals(BitmapIndex.KIND)) {
            return null;
        }
        if (place.start == EMPTY) {
            return NoValues.INSTANCE;
        }
        IndexBlock block = new IndexBlock(bytes, kind + " index of column '" + name + "'", place.start, place.length);
        return isBloom ? BloomFilterIndex.open(block) : BitmapIndex.open(block, column.type, column.rows);
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }

    /** An index to which no value was added. */
    private enum NoValues implements ValueIndex {
        INSTANCE;

        @Override
        public boolean mayHoldAny(ColumnVector values) {
            return false;
        }

        @Override
        public boolean mayHoldOther(ColumnVector values) {
            return true;
        }

        @Override
        public boolean mayHoldValue() {
            return false;
        }

        @Override
        public boolean mayHoldNull() {
            return true;
        }
    }

    /** Several indexes of one column: what one of them excludes is excluded. */
    private record Every(List<ValueIndex> indexes) implements ValueIndex {
        /** A question about rows. */
        private interface Rows {
            @Nullable
            BitSet of(ValueIndex index) throws IOException;
        }

        private @Nullable BitSet every(Rows question) throws IOException {
            BitSet every = null;
            for (ValueIndex index : indexes) {
                BitSet rows = question.of(index);
                if (every == null) {
                    every = rows;
                } else if (rows != null) {
                    every.and(rows);
                }
            }
            return every;
        }

        @Override
        public @Nullable BitSet rowsOfAny(ColumnVector values) throws IOException {
            return every(index -> index.rowsOfAny(values));
        }

        @Override
        public @Nullable BitSet rowsOfOther(ColumnVector values) throws IOException {
            return every(index -> index.rowsOfOther(values));
        }

        @Override
        public @Nullable BitSet rowsOfValue() throws IOException {
            return every(ValueIndex::rowsOfValue);
        }

        @Override
        public @Nullable BitSet rowsOfNull() throws IOException {
            return every(ValueIndex::rowsOfNull);
        }

        @Override
        public boolean mayHoldAny(ColumnVector values) throws IOException {
            for (ValueIndex index : indexes) {
                if (!index.mayHoldAny(values)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean mayHoldOther(ColumnVector values) throws IOException {
            for (ValueIndex index : indexes) {
                if (!index.mayHoldOther(values)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean mayHoldValue() throws IOException {
            for (ValueIndex index : indexes) {
                if (!index.mayHoldValue()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean mayHoldNull() throws IOException {
            for (ValueIndex index : indexes) {
                if (!index.mayHoldNull()) {
                    return false;
                }
            }
            return true;
        }
    }
}
