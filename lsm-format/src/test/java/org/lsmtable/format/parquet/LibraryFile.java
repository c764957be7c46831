package org.lsmtable.format.parquet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * What the Parquet library's own reader finds in a file, checksums verified: the oracle of the writer's tests.
 *
 * @param columns by name of the top-level column the stored values, those of its leaves one behind the other, null for null: Boolean, Integer, Long, floats as their bits (Integer, Long), byte
 *     strings as ByteBuffer
 */
record LibraryFile(
        ParquetMetadata footer, Map<String, List<@Nullable Object>> columns, List<Map<String, Chunk>> rowGroups) {
    /** A column chunk: its footer entry, its indexes, the rows of its pages. */
    record Chunk(
            ColumnChunkMetaData metaData,
            @Nullable ColumnIndex columnIndex,
            OffsetIndex offsetIndex,
            List<Integer> pageRows) {}

    /** The stored values of a column. */
    List<@Nullable Object> values(String column) {
        return Objects.requireNonNull(columns.get(column), column);
    }

    /** A column chunk. */
    Chunk chunk(int rowGroup, String column) {
        return Objects.requireNonNull(rowGroups.get(rowGroup).get(column), column);
    }

    static LibraryFile read(byte[] file) throws IOException {
        ParquetReadOptions options =
                ParquetReadOptions.builder().usePageChecksumVerification().build();
        try (ParquetFileReader reader = ParquetFileReader.open(input(file), options)) {
            MessageType schema = reader.getFileMetaData().getSchema();
            Map<String, List<@Nullable Object>> values = new HashMap<>();
            schema.getFields().forEach(field -> values.put(field.getName(), new ArrayList<>()));
            List<Map<String, Chunk>> rowGroups = new ArrayList<>();
            for (BlockMetaData block : reader.getFooter().getBlocks()) {
                PageReadStore pages = reader.readNextRowGroup();
                ColumnReadStoreImpl columns = new ColumnReadStoreImpl(
                        pages,
                        new IgnoringConverter(schema),
                        schema,
                        reader.getFileMetaData().getCreatedBy());
                for (ColumnDescriptor column : schema.getColumns()) {
                    long count = pages.getPageReader(column).getTotalValueCount();
                    List<@Nullable Object> target = new ArrayList<>();
                    readColumn(columns.getColumnReader(column), count, column, target);
                    values.computeIfAbsent(column.getPath()[0], name -> new ArrayList<>())
                            .addAll(target);
                }
                rowGroups.add(chunks(reader, block));
            }
            return new LibraryFile(reader.getFooter(), values, rowGroups);
        }
    }

    /** The rows of a file, put together by the library. */
    static List<Group> groups(byte[] file) throws IOException {
        List<Group> groups = new ArrayList<>();
        try (ParquetFileReader reader = ParquetFileReader.open(input(file))) {
            MessageType schema = reader.getFileMetaData().getSchema();
            MessageColumnIO assembly = new ColumnIOFactory().getColumnIO(schema);
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<Group> rows = assembly.getRecordReader(pages, new GroupRecordConverter(schema));
                for (long i = 0; i < pages.getRowCount(); i++) {
                    groups.add(rows.read());
                }
            }
        }
        return groups;
    }

    private static Map<String, Chunk> chunks(ParquetFileReader reader, BlockMetaData block) throws IOException {
        PageReadStore pages = reader.readRowGroup(block.getOrdinal());
        Map<String, Chunk> chunks = new HashMap<>();
        for (ColumnChunkMetaData metaData : block.getColumns()) {
            ColumnDescriptor column = reader.getFileMetaData()
                    .getSchema()
                    .getColumnDescription(metaData.getPath().toArray());
            List<Integer> pageRows = new ArrayList<>();
            PageReader pageReader = pages.getPageReader(column);
            for (DataPage page = pageReader.readPage(); page != null; page = pageReader.readPage()) {
                pageRows.add(page.getValueCount());
            }
            chunks.put(
                    metaData.getPath().toDotString(),
                    new Chunk(metaData, reader.readColumnIndex(metaData), reader.readOffsetIndex(metaData), pageRows));
        }
        return chunks;
    }

    private static void readColumn(
            ColumnReader reader, long count, ColumnDescriptor column, List<@Nullable Object> target) {
        for (long i = 0; i < count; i++) {
            if (reader.getCurrentDefinitionLevel() < column.getMaxDefinitionLevel()) {
                target.add(null);
            } else {
                target.add(
                        switch (column.getPrimitiveType().getPrimitiveTypeName()) {
                            case BOOLEAN -> reader.getBoolean();
                            case INT32 -> reader.getInteger();
                            case INT64 -> reader.getLong();
                            case FLOAT -> Float.floatToRawIntBits(reader.getFloat());
                            case DOUBLE -> Double.doubleToRawLongBits(reader.getDouble());
                            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 ->
                                ByteBuffer.wrap(reader.getBinary().getBytes());
                        });
            }
            reader.consume();
        }
    }

    private static InputFile input(byte[] file) {
        return new InputFile() {
            @Override
            public long getLength() {
                return file.length;
            }

            @Override
            public SeekableInputStream newStream() {
                SeekableArray array = new SeekableArray(file);
                return new DelegatingSeekableInputStream(array) {
                    @Override
                    public long getPos() {
                        return array.position();
                    }

                    @Override
                    public void seek(long position) {
                        array.seek((int) position);
                    }
                };
            }
        };
    }

    private static final class SeekableArray extends ByteArrayInputStream {
        SeekableArray(byte[] bytes) {
            super(bytes);
        }

        int position() {
            return pos;
        }

        void seek(int position) {
            pos = position;
        }
    }

    /** The column reader wants somewhere to send values; they are asked for one by one instead. */
    private static final class IgnoringConverter extends GroupConverter {
        private final GroupType type;

        IgnoringConverter(GroupType type) {
            this.type = type;
        }

        @Override
        public Converter getConverter(int field) {
            return type.getType(field) instanceof GroupType inner
                    ? new IgnoringConverter(inner)
                    : new PrimitiveConverter() {};
        }

        @Override
        public void start() {}

        @Override
        public void end() {}
    }
}
