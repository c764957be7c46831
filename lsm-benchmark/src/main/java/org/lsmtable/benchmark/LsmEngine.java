package org.lsmtable.benchmark;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.table.BatchCursor;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.Scan;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableWriter;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** This engine through its embedding API, rows handed over and taken back as batches. */
final class LsmEngine implements Engine {
    private static final int BATCH_ROWS = 8_192;
    private static final String SCHEMA =
            "id BIGINT NOT NULL, i INT, b BIGINT, d DOUBLE, s STRING, c STRING, m DECIMAL(18, 2), t TIMESTAMP(3), PRIMARY KEY (id)";

    @Override
    public String name() {
        return "lsm";
    }

    @Override
    public void create(Path table) {
        TableDefinition parsed = TableDefinition.parse(SCHEMA);
        Table.create(
                        table,
                        new TableDefinition(
                                parsed.columns(),
                                parsed.primaryKeys(),
                                parsed.partitionKeys(),
                                Map.of("bucket", "1", "file.format", fileFormat()),
                                null))
                .close();
    }

    @Override
    public void load(Path table, int[] keys, int from, int to, int version) {
        try (Table opened = Table.open(table);
                TableWriter writer = opened.newWriter(CompactionMode.NONE)) {
            put(opened.schema().rowType(), writer, keys, from, to, version);
            committed(writer.commit());
        }
    }

    private static void put(RowType type, TableWriter writer, int[] keys, int from, int to, int version) {
        BenchRows row = new BenchRows();
        LongVector id = new LongVector(type.typeAt(0), BATCH_ROWS);
        IntVector i = new IntVector(type.typeAt(1), BATCH_ROWS);
        LongVector b = new LongVector(type.typeAt(2), BATCH_ROWS);
        LongVector d = new LongVector(type.typeAt(3), BATCH_ROWS);
        BytesVector s = new BytesVector(type.typeAt(4), BATCH_ROWS);
        BytesVector c = new BytesVector(type.typeAt(5), BATCH_ROWS);
        LongVector m = new LongVector(type.typeAt(6), BATCH_ROWS);
        LongVector t = new LongVector(type.typeAt(7), BATCH_ROWS);
        List<ColumnVector> columns = List.of(id, i, b, d, s, c, m, t);
        for (int at = from; at < to; ) {
            int end = Math.min(to, at + BATCH_ROWS);
            columns.forEach(ColumnVector::clear);
            for (int k = at; k < end; k++) {
                row.set(keys[k], version);
                id.append(row.id);
                i.append(row.i);
                b.append(row.b);
                d.append(Double.doubleToRawLongBits(row.d));
                s.append(row.s);
                c.append(row.c);
                m.append(row.m);
                t.append(row.t);
            }
            writer.upsert(new Batch(type, columns, end - at));
            at = end;
        }
    }

    private static void committed(CommitResult result) {
        if (!(result instanceof CommitResult.Committed)) {
            throw new IllegalStateException(result.toString());
        }
    }

    @Override
    public void compactFully(Path table) {
        try (Table opened = Table.open(table)) {
            opened.compactFully();
        }
    }

    @Override
    public Read read(Path table, Columns columns) {
        long rows = 0;
        long sum = 0;
        try (Table opened = Table.open(table)) {
            Scan scan = opened.scan();
            if (columns == Columns.TWO) {
                scan = scan.select("i", "d");
            }
            try (BatchCursor cursor = scan.openBatches()) {
                for (Batch batch; (batch = cursor.next()) != null; rows += batch.size()) {
                    for (ColumnVector vector : batch.columns()) {
                        sum += sum(vector);
                    }
                }
            }
        }
        return new Read(rows, sum);
    }

    /** Looks at every value of a vector. */
    private static long sum(ColumnVector vector) {
        int n = vector.size();
        long sum = 0;
        if (vector.type().root() == TypeRoot.DOUBLE) {
            long[] bits = ((LongVector) vector).values();
            for (int k = 0; k < n; k++) {
                sum += (long) (Double.longBitsToDouble(bits[k]) * 1e6);
            }
        } else if (vector instanceof LongVector longs) {
            long[] values = longs.values();
            for (int k = 0; k < n; k++) {
                sum += values[k];
            }
        } else if (vector instanceof IntVector ints) {
            int[] values = ints.values();
            for (int k = 0; k < n; k++) {
                sum += values[k];
            }
        } else if (vector instanceof BytesVector bytes) {
            for (int k = 0; k < n; k++) {
                sum += bytes.length(k);
            }
        } else if (vector instanceof DictionaryVector dictionary) {
            int[] codes = dictionary.codes();
            for (int k = 0; k < n; k++) {
                sum += dictionary.dictionary().length(codes[k]);
            }
        }
        return sum;
    }

    @Override
    public Upserts openForUpserts(Path table) {
        Table opened = Table.open(table);
        TableWriter writer = opened.newWriter(CompactionMode.AWAIT);
        return new Upserts() {
            @Override
            public void commit(int[] keys, int version) {
                put(opened.schema().rowType(), writer, keys, 0, keys.length, version);
                committed(writer.commit());
            }

            @Override
            public void close() {
                writer.close();
                opened.close();
            }
        };
    }
}
