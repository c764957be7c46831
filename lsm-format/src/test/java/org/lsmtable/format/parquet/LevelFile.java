package org.lsmtable.format.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** A Parquet file of INT32 leaves whose levels and values are just what a test says, right or wrong. One row group, plain. */
final class LevelFile {
    /**
     * A page.
     *
     * @param levels a text of pairs, repetition and definition level: {@code "03 13 02"}
     * @param rows what a header of version 2 tells, null for version 1
     */
    record Page(String levels, @Nullable Integer rows, int... values) {
        static Page of(String levels, int... values) {
            return new Page(levels, null, values);
        }

        private int[] levels(int at) {
            return Arrays.stream(levels.split(" ", -1))
                    .filter(pair -> !pair.isEmpty())
                    .mapToInt(pair -> pair.charAt(at) - '0')
                    .toArray();
        }
    }

    private final MessageType schema;
    private final long rows;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<ColumnChunk> chunks = new ArrayList<>();
    private final List<List<PageLocation>> locations = new ArrayList<>();

    private LevelFile(String schema, long rows) {
        this.schema = MessageTypeParser.parseMessageType(schema);
        this.rows = rows;
        out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    }

    /** A file without indexes. */
    static byte[] of(String schema, long rows, List<List<Page>> leaves) throws IOException {
        return of(schema, rows, leaves, null);
    }

    /**
     * A file.
     *
     * @param firstRows by leaf, the first row of each page as the offset index tells it; null for no index
     */
    static byte[] of(String schema, long rows, List<List<Page>> leaves, @Nullable List<long[]> firstRows)
            throws IOException {
        LevelFile file = new LevelFile(schema, rows);
        for (int i = 0; i < leaves.size(); i++) {
            file.addChunk(file.schema.getColumns().get(i), leaves.get(i));
        }
        if (firstRows != null) {
            file.addIndexes(firstRows);
        }
        return file.finish();
    }

    private void addChunk(ColumnDescriptor leaf, List<Page> pages) throws IOException {
        int start = out.size();
        long values = 0;
        List<PageLocation> places = new ArrayList<>();
        for (Page page : pages) {
            int at = out.size();
            int count = page.levels(0).length;
            byte[] repetition = encode(page.levels(0), leaf.getMaxRepetitionLevel());
            byte[] definition = encode(page.levels(1), leaf.getMaxDefinitionLevel());
            ByteBuffer body = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
            for (byte[] levels : List.of(repetition, definition)) {
                if (levels.length > 0) {
                    if (page.rows == null) {
                        body.putInt(levels.length);
                    }
                    body.put(levels);
                }
            }
            for (int value : page.values) {
                body.putInt(value);
            }
            PageHeader header = new PageHeader(
                    page.rows == null ? PageType.DATA_PAGE : PageType.DATA_PAGE_V2, body.position(), body.position());
            if (page.rows == null) {
                header.setData_page_header(new DataPageHeader(count, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
            } else {
                header.setData_page_header_v2(new DataPageHeaderV2(
                                count,
                                count - page.values.length,
                                page.rows,
                                Encoding.PLAIN,
                                definition.length,
                                repetition.length)
                        .setIs_compressed(false));
            }
            Util.writePageHeader(header, out);
            out.write(body.array(), 0, body.position());
            places.add(new PageLocation(at, out.size() - at, 0));
            values += count;
        }
        ColumnMetaData meta = new ColumnMetaData(
                org.apache.parquet.format.Type.INT32,
                List.of(Encoding.PLAIN, Encoding.RLE),
                List.of(leaf.getPath()),
                CompressionCodec.UNCOMPRESSED,
                values,
                out.size() - start,
                out.size() - start,
                start);
        chunks.add(new ColumnChunk(start).setMeta_data(meta));
        locations.add(places);
    }

    /** One run of packed groups. */
    private static byte[] encode(int[] levels, int greatest) {
        if (greatest == 0) {
            return new byte[0];
        }
        int width = Integer.SIZE - Integer.numberOfLeadingZeros(greatest);
        int groups = (levels.length + 7) / 8;
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        int header = groups << 1 | 1;
        for (; header > 0x7f; header >>>= 7) {
            encoded.write(header & 0x7f | 0x80);
        }
        encoded.write(header);
        byte[] bits = new byte[groups * width];
        for (int i = 0; i < levels.length * width; i++) {
            bits[i / 8] |= (byte) ((levels[i / width] >> (i % width) & 1) << (i % 8));
        }
        encoded.writeBytes(bits);
        return encoded.toByteArray();
    }

    private void addIndexes(List<long[]> firstRows) throws IOException {
        for (int leaf = 0; leaf < chunks.size(); leaf++) {
            for (int page = 0; page < locations.get(leaf).size(); page++) {
                locations.get(leaf).get(page).setFirst_row_index(firstRows.get(leaf)[page]);
            }
            int at = out.size();
            Util.writeOffsetIndex(new OffsetIndex(locations.get(leaf)), out);
            chunks.get(leaf).setOffset_index_offset(at).setOffset_index_length(out.size() - at);
        }
    }

    private byte[] finish() throws IOException {
        List<SchemaElement> nodes = new ArrayList<>();
        nodes.add(new SchemaElement(schema.getName()).setNum_children(schema.getFieldCount()));
        schema.getFields().forEach(field -> addNodes(field, nodes));
        RowGroup group = new RowGroup(chunks, out.size(), rows);
        int start = out.size();
        Util.writeFileMetaData(new FileMetaData(1, nodes, rows, List.of(group)), out);
        out.write(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(out.size() - start)
                .array());
        out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    private static void addNodes(Type type, List<SchemaElement> nodes) {
        SchemaElement element = new SchemaElement(type.getName())
                .setRepetition_type(
                        FieldRepetitionType.valueOf(type.getRepetition().name()));
        nodes.add(element);
        if (type instanceof GroupType group) {
            element.setNum_children(group.getFieldCount());
            group.getFields().forEach(field -> addNodes(field, nodes));
        } else {
            element.setType(org.apache.parquet.format.Type.INT32);
        }
    }
}
