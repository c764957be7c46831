package org.lsmtable.format.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** A Parquet file written by parquet-hadoop, and what must be read from it. */
final class OracleFile {
    private final byte[] bytes;
    private final List<OracleColumn> columns;
    private final List<@Nullable Object[]> rows;

    private OracleFile(byte[] bytes, List<OracleColumn> columns, List<@Nullable Object[]> rows) {
        this.bytes = bytes;
        this.columns = columns;
        this.rows = rows;
    }

    byte[] bytes() {
        return bytes;
    }

    List<OracleColumn> columns() {
        return columns;
    }

    /** For each row the plain Java value of each column, null for null. */
    List<@Nullable Object[]> rows() {
        return rows;
    }

    /** How a file is written. */
    record Settings(
            WriterVersion version,
            CompressionCodecName codec,
            boolean dictionary,
            boolean streamSplit,
            boolean checksums,
            int groupRows,
            int pageRows,
            int dictionaryBytes) {
        static final Settings PLAIN = new Settings(
                WriterVersion.PARQUET_1_0, CompressionCodecName.UNCOMPRESSED, false, false, true, 1000, 100, 1 << 20);

        static Settings random(Random random) {
            CompressionCodecName[] codecs = {
                CompressionCodecName.UNCOMPRESSED,
                CompressionCodecName.ZSTD,
                CompressionCodecName.SNAPPY,
                CompressionCodecName.GZIP,
                CompressionCodecName.LZ4_RAW,
                CompressionCodecName.LZ4
            };
            return new Settings(
                    random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0,
                    codecs[random.nextInt(codecs.length)],
                    random.nextBoolean(),
                    random.nextInt(3) == 0,
                    random.nextBoolean(),
                    1 + random.nextInt(3000),
                    1 + random.nextInt(random.nextBoolean() ? 50 : 1000),
                    random.nextBoolean() ? 1 << 20 : 200 + random.nextInt(2000));
        }

        Settings withCodec(CompressionCodecName other) {
            return new Settings(
                    version, other, dictionary, streamSplit, checksums, groupRows, pageRows, dictionaryBytes);
        }

        Settings withGroupRows(int rows) {
            return new Settings(version, codec, dictionary, streamSplit, checksums, rows, pageRows, dictionaryBytes);
        }

        Settings withPageRows(int rows) {
            return new Settings(version, codec, dictionary, streamSplit, checksums, groupRows, rows, dictionaryBytes);
        }

        Settings withDictionary() {
            return new Settings(version, codec, true, streamSplit, checksums, groupRows, pageRows, dictionaryBytes);
        }
    }

    /** Writes random rows. */
    static OracleFile random(List<OracleColumn> columns, int rowCount, Settings settings, Random random)
            throws IOException {
        return of(columns, randomRows(columns, rowCount, random), settings);
    }

    /** Random rows of values as the file holds them; a share of the values of columns that may be null is. */
    static List<@Nullable Object[]> randomRows(List<OracleColumn> columns, int rowCount, Random random) {
        int[] nullPercent = columns.stream()
                .mapToInt(c -> c.isRequired() ? 0 : new int[] {0, 0, 5, 50, 95, 100}[random.nextInt(6)])
                .toArray();
        List<@Nullable Object[]> raw = new ArrayList<>();
        for (int i = 0; i < rowCount; i++) {
            @Nullable Object[] row = new @Nullable Object[columns.size()];
            for (int c = 0; c < row.length; c++) {
                // nulls in stretches, so that runs of levels of both kinds occur
                boolean isNull = random.nextInt(100) < nullPercent[c]
                        || (nullPercent[c] > 0 && i > 0 && raw.get(i - 1)[c] == null && random.nextInt(3) > 0);
                row[c] = isNull ? null : columns.get(c).values().apply(random);
            }
            raw.add(row);
        }
        return raw;
    }

    /** Writes rows of values as the file holds them. */
    static OracleFile of(List<OracleColumn> columns, List<@Nullable Object[]> raw, Settings settings)
            throws IOException {
        MessageType schema = new MessageType(
                "oracle", columns.stream().<Type>map(OracleColumn::field).toList());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<@Nullable Object[]> rows = new ArrayList<>();
        try (ParquetWriter<Group> writer = writer(bytes, schema, settings)) {
            for (@Nullable Object[] values : raw) {
                Group group = new SimpleGroup(schema);
                @Nullable Object[] row = new @Nullable Object[values.length];
                for (int c = 0; c < values.length; c++) {
                    columns.get(c).add(group, values[c]);
                    Object value = values[c];
                    row[c] = value == null ? null : columns.get(c).expected().apply(value);
                }
                writer.write(group);
                rows.add(row);
            }
        }
        return new OracleFile(bytes.toByteArray(), columns, rows);
    }

    /** A writer of parquet-hadoop into memory. */
    static ParquetWriter<Group> writer(ByteArrayOutputStream bytes, MessageType schema, Settings settings)
            throws IOException {
        return ExampleParquetWriter.builder(new MemoryFile(bytes))
                .withType(schema)
                .withWriterVersion(settings.version)
                .withCompressionCodec(settings.codec)
                .withDictionaryEncoding(settings.dictionary)
                .withByteStreamSplitEncoding(settings.streamSplit)
                .withPageWriteChecksumEnabled(settings.checksums)
                .withRowGroupRowCountLimit(settings.groupRows)
                .withPageRowCountLimit(settings.pageRows)
                .withDictionaryPageSize(settings.dictionaryBytes)
                .withMinRowCountForPageSizeCheck(1)
                .build();
    }

    private record MemoryFile(ByteArrayOutputStream bytes) implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return bytes.size();
                }

                @Override
                public void write(int b) {
                    bytes.write(b);
                }

                @Override
                public void write(byte[] source, int from, int length) {
                    bytes.write(source, from, length);
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return create(blockSizeHint);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
