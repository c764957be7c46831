package org.lsmtable.format.parquet;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * How fast one thread decodes a warm file: 5,000,000 rows in the shape of the project's benchmarks, seed 1, written once by
 * parquet-hadoop with zstd level 1 and without compression. Time on the clock, and of the processor where the machine is shared.
 * Arguments: a folder for the files, then optionally the rows.
 */
final class ReadSpeed {
    private static final Map<String, DataType> COLUMNS = Map.of(
            "id", Types.BIGINT,
            "i", Types.INT,
            "b", Types.BIGINT,
            "d", Types.DOUBLE,
            "s", Types.STRING,
            "c", Types.STRING,
            "m", Types.decimal(18, 2),
            "t", Types.timestamp(3));
    private static final int BATCH_ROWS = 4096;

    private ReadSpeed() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        int rows = args.length > 1 ? Integer.parseInt(args[1]) : 5_000_000;
        List<String> all = List.of("id", "i", "b", "d", "s", "c", "m", "t");
        for (CompressionCodecName codec : List.of(CompressionCodecName.ZSTD, CompressionCodecName.UNCOMPRESSED)) {
            Path file = folder.resolve("read-speed-" + rows + "-" + codec + ".parquet");
            if (!Files.exists(file)) {
                write(file, rows, codec);
            }
            measure(file, codec + " 8 columns", all);
            measure(file, codec + " 2 columns", List.of("i", "d"));
            for (String column : all) {
                measure(file, codec + " " + column, List.of(column));
            }
        }
    }

    private static void measure(Path file, String name, List<String> columns) throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        double[] seconds = new double[7];
        double[] cpuSeconds = new double[seconds.length];
        long sum = 0;
        for (int i = -3; i < seconds.length; i++) {
            long start = System.nanoTime();
            long cpuStart = threads.getCurrentThreadCpuTime();
            sum = readAll(file, columns);
            if (i >= 0) {
                seconds[i] = (System.nanoTime() - start) / 1e9;
                cpuSeconds[i] = (threads.getCurrentThreadCpuTime() - cpuStart) / 1e9;
            }
        }
        Arrays.sort(seconds);
        Arrays.sort(cpuSeconds);
        int middle = seconds.length / 2;
        System.out.printf(
                "%-24s median %.3f s, least %.3f s; of this thread %.3f s, least %.3f s (sum %d)%n",
                name, seconds[middle], seconds[0], cpuSeconds[middle], cpuSeconds[0], sum);
    }

    private static long readAll(Path file, List<String> columns) throws IOException {
        long sum = 0;
        try (DataFileReader reader =
                new ParquetFormat().open(LocalStorage.of(Durability.PROCESS).open(file.toString()))) {
            List<ColumnCursor> cursors = new ArrayList<>();
            for (String column : columns) {
                cursors.add(reader.column(column, Objects.requireNonNull(COLUMNS.get(column))));
            }
            ColumnVector[] vectors = new ColumnVector[cursors.size()];
            for (long left = reader.rowCount(); left > 0; left -= BATCH_ROWS) {
                int n = (int) Math.min(left, BATCH_ROWS);
                for (int c = 0; c < vectors.length; c++) {
                    vectors[c] = cursors.get(c).read(n, vectors[c]);
                    sum += touch(vectors[c]);
                }
            }
            for (ColumnCursor cursor : cursors) {
                cursor.close();
            }
        }
        return sum;
    }

    /** Looks at every value once, as any use would. */
    private static long touch(ColumnVector vector) {
        long sum = 0;
        if (vector instanceof IntVector v) {
            for (int i = 0; i < v.size(); i++) {
                sum += v.values()[i];
            }
        } else if (vector instanceof LongVector v) {
            for (int i = 0; i < v.size(); i++) {
                sum += v.values()[i];
            }
        } else if (vector instanceof DictionaryVector v) {
            for (int i = 0; i < v.size(); i++) {
                sum += v.codes()[i];
            }
        } else if (vector instanceof BytesVector v) {
            for (int i = 0; i < v.size(); i++) {
                sum += v.length(i) + v.bytes()[v.start(i)];
            }
        }
        return sum;
    }

    private static void write(Path file, int rows, CompressionCodecName codec) throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message speed { required int64 id; optional int32 i;"
                + " optional int64 b; optional double d; optional binary s (UTF8); optional binary c (UTF8);"
                + " optional int64 m (DECIMAL(18,2)); optional int64 t (TIMESTAMP(MILLIS,false)); }");
        SplittableRandom random = new SplittableRandom(1);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(schema)
                .withCompressionCodec(codec)
                .config("parquet.compression.codec.zstd.level", "1")
                .build()) {
            byte[] text = new byte[16];
            for (int row = 0; row < rows; row++) {
                Group group = new SimpleGroup(schema);
                group.add(0, (long) row);
                group.add(1, random.nextInt(1 << 20));
                group.add(2, random.nextLong(1L << 40));
                group.add(3, random.nextDouble());
                for (int k = 0; k < text.length; k++) {
                    text[k] = (byte) ('0' + random.nextInt(64));
                }
                group.add(4, Binary.fromConstantByteArray(text.clone()));
                group.add(
                        5,
                        Binary.fromConstantByteArray(
                                "category-%02d".formatted(random.nextInt(64)).getBytes(StandardCharsets.UTF_8)));
                group.add(6, random.nextLong(100_000_000));
                group.add(7, 1_700_000_000_000L + random.nextLong(365L * 86_400_000));
                writer.write(group);
            }
        }
    }
}
