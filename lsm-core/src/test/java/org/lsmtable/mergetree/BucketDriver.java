package org.lsmtable.mergetree;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.lsmtable.commit.CommitMessage;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.ColumnResolver;
import org.lsmtable.merge.MergeReader;
import org.lsmtable.merge.MergeRequest;
import org.lsmtable.merge.MergedChunk;
import org.lsmtable.merge.Section;
import org.lsmtable.merge.Workers;
import org.lsmtable.mergetree.MergeTreeCompactManager.Wait;
import org.lsmtable.options.Options;
import org.lsmtable.scan.IntervalPartition;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Bulk load (W1), full compaction of ten overlapping runs (C1) and merge read of five (R1) of one bucket on a local disk, with the rows of
 * the performance workloads. Arguments: folder, workload, rows, threads, repetitions. Prints wall and processor time.
 */
public final class BucketDriver {
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);
    private static final int BATCH = 16_384;

    private final LocalStorage storage = LocalStorage.of(Durability.PROCESS);
    private final TableSchema schema;
    private final String root;
    private final Workers workers;
    private final ExecutorService pool;
    private final int threads;
    private final Map<String, DataFileMeta> files = new LinkedHashMap<>();
    private int names;

    private BucketDriver(String root, int threads, Map<String, String> options) {
        this.root = root;
        this.threads = threads;
        this.pool = Executors.newFixedThreadPool(Math.max(1, threads - 1), r -> {
            Thread thread = new Thread(r);
            thread.setDaemon(true);
            return thread;
        });
        this.workers = threads == 1 ? Workers.single() : Workers.of(pool, threads);
        this.schema = new TableSchema(
                3,
                0,
                List.of(
                        new DataField(0, "id", Types.BIGINT.notNull()),
                        new DataField(1, "i", Types.INT),
                        new DataField(2, "b", Types.BIGINT),
                        new DataField(3, "d", Types.DOUBLE),
                        new DataField(4, "s", Types.STRING),
                        new DataField(5, "c", Types.STRING),
                        new DataField(6, "m", Types.decimal(18, 2)),
                        new DataField(7, "t", Types.timestamp(3))),
                7,
                List.of(),
                List.of("id"),
                new Options(options),
                null,
                0);
    }

    public static void main(String[] args) throws IOException {
        String workload = args[1];
        int rows = Integer.parseInt(args[2]);
        int threads = Integer.parseInt(args[3]);
        int repeat = Integer.parseInt(args[4]);
        for (int i = 0; i < repeat; i++) {
            String root = Path.of(args[0], workload + i).toString();
            switch (workload) {
                case "W1" -> new BucketDriver(root, threads, options(args)).load(rows);
                case "C1" -> new BucketDriver(root, threads, options(args)).compact(rows);
                case "R1" -> new BucketDriver(root, threads, options(args)).read(rows);
                default -> throw new IllegalArgumentException(workload);
            }
        }
        System.exit(0);
    }

    private static Map<String, String> options(String[] args) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 5; i < args.length; i++) {
            options.put(args[i].substring(0, args[i].indexOf('=')), args[i].substring(args[i].indexOf('=') + 1));
        }
        return options;
    }

    private void load(int rows) throws IOException {
        int[] keys = permutation(rows, rows, 1);
        List<List<ColumnVector>> batches = batches(keys, 0);
        Stopwatch watch = new Stopwatch();
        write(batches, false);
        watch.print("W1", rows, bytes());
        clean();
    }

    private void compact(int rows) throws IOException {
        for (int r = 0; r < 10; r++) {
            write(batches(permutation(rows, rows / 10, 100 + r), r), false);
        }
        MergeTreeWriter writer = writer(true);
        Stopwatch watch = new Stopwatch();
        writer.compactFully();
        apply(writer.prepareCommit(Wait.UNTIL_ENDED));
        watch.print("C1", rows, bytes());
        writer.close();
        clean();
    }

    private void read(int rows) throws IOException {
        for (int r = 0; r < 5; r++) {
            write(batches(permutation(rows, rows / 5, 100 + r), r), false);
        }
        for (int i = 0; i < 5; i++) {
            Stopwatch watch = new Stopwatch();
            List<Section> sections =
                    IntervalPartition.of(List.copyOf(files.values()), new KeyComparator(List.of(Types.BIGINT))).stream()
                            .map(s -> new Section(s.runs()))
                            .toList();
            MergeRequest request = MergeRequest.ofRead(
                            schema.rowType(),
                            List.of("id"),
                            schema.rowType().names(),
                            null,
                            sections,
                            bucketFiles(),
                            resolver())
                    .with(workers);
            long out = 0;
            try (MergeReader reader = new MergeReader(request)) {
                for (MergedChunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                    out += chunk.rows();
                }
            }
            watch.print("R1 " + out, rows, bytes());
        }
        clean();
    }

    private long bytes() {
        return files.values().stream().mapToLong(DataFileMeta::fileSize).sum();
    }

    private void write(List<List<ColumnVector>> batches, boolean compacting) throws IOException {
        MergeTreeWriter writer = writer(compacting);
        int[] rows = java.util.stream.IntStream.range(0, BATCH).toArray();
        for (List<ColumnVector> batch : batches) {
            writer.write(batch, rows, 0, batch.get(0).size(), null);
        }
        apply(writer.prepareCommit(Wait.NO));
        writer.close();
    }

    private void apply(CommitMessage message) {
        message.newFiles().forEach(f -> files.put(f.fileName(), f));
        message.compactBefore().forEach(f -> files.remove(f.fileName()));
        message.compactAfter().forEach(f -> files.put(f.fileName(), f));
    }

    private ColumnResolver resolver() {
        return ColumnResolver.byFieldId(id -> schema);
    }

    private BucketFiles bucketFiles() {
        return new BucketFiles(
                new BucketFiles.Place(storage, new TablePaths(root), schema, BinaryRow.EMPTY, 0),
                new BucketFiles.Encoding("none", Clock.systemUTC(), BucketFiles.settings(schema.options())));
    }

    private MergeTreeWriter writer(boolean compacting) {
        return new TestWriters(new TestWriters.Surroundings(
                        storage,
                        new TablePaths(root),
                        schema,
                        resolver(),
                        Clock.systemUTC(),
                        () -> "u" + names++,
                        SpillSpace.of(schema.options(), storage, root + "/tmp", () -> "s" + names++),
                        compacting ? Runnable::run : null,
                        workers,
                        threads == 1 ? Runnable::run : pool))
                .open(new MergeTreeWriter.Bucket(BinaryRow.EMPTY, 0, 1), List.copyOf(files.values()));
    }

    private void clean() throws IOException {
        try (java.util.stream.Stream<Path> all = java.nio.file.Files.walk(Path.of(root))) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                java.nio.file.Files.delete(path);
            }
        }
    }

    private static int[] permutation(int n, int take, long seed) {
        int[] numbers = new int[n];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            numbers[i] = numbers[j];
            numbers[j] = i;
        }
        return java.util.Arrays.copyOf(numbers, take);
    }

    private List<List<ColumnVector>> batches(int[] keys, long version) {
        List<List<ColumnVector>> batches = new ArrayList<>();
        byte[] text = new byte[16];
        for (int from = 0; from < keys.length; from += BATCH) {
            int to = Math.min(keys.length, from + BATCH);
            List<ColumnVector> columns = new ArrayList<>();
            for (DataField field : schema.fields()) {
                columns.add(ColumnVector.of(field.type(), to - from));
            }
            for (int i = from; i < to; i++) {
                SplittableRandom random = new SplittableRandom(keys[i] * 31L + version);
                ((LongVector) columns.get(0)).append(keys[i]);
                ((IntVector) columns.get(1)).append(random.nextInt(1 << 20));
                ((LongVector) columns.get(2)).append(random.nextLong(1L << 40));
                ((LongVector) columns.get(3)).append(Double.doubleToRawLongBits(random.nextDouble()));
                for (int k = 0; k < 16; k++) {
                    text[k] = ALPHABET[random.nextInt(64)];
                }
                ((BytesVector) columns.get(4)).append(text);
                ((BytesVector) columns.get(5))
                        .append(("category-" + (10 + random.nextInt(64))).getBytes(StandardCharsets.US_ASCII));
                ((LongVector) columns.get(6)).append(random.nextLong(100_000_000L));
                ((LongVector) columns.get(7)).append(1_700_000_000_000L + random.nextLong(365L * 86_400_000L));
            }
            batches.add(columns);
        }
        return batches;
    }

    private static final class Stopwatch {
        private static final com.sun.management.OperatingSystemMXBean SYSTEM =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        private final long wall = System.nanoTime();
        private final long processor = SYSTEM.getProcessCpuTime();

        void print(String what, long rows, long bytes) {
            double seconds = (System.nanoTime() - wall) / 1e9;
            double used = (SYSTEM.getProcessCpuTime() - processor) / 1e9;
            System.out.printf(
                    "%s: %.2f s, %.2f M rows/s; %.2f s of processor, %.2f M rows/s; %.0f MB%n",
                    what, seconds, rows / seconds / 1e6, used, rows / used / 1e6, bytes / 1e6);
        }
    }
}
