package org.lsmtable.benchmark;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.paimon.data.BinaryRow;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.Decimal;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.data.Timestamp;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.fs.local.LocalFileIO;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.schema.SchemaManager;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.FileStoreTableFactory;
import org.apache.paimon.table.sink.CommitMessage;
import org.apache.paimon.table.sink.StreamTableCommit;
import org.apache.paimon.table.sink.StreamTableWrite;
import org.apache.paimon.table.sink.StreamWriteBuilder;
import org.apache.paimon.table.source.ReadBuilder;
import org.apache.paimon.types.DataTypes;

/** Real Paimon through its Java API, as an embedding program would use it. Its jar is on the class path of its own JVM only. */
final class PaimonEngine implements Engine {
    private static final int[] TWO_COLUMNS = {1, 3};

    @Override
    public String name() {
        return "paimon";
    }

    @Override
    public void create(Path table) throws Exception {
        Schema schema = Schema.newBuilder()
                .column("id", DataTypes.BIGINT().notNull())
                .column("i", DataTypes.INT())
                .column("b", DataTypes.BIGINT())
                .column("d", DataTypes.DOUBLE())
                .column("s", DataTypes.STRING())
                .column("c", DataTypes.STRING())
                .column("m", DataTypes.DECIMAL(18, 2))
                .column("t", DataTypes.TIMESTAMP(3))
                .primaryKey("id")
                .option("bucket", "1")
                .option("file.format", fileFormat())
                .build();
        new SchemaManager(LocalFileIO.create(), path(table)).createTable(schema);
    }

    private static org.apache.paimon.fs.Path path(Path table) {
        return new org.apache.paimon.fs.Path(table.toUri().toString());
    }

    private static FileStoreTable open(Path table, boolean writeOnly) {
        return FileStoreTableFactory.create(LocalFileIO.create(), path(table))
                .copy(Map.of("write-only", Boolean.toString(writeOnly)));
    }

    @Override
    public void load(Path table, int[] keys, int from, int to, int version) throws Exception {
        try (Writer writer = new Writer(open(table, true))) {
            writer.put(keys, from, to, version);
            writer.commit();
        }
    }

    @Override
    public void compactFully(Path table) throws Exception {
        try (Writer writer = new Writer(open(table, false))) {
            writer.write.compact(BinaryRow.EMPTY_ROW, 0, true);
            writer.commit();
        }
    }

    @Override
    public Read read(Path table, Columns columns) throws Exception {
        ReadBuilder builder = open(table, true).newReadBuilder();
        if (columns == Columns.TWO) {
            builder = builder.withProjection(TWO_COLUMNS);
        }
        long rows = 0;
        long sum = 0;
        try (RecordReader<InternalRow> reader =
                builder.newRead().createReader(builder.newScan().plan())) {
            for (RecordReader.RecordIterator<InternalRow> batch; (batch = reader.readBatch()) != null; ) {
                for (InternalRow row; (row = batch.next()) != null; rows++) {
                    sum += columns == Columns.TWO ? two(row) : all(row);
                }
                batch.releaseBatch();
            }
        }
        return new Read(rows, sum);
    }

    private static long two(InternalRow row) {
        return row.getInt(0) + (long) (row.getDouble(1) * 1e6);
    }

    private static long all(InternalRow row) {
        return row.getLong(0)
                + row.getInt(1)
                + row.getLong(2)
                + (long) (row.getDouble(3) * 1e6)
                + row.getString(4).getSizeInBytes()
                + row.getString(5).getSizeInBytes()
                + row.getDecimal(6, 18, 2).toUnscaledLong()
                + row.getTimestamp(7, 3).getMillisecond();
    }

    @Override
    public Upserts openForUpserts(Path table) throws Exception {
        Writer writer = new Writer(open(table, false));
        return new Upserts() {
            @Override
            public void commit(int[] keys, int version) throws Exception {
                writer.put(keys, 0, keys.length, version);
                writer.commit();
            }

            @Override
            public void close() throws IOException {
                writer.close();
            }
        };
    }

    /** One writer kept over commits, as a streaming job holds it. */
    private static final class Writer implements Closeable {
        private final StreamTableWrite write;
        private final StreamTableCommit commit;
        private final GenericRow row = new GenericRow(8);
        private final BenchRows source = new BenchRows();
        private final Path scratch;
        private long identifier;

        Writer(FileStoreTable table) throws Exception {
            StreamWriteBuilder builder = table.newStreamWriteBuilder();
            scratch = Files.createTempDirectory("paimon-io");
            write = (StreamTableWrite) builder.newWrite().withIOManager(IOManager.create(scratch.toString()));
            commit = builder.newCommit();
        }

        void put(int[] keys, int from, int to, int version) throws Exception {
            for (int k = from; k < to; k++) {
                source.set(keys[k], version);
                row.setField(0, source.id);
                row.setField(1, source.i);
                row.setField(2, source.b);
                row.setField(3, source.d);
                row.setField(4, BinaryString.fromBytes(source.s));
                row.setField(5, BinaryString.fromBytes(source.c));
                row.setField(6, Decimal.fromUnscaledLong(source.m, 18, 2));
                row.setField(7, Timestamp.fromEpochMillis(source.t));
                write.write(row);
            }
        }

        void commit() throws Exception {
            List<CommitMessage> messages = write.prepareCommit(true, identifier);
            commit.commit(identifier++, messages);
        }

        @Override
        public void close() throws IOException {
            try {
                write.close();
                commit.close();
            } catch (Exception e) { // the peer declares no narrower one
                throw new IOException(e);
            }
            Folders.delete(scratch);
        }
    }
}
