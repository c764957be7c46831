package org.lsmtable.benchmark;

import java.nio.file.Path;

/** One engine, one workload, in this JVM: warms up, then prints {@code seconds=} lines for the parent to read. */
final class WorkloadRun {
    private WorkloadRun() {}

    /** Arguments: engine, workload, rows, folder, warm-up runs, measured runs. */
    public static void main(String[] args) throws Exception {
        Engine engine = args[0].equals("paimon") ? new PaimonEngine() : new LsmEngine();
        Workload workload = Workload.valueOf(args[1]);
        int rows = Integer.parseInt(args[2]);
        Path work = Path.of(args[3]);
        int warm = Integer.parseInt(args[4]);
        int measured = Integer.parseInt(args[5]);
        int small = Math.max(50_000, rows / 10);
        for (int k = 0; k < warm; k++) {
            workload.once(engine, work, small);
        }
        for (int k = 0; k < measured; k++) {
            System.out.println("seconds=" + workload.once(engine, work, rows));
        }
        System.exit(0); // the peer leaves threads behind
    }
}
