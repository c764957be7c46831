package org.lsmtable.benchmark;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The engine and real Paimon 2.0.0 on the same rows in one run, in turn, each in JVMs of its own with the same heap. Prints the median of
 * each and the ratio of the medians.
 *
 * <p>Usage: {@code PeerComparison [--rows N] [--rounds K] [--runs R] [--heap 6g] [--format parquet|orc|avro] [--work FOLDER] [WORKLOAD…]}
 */
public final class PeerComparison {
    private int rows = 1_000_000;
    private int rounds = 3;
    private int runs = 1;
    private String heap = "6g";
    private String format = "parquet";
    private Path work = Path.of("target/peer-comparison");
    private final List<Workload> workloads = new ArrayList<>();

    private PeerComparison() {}

    /** Runs the comparison. */
    public static void main(String[] args) throws Exception {
        PeerComparison comparison = new PeerComparison();
        comparison.parse(args);
        comparison.run();
    }

    private void parse(String[] args) {
        for (int k = 0; k < args.length; k++) {
            switch (args[k]) {
                case "--rows" -> rows = Integer.parseInt(args[++k]);
                case "--rounds" -> rounds = Integer.parseInt(args[++k]);
                case "--runs" -> runs = Integer.parseInt(args[++k]);
                case "--heap" -> heap = args[++k];
                case "--format" -> format = args[++k];
                case "--work" -> work = Path.of(args[++k]);
                default -> workloads.add(Workload.valueOf(args[k]));
            }
        }
        if (workloads.isEmpty()) {
            workloads.addAll(List.of(Workload.W1, Workload.C1, Workload.R1, Workload.R2));
        }
    }

    private void run() throws Exception {
        System.out.printf(
                "rows %,d in %s, %d rounds of %d, heap %s, %s %s, %d processors%n",
                rows,
                format,
                rounds,
                runs,
                heap,
                System.getProperty("java.vm.name"),
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors());
        for (Workload workload : workloads) {
            List<Double> ours = new ArrayList<>();
            List<Double> theirs = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                ours.addAll(child("lsm", workload));
                theirs.addAll(child("paimon", workload));
            }
            double a = median(ours);
            double b = median(theirs);
            System.out.printf(
                    Locale.ROOT,
                    "%-4s lsm-table %7.3f s (%,d rows/s)   paimon 2.0.0 %7.3f s (%,d rows/s)   ratio %.2f   lsm %s paimon %s%n",
                    workload,
                    a,
                    (long) (rows / a),
                    b,
                    (long) (rows / b),
                    b / a,
                    spread(ours),
                    spread(theirs));
        }
    }

    private List<Double> child(String engine, Workload workload) throws IOException, InterruptedException {
        Path folder = work.resolve(engine);
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms" + heap,
                "-Xmx" + heap,
                "-XX:+UseG1GC",
                "-D" + Engine.FILE_FORMAT_PROPERTY + "=" + format,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"));
        command.addAll(Arrays.stream(System.getProperty("bench.jvm.args", "").split(" "))
                .filter(s -> !s.isBlank())
                .toList());
        command.addAll(List.of(
                "-cp",
                engine.equals("paimon") ? peerClassPath() : System.getProperty("java.class.path"),
                WorkloadRun.class.getName(),
                engine,
                workload.name(),
                Integer.toString(rows),
                folder.toString(),
                "3",
                Integer.toString(runs)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Double> seconds = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line; (line = lines.readLine()) != null; ) {
                if (line.startsWith("seconds=")) {
                    seconds.add(Double.parseDouble(line.substring("seconds=".length())));
                }
            }
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException(engine + " " + workload + " failed, exit code " + process.exitValue());
        }
        return seconds;
    }

    /** The same class path with the peer's jar in front, so that its classes, not the older compile-time ones, are used. */
    private static String peerClassPath() {
        Path jar = Path.of(System.getProperty("peers.dir", "lsm-benchmark/target/peers"), "paimon-flink-2.0-2.0.0.jar");
        if (!Files.isRegularFile(jar)) {
            throw new IllegalStateException(jar.toAbsolutePath() + " is missing; 'mvn package' copies it there");
        }
        return jar + File.pathSeparator + System.getProperty("java.class.path");
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int n = sorted.length;
        return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }

    private static String spread(List<Double> values) {
        return String.format(
                Locale.ROOT,
                "%.3f..%.3f",
                values.stream().mapToDouble(Double::doubleValue).min().orElse(0),
                values.stream().mapToDouble(Double::doubleValue).max().orElse(0));
    }
}
