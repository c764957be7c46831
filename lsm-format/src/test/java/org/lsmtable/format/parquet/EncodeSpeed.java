package org.lsmtable.format.parquet;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Question: how fast are ready vectors turned into a file? Data: the benchmark's rows (11 columns with the system columns, keys
 * ascending, seed 7), 5 times the same 2^20. Not a test. Arguments: codec,
 * threads, runs, one column alone.
 */
final class EncodeSpeed {
    private static final int BLOCK_ROWS = 1 << 20;
    private static final int BATCH_ROWS = 8192;
    private static final int BLOCKS = 5;

    private EncodeSpeed() {}

    public static void main(String[] args) throws IOException {
        String codec = args.length > 0 ? args[0] : "zstd";
        int threads = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        int runs = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        RowType schema = schema();
        List<List<ColumnVector>> batches = batches();
        if (args.length > 3) {
            int column = schema.indexOf(args[3]);
            schema = schema.project(List.of(args[3]));
            batches = batches.stream().map(batch -> List.of(batch.get(column))).toList();
        }
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, threads - 1));
        Executor executor = threads > 1 ? pool : Runnable::run;
        WriteSettings defaults = WriteSettings.DEFAULT;
        WriteSettings settings = new WriteSettings(
                codec,
                defaults.zstdLevel(),
                defaults.rowGroupBytes(),
                defaults.pageRows(),
                defaults.pageBytes(),
                defaults.dictionaryBytes(),
                executor);
        Path folder = Files.createTempDirectory("encode-speed");
        try {
            for (int run = 0; run < runs; run++) {
                Path file = folder.resolve("run-" + run + ".parquet");
                long start = System.nanoTime();
                long cpu = cpuNanos();
                DataFileWriter.Result result = write(file, schema, settings, batches);
                double seconds = (System.nanoTime() - start) / 1e9;
                double cpuSeconds = (cpuNanos() - cpu) / 1e9;
                System.out.printf(
                        Locale.ROOT,
                        "%s, %d threads: %.3f s (CPU %.3f s), %.2f M rows/s, %.1f MB, %.2f bytes a row%n",
                        codec,
                        threads,
                        seconds,
                        cpuSeconds,
                        result.rowCount() / seconds / 1e6,
                        result.sizeBytes() / 1e6,
                        (double) result.sizeBytes() / result.rowCount());
                Files.delete(file);
            }
        } finally {
            pool.shutdownNow();
            Files.delete(folder);
        }
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static DataFileWriter.Result write(
            Path file, RowType schema, WriteSettings settings, List<List<ColumnVector>> batches) throws IOException {
        LocalStorage storage = LocalStorage.of(Durability.PROCESS);
        try (DataFileWriter writer = new ParquetFormat().create(storage.create(file.toString()), schema, settings)) {
            for (int block = 0; block < BLOCKS; block++) {
                for (List<ColumnVector> batch : batches) {
                    writer.write(batch, batch.get(0).size());
                }
            }
            return writer.finish();
        }
    }

    private static RowType schema() {
        DataField id = new DataField(0, "id", Types.BIGINT.notNull());
        return RowType.of(List.of(
                SystemFields.keyCopy(id),
                SystemFields.SEQUENCE_NUMBER,
                SystemFields.VALUE_KIND,
                id,
                new DataField(1, "i", Types.INT),
                new DataField(2, "b", Types.BIGINT),
                new DataField(3, "d", Types.DOUBLE),
                new DataField(4, "s", Types.STRING),
                new DataField(5, "c", Types.STRING),
                new DataField(6, "m", Types.decimal(18, 2)),
                new DataField(7, "t", Types.timestamp(3))));
    }

    private static List<List<ColumnVector>> batches() {
        RowType schema = schema();
        SplittableRandom random = new SplittableRandom(7);
        BytesVector categories = new BytesVector(Types.STRING, 64);
        for (int i = 0; i < 64; i++) {
            categories.append(String.format(Locale.ROOT, "category-%02d", i).getBytes(US_ASCII));
        }
        List<List<ColumnVector>> batches = new ArrayList<>();
        for (int from = 0; from < BLOCK_ROWS; from += BATCH_ROWS) {
            LongVector id = new LongVector(schema.typeAt(0), BATCH_ROWS);
            LongVector sequence = new LongVector(schema.typeAt(1), BATCH_ROWS);
            IntVector kind = new IntVector(schema.typeAt(2), BATCH_ROWS);
            IntVector i = new IntVector(schema.typeAt(4), BATCH_ROWS);
            LongVector b = new LongVector(schema.typeAt(5), BATCH_ROWS);
            LongVector d = new LongVector(schema.typeAt(6), BATCH_ROWS);
            BytesVector s = new BytesVector(schema.typeAt(7), BATCH_ROWS);
            DictionaryVector c = new DictionaryVector(categories, BATCH_ROWS);
            LongVector m = new LongVector(schema.typeAt(9), BATCH_ROWS);
            LongVector t = new LongVector(schema.typeAt(10), BATCH_ROWS);
            for (int row = from; row < from + BATCH_ROWS; row++) {
                id.append(row);
                sequence.append(random.nextInt(1 << 23));
                kind.append(0);
                i.append(random.nextInt(1 << 20));
                b.append(random.nextLong() >>> 24);
                d.append(Double.doubleToRawLongBits(random.nextDouble()));
                s.append(letters(random));
                c.appendCode(random.nextInt(64));
                m.append(random.nextInt(100_000_000));
                t.append(1_700_000_000_000L + random.nextLong(31_536_000_000L));
            }
            batches.add(List.of(id, sequence, kind, id, i, b, d, s, c, m, t));
        }
        return batches;
    }

    private static byte[] letters(SplittableRandom random) {
        byte[] letters = new byte[16];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (byte) ('0' + random.nextInt(64));
        }
        return letters;
    }
}
