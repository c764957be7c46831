package org.lsmtable.benchmark;

import java.nio.file.Path;
import java.util.SplittableRandom;

/** What is measured; each states its question in its name's comment. Data sets are made once by the engine that is measured. */
enum Workload {
    /** Bulk load: how fast do N rows in random key order become a committed table? */
    W1 {
        @Override
        double once(Engine engine, Path work, int rows) throws Exception {
            int[] keys = BenchRows.permutation(rows, 1);
            Path table = fresh(work, "w1");
            engine.create(table);
            long start = System.nanoTime();
            engine.load(table, keys, 0, rows, 0);
            double seconds = seconds(start);
            Folders.delete(table);
            return seconds;
        }
    },

    /** Full compaction: how fast do ten overlapping level-0 files of N/10 rows become one run? */
    C1 {
        @Override
        double once(Engine engine, Path work, int rows) throws Exception {
            Path table = fresh(work, "c1");
            Folders.copy(overlapping(engine, work, rows, 10), table);
            long start = System.nanoTime();
            engine.compactFully(table);
            double seconds = seconds(start);
            Folders.delete(table);
            return seconds;
        }
    },

    /** Upserts: how long do 20 commits of N/20 random updates over the compacted base take, compaction awaited in each? */
    W2 {
        @Override
        double once(Engine engine, Path work, int rows) throws Exception {
            Path table = fresh(work, "w2");
            Folders.copy(base(engine, work, rows), table);
            SplittableRandom random = new SplittableRandom(7);
            int[] keys = new int[rows / 20];
            double seconds = 0;
            try (Engine.Upserts upserts = engine.openForUpserts(table)) {
                for (int commit = 1; commit <= 20; commit++) {
                    for (int k = 0; k < keys.length; k++) {
                        keys[k] = random.nextInt(rows);
                    }
                    long start = System.nanoTime();
                    upserts.commit(keys, commit);
                    seconds += seconds(start);
                }
            }
            Folders.delete(table);
            return seconds;
        }
    },

    /** Merge read: how fast are five overlapping runs of N/5 rows read merged, all columns? */
    R1 {
        @Override
        double once(Engine engine, Path work, int rows) throws Exception {
            return read(engine, overlapping(engine, work, rows, 5), Engine.Columns.ALL);
        }
    },

    /** Plain read: how fast is the compacted table of N rows read, all columns? */
    R2 {
        @Override
        double once(Engine engine, Path work, int rows) throws Exception {
            return read(engine, base(engine, work, rows), Engine.Columns.ALL);
        }
    },

    /** The same, two columns. */
    R2P {
        @Override
        double once(Engine engine, Path work, int rows) throws Exception {
            return read(engine, base(engine, work, rows), Engine.Columns.TWO);
        }
    };

    /** Runs it once; the seconds of the measured part. */
    abstract double once(Engine engine, Path work, int rows) throws Exception;

    private static double seconds(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    private static double read(Engine engine, Path table, Engine.Columns columns) throws Exception {
        long start = System.nanoTime();
        Engine.Read found = engine.read(table, columns);
        double seconds = seconds(start);
        if (found.rows() == 0) {
            throw new IllegalStateException("no rows in " + table);
        }
        return seconds;
    }

    private static Path fresh(Path work, String name) throws Exception {
        Path table = work.resolve("scratch.db").resolve(name);
        Folders.delete(table);
        return table;
    }

    /** A table of overlapping level-0 files, made once. */
    private static Path overlapping(Engine engine, Path work, int rows, int runs) throws Exception {
        Path table = work.resolve("data.db/overlap-" + runs + "-" + rows);
        if (!java.nio.file.Files.exists(table.resolve("snapshot/snapshot-" + runs))) {
            Folders.delete(table);
            engine.create(table);
            for (int run = 0; run < runs; run++) {
                int[] keys = BenchRows.sample(rows, rows / runs, 100 + run);
                engine.load(table, keys, 0, keys.length, run);
            }
        }
        return table;
    }

    /** A compacted table, made once. */
    private static Path base(Engine engine, Path work, int rows) throws Exception {
        Path table = work.resolve("data.db/base-" + rows);
        if (!java.nio.file.Files.exists(table.resolve("snapshot/snapshot-2"))) {
            Folders.delete(table);
            engine.create(table);
            engine.load(table, BenchRows.permutation(rows, 1), 0, rows, 0);
            engine.compactFully(table);
        }
        return table;
    }
}
