package org.lsmtable.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.RowRanges;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.StatsCollector;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * How fast keys are merged and columns gathered when reading costs next to nothing: sorted runs of the rows that the performance
 * workloads use, held in memory. Arguments: runs, rows a run, rows a chunk, threads.
 */
public final class MergeDriver {
    private static final RowType TABLE = RowType.of(List.of(
            new DataField(0, "id", Types.BIGINT.notNull()),
            new DataField(1, "i", Types.INT),
            new DataField(2, "b", Types.BIGINT),
            new DataField(3, "d", Types.DOUBLE),
            new DataField(4, "s", Types.STRING),
            new DataField(5, "c", Types.STRING),
            new DataField(6, "m", Types.decimal(18, 2)),
            new DataField(7, "t", Types.timestamp(3))));

    private MergeDriver() {}

    public static void main(String[] args) throws IOException {
        int runs = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        int rows = args.length > 1 ? Integer.parseInt(args[1]) : 500_000;
        int chunk = args.length > 2 ? Integer.parseInt(args[2]) : MergeRequest.Effort.DEFAULT_CHUNK_ROWS;
        int threads = args.length > 3 ? Integer.parseInt(args[3]) : 1;
        String keys = args.length > 4 ? args[4] : "overlap";
        List<ArrayFile> files = new ArrayList<>();
        List<List<DataFileMeta>> section = new ArrayList<>();
        for (int r = 0; r < runs; r++) {
            ArrayFile file = file(r, runs, rows, keys);
            files.add(file);
            section.add(List.of(meta(r, file)));
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        FileOpener opener = meta -> files.get(Integer.parseInt(meta.fileName()));
        MergeRequest request = MergeRequest.ofRead(
                        TABLE,
                        List.of("id"),
                        List.of("id"),
                        null,
                        List.of(new Section(section)),
                        opener,
                        (schema, column) -> new ColumnSource(column.name(), column.type()))
                .withChunkRows(chunk)
                .with(threads == 1 ? Workers.single() : Workers.of(pool, threads));
        MergeRequest all = MergeRequest.ofAll(
                        TABLE,
                        request.order().key(),
                        request.input().sections(),
                        opener,
                        request.input().resolver())
                .withChunkRows(chunk)
                .with(request.effort().workers());
        for (int i = 0; i < 8; i++) {
            long t0 = System.nanoTime();
            long keysOut = read(request);
            long t1 = System.nanoTime();
            long allOut = read(all);
            long t2 = System.nanoTime();
            double million = (double) runs * rows / 1e6;
            System.out.printf(
                    "keys only %.0f ms (%.1f M input rows/s), all columns %.0f ms (%.1f M input rows/s), %d of %.0f"
                            + " rows out%n",
                    (t1 - t0) / 1e6,
                    million / ((t1 - t0) / 1e9),
                    (t2 - t1) / 1e6,
                    million / ((t2 - t1) / 1e9),
                    allOut,
                    million * 1e6);
            if (keysOut != allOut) {
                throw new IllegalStateException(keysOut + " and " + allOut);
            }
        }
        pool.shutdown();
    }

    private static long read(MergeRequest request) throws IOException {
        long rows = 0;
        try (MergeReader reader = new MergeReader(request)) {
            for (MergedChunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                rows += chunk.rows();
            }
        }
        return rows;
    }

    private static ArrayFile file(int run, int runs, int rows, String keys) {
        SplittableRandom random = new SplittableRandom(run);
        long[] key = new long[rows];
        for (int i = 0; i < rows; i++) {
            key[i] = switch (keys) {
                case "overlap" -> random.nextInt(runs * rows);
                case "disjoint" -> (long) i * runs + run;
                case "wide" -> random.nextLong();
                case "skewed" -> random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(runs * rows);
                default -> throw new IllegalArgumentException(keys);
            };
        }
        Arrays.sort(key);
        int n = 0;
        for (int i = 0; i < rows; i++) {
            if (i == 0 || key[i] != key[n - 1]) {
                key[n++] = key[i];
            }
        }
        RowType schema = RowType.of(java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(SystemFields.SEQUENCE_NUMBER, SystemFields.VALUE_KIND),
                        TABLE.fields().stream())
                .toList());
        BytesVector categories = new BytesVector(Types.STRING, 64);
        for (int i = 0; i < 64; i++) {
            categories.append(String.format("category-%02d", i).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        List<ColumnVector> columns = new ArrayList<>();
        for (DataField field : schema.fields()) {
            ColumnVector column =
                    field.name().equals("c") ? new DictionaryVector(categories, n) : ColumnVector.of(field.type(), n);
            byte[] text = new byte[16];
            for (int i = 0; i < n; i++) {
                if (column instanceof IntVector ints) {
                    ints.append(field.name().equals("i") ? random.nextInt() >>> 12 : 0);
                } else if (column instanceof LongVector longs) {
                    longs.append(
                            field.name().equals("id")
                                    ? key[i]
                                    : field.equals(SystemFields.SEQUENCE_NUMBER)
                                            ? (long) run * rows + random.nextInt(rows)
                                            : random.nextLong());
                } else if (column instanceof DictionaryVector d) {
                    d.appendCode(random.nextInt(64));
                } else {
                    random.nextBytes(text);
                    ((BytesVector) column).append(text);
                }
            }
            columns.add(column);
        }
        return new ArrayFile(schema, columns, n);
    }

    private static DataFileMeta meta(int run, ArrayFile file) {
        List<DataType> type = List.of(Types.BIGINT.notNull());
        long[] key = ((LongVector) file.columns.get(2)).values();
        long rows = file.rows;
        return DataFileMeta.written(
                "" + run,
                rows * 50,
                rows,
                BinaryRow.of(type, key[0]),
                BinaryRow.of(type, key[file.rows - 1]),
                new StatsCollector.Collected(StatsRow.EMPTY, StatsRow.EMPTY, List.of()),
                run * rows,
                run * rows + rows - 1,
                0,
                0,
                null,
                0L,
                FileSource.APPEND);
    }

    /** Columns in memory, read by copying. */
    private static final class ArrayFile implements DataFileReader {
        final RowType schema;
        final List<ColumnVector> columns;
        final int rows;

        ArrayFile(RowType schema, List<ColumnVector> columns, int rows) {
            this.schema = schema;
            this.columns = columns;
            this.rows = rows;
        }

        @Override
        public String path() {
            return "memory";
        }

        @Override
        public long rowCount() {
            return rows;
        }

        @Override
        public List<String> columnNames() {
            return schema.names();
        }

        @Override
        public boolean hasColumn(String name) {
            return schema.indexOf(name) >= 0;
        }

        @Override
        public ColumnCursor column(String name, DataType type) {
            ColumnVector column = columns.get(schema.indexOf(name));
            return new ColumnCursor() {
                private int at;

                @Override
                public long position() {
                    return at;
                }

                @Override
                public void skipTo(long row) {
                    at = (int) row;
                }

                @Override
                public ColumnVector read(int count, @Nullable ColumnVector reuse) {
                    ColumnVector vector = reuse != null
                            ? reuse
                            : column instanceof DictionaryVector d
                                    ? new DictionaryVector(d.dictionary(), count)
                                    : ColumnVector.of(type, count);
                    vector.clear();
                    vector.appendRange(column, at, at + count);
                    at += count;
                    return vector;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public RowRanges mayMatch(Filter filter, RowType type) {
            return RowRanges.all(rows);
        }

        @Override
        public void close() {}
    }
}
