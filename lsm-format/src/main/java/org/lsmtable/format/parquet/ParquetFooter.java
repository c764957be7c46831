package org.lsmtable.format.parquet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * What the end of a Parquet file says of it: columns, row groups, writer.
 *
 * @param columns the top-level columns by name, in file order; of two with one name the first
 * @param groups the row groups that have rows, in file order
 * @param orders the order of bounds for each leaf of the schema, empty if the file does not tell
 * @param dataEnd the byte behind the last that pages may use
 */
record ParquetFooter(
        Map<String, FileColumn> columns,
        List<RowGroupPlace> groups,
        long rowCount,
        List<ColumnOrder> orders,
        String createdBy,
        long dataEnd) {
    private static final int TAIL_BYTES = 64 << 10;
    private static final int MAX_FOOTER_BYTES = 256 << 20;
    private static final int MAX_SCHEMA_DEPTH = 100;
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);

    /** Reads and checks the footer. The leading magic is checked where it comes with the first read, in small files. */
    static ParquetFooter read(StorageInput input) throws IOException {
        String path = input.path();
        long length = input.length();
        if (length < 12) {
            throw new DamagedFileException(path, "length", "at least 12 bytes", length + " bytes");
        }
        byte[] tail = new byte[(int) Math.min(length, TAIL_BYTES)];
        input.readFully(length - tail.length, tail, 0, tail.length);
        checkMagic(path, tail, tail.length - 4, length - 4);
        if (tail.length == length) {
            checkMagic(path, tail, 0, 0);
        }
        long footerLength = Integer.toUnsignedLong(LittleEndian.intAt(tail, tail.length - 8));
        long most = Math.min(length - 12, MAX_FOOTER_BYTES);
        if (footerLength < 1 || footerLength > most) {
            throw new DamagedFileException(path, "footer length", "1 to " + most + " bytes", footerLength + " bytes");
        }
        long start = length - 8 - footerLength;
        byte[] footer;
        if (footerLength + 8 <= tail.length) {
            footer = Arrays.copyOfRange(tail, tail.length - 8 - (int) footerLength, tail.length - 8);
        } else {
            footer = new byte[(int) footerLength];
            input.readFully(start, footer, 0, footer.length);
        }
        return parse(path, footer, start);
    }

    private static void checkMagic(String path, byte[] bytes, int at, long offset) throws DamagedFileException {
        if (Arrays.equals(bytes, at, at + 4, ENCRYPTED_MAGIC, 0, 4)) {
            throw new UnsupportedFeatureException(path + ": Parquet files with an encrypted footer are not supported");
        }
        if (!Arrays.equals(bytes, at, at + 4, MAGIC, 0, 4)) {
            String found = String.format("%08x", Integer.reverseBytes(LittleEndian.intAt(bytes, at)));
            throw new DamagedFileException(path, "magic at byte " + offset, "50415231 (Parquet)", found);
        }
    }

    private static ParquetFooter parse(String path, byte[] footer, long start) throws DamagedFileException {
        PagePlace place = new PagePlace(path, null);
        place.moveTo(start);
        FileMetaData meta = new FileMetaData();
        try {
            ThriftBytes.read(meta, footer, 0, footer.length, place);
        } catch (ThriftBytes.Incomplete e) {
            throw e.damaged(place);
        }
        if (meta.isSetEncryption_algorithm()) {
            throw new UnsupportedFeatureException(path + ": encrypted Parquet files are not supported");
        }
        SchemaWalk walk = new SchemaWalk(meta.getSchema(), place);
        Map<String, FileColumn> columns = walk.topColumns();
        List<RowGroupPlace> groups = groups(meta, walk.leaves, place);
        String createdBy = meta.isSetCreated_by() ? meta.getCreated_by() : "";
        List<ColumnOrder> orders = meta.isSetColumn_orders() ? List.copyOf(meta.getColumn_orders()) : List.of();
        return new ParquetFooter(columns, groups, meta.getNum_rows(), orders, createdBy, start);
    }

    private static List<RowGroupPlace> groups(FileMetaData meta, int leaves, PagePlace place)
            throws DamagedFileException {
        List<RowGroupPlace> groups = new ArrayList<>();
        long rows = 0;
        for (RowGroup group : meta.getRow_groups()) {
            if (group.getColumnsSize() != leaves) {
                throw place.damaged("columns of a row group", leaves, group.getColumnsSize());
            }
            long groupRows = group.getNum_rows();
            if (groupRows < 0 || groupRows > Long.MAX_VALUE - rows) {
                throw place.damaged("rows of a row group", "0 or more", groupRows);
            }
            if (groupRows > 0) {
                groups.add(new RowGroupPlace(rows, groupRows, group.getColumns()));
                rows += groupRows;
            }
        }
        if (rows != meta.getNum_rows()) {
            throw place.damaged("rows of the file", "the sum over row groups, " + rows, meta.getNum_rows());
        }
        return List.copyOf(groups);
    }

    /** The order in which the bounds of a column are, null if the file does not tell. */
    @Nullable
    ColumnOrder order(FileColumn column) {
        return column.leaf() < orders.size() ? orders.get(column.leaf()) : null;
    }

    /** The row group that holds a row. */
    RowGroupPlace groupOf(long row) {
        int low = 0;
        int high = groups.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (row < groups.get(middle).endRow()) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return groups.get(low);
    }

    /** The schema's nodes come in depth-first order, each with the number of its children. */
    private static final class SchemaWalk {
        private final List<SchemaElement> elements;
        private final PagePlace place;
        private int next;
        private int leaves;

        SchemaWalk(List<SchemaElement> elements, PagePlace place) {
            this.elements = elements;
            this.place = place;
        }

        Map<String, FileColumn> topColumns() throws DamagedFileException {
            SchemaElement root = take();
            Map<String, FileColumn> columns = new LinkedHashMap<>();
            for (int i = 0; i < root.getNum_children(); i++) {
                FileColumn column = walk(List.of(), 0, 0);
                columns.putIfAbsent(column.name(), column);
            }
            if (next != elements.size()) {
                throw place.damaged("schema nodes", next, elements.size());
            }
            return Collections.unmodifiableMap(columns);
        }

        private FileColumn walk(List<String> parent, int parentDefinition, int parentRepetition)
                throws DamagedFileException {
            SchemaElement element = take();
            boolean repeated = element.getRepetition_type() == FieldRepetitionType.REPEATED;
            boolean optional = element.getRepetition_type() == FieldRepetitionType.OPTIONAL;
            int definition = parentDefinition + (repeated || optional ? 1 : 0);
            int repetition = parentRepetition + (repeated ? 1 : 0);
            List<String> path = new ArrayList<>(parent);
            path.add(element.getName());
            int leaf = leaves;
            List<FileColumn> children = new ArrayList<>();
            if (element.isSetType()) {
                leaves++;
            } else if (path.size() > MAX_SCHEMA_DEPTH) {
                throw place.damaged("depth of the schema", "at most " + MAX_SCHEMA_DEPTH, "more");
            } else {
                for (int i = 0; i < element.getNum_children(); i++) {
                    children.add(walk(path, definition, repetition));
                }
            }
            return new FileColumn(element, path, leaf, definition, repetition, children);
        }

        private SchemaElement take() throws DamagedFileException {
            if (next >= elements.size()) {
                throw place.damaged("schema nodes", "more than " + next, elements.size());
            }
            return elements.get(next++);
        }
    }
}
