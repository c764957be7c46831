package org.lsmtable.format.parquet;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/**
 * Question: how fast are nested columns written and read? Data: 2^20 rows of ARRAY&lt;INT&gt; (0 to 8 elements, a tenth null), of
 * ROW&lt;a INT, b STRING&gt;, and of their parts alone, seed 7, uncompressed, in memory. Seconds are CPU time of one thread. Not a test.
 */
final class NestedSpeed {
    private static final int ROWS = 1 << 20;
    private static final int BATCH_ROWS = 8192;
    private static final int RUNS = 6;

    private NestedSpeed() {}

    public static void main(String[] args) throws IOException {
        DataType array = new ArrayType(Types.INT, true);
        RowType row = new RowType(List.of(new DataField(1, "a", Types.INT), new DataField(2, "b", Types.STRING)), true);
        for (DataType type : List.of(array, row, Types.INT, Types.STRING)) {
            for (int run = 0; run < RUNS; run++) {
                measure(type, run == RUNS - 1);
            }
        }
    }

    private static void measure(DataType type, boolean told) throws IOException {
        MemoryStorage storage = new MemoryStorage();
        RowType schema = RowType.of(List.of(new DataField(0, "c", type)));
        WriteSettings d = WriteSettings.DEFAULT;
        WriteSettings settings = new WriteSettings(
                "none", 1, d.rowGroupBytes(), d.pageRows(), d.pageBytes(), d.dictionaryBytes(), Runnable::run);
        SplittableRandom random = new SplittableRandom(7);
        List<ColumnVector> batches = Stream.generate(() -> vector(type, random))
                .limit(ROWS / BATCH_ROWS)
                .toList();
        long start = cpuNanos();
        try (DataFileWriter writer = new ParquetFormat().create(storage.create("/f"), schema, settings)) {
            for (ColumnVector batch : batches) {
                writer.write(List.of(batch), BATCH_ROWS);
            }
            writer.finish();
        }
        long written = cpuNanos();
        long nulls = 0;
        try (ParquetReader reader = ParquetReader.open(storage.open("/f"));
                ColumnCursor cursor = reader.column("c", type)) {
            ColumnVector vector = null;
            for (int at = 0; at < ROWS; at += BATCH_ROWS) {
                vector = cursor.read(BATCH_ROWS, vector);
                nulls += vector.nullCount();
            }
        }
        long read = cpuNanos();
        if (told) {
            System.out.printf(
                    Locale.ROOT,
                    "%s: written in %.3f s, read in %.3f s, %.1f MB, %d nulls%n",
                    type.asText(),
                    (written - start) / 1e9,
                    (read - written) / 1e9,
                    storage.read("/f").length / 1e6,
                    nulls);
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static ColumnVector vector(DataType type, SplittableRandom random) {
        ColumnVector vector = ColumnVector.of(type, BATCH_ROWS);
        for (int i = 0; i < BATCH_ROWS; i++) {
            if (random.nextInt(10) == 0) {
                vector.appendNulls(1);
            } else if (vector instanceof ListVector lists) {
                for (int n = random.nextInt(9); n > 0; n--) {
                    append(lists.child(0), random);
                }
                lists.endRow();
            } else if (vector instanceof RowVector rows) {
                rows.children().forEach(child -> append(child, random));
                rows.endRow();
            } else {
                append(vector, random);
            }
        }
        return vector;
    }

    private static void append(ColumnVector vector, SplittableRandom random) {
        if (vector instanceof IntVector ints) {
            ints.append(random.nextInt());
        } else {
            ((BytesVector) vector).append(("value " + random.nextInt(1 << 30)).getBytes(StandardCharsets.US_ASCII));
        }
    }
}
