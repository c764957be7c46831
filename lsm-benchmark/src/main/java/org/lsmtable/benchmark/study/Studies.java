package org.lsmtable.benchmark.study;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lsmtable.benchmark.study.Study.Scale;
import org.lsmtable.benchmark.study.Study.Variant;
import org.lsmtable.benchmark.study.StudyResult.Point;
import org.lsmtable.report.PageWriter;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the studies through JMH and writes {@code results.json}, in JMH's form with the counters under {@code secondaryMetrics}, and {@code
 * index.html}. In this process: bytes and runs are counted, which other work on the machine does not change.
 *
 * <p>Usage: {@code study [--out FOLDER] [--scale tiny|small|usual] [--engine real|simulated] [STUDY…]}
 */
public final class Studies {
    private static final Pattern BENCHMARK =
            Pattern.compile(Pattern.quote(WriteAmplification.class.getName() + ".run"));

    private final PrintStream progress;
    private final Scale scale;
    private final @Nullable EngineKind only;
    private final Map<Map<String, String>, RunResult> measured = new LinkedHashMap<>();

    private Studies(PrintStream progress, Scale scale, @Nullable EngineKind only) {
        this.progress = progress;
        this.scale = scale;
        this.only = only;
    }

    /** Runs the studies. */
    public static void main(String[] args) throws Exception {
        run(List.of(args), System.out);
    }

    /**
     * The same, telling each measurement as it is there.
     *
     * @throws IllegalArgumentException naming the argument that is wrong
     */
    static void run(List<String> args, PrintStream progress) throws IOException, RunnerException {
        Path out = Path.of("target/study");
        Scale scale = Scale.usual;
        EngineKind only = null;
        List<String> names = new ArrayList<>();
        for (int k = 0; k < args.size(); k++) {
            String arg = args.get(k);
            switch (arg) {
                case "--out" -> out = Path.of(value(args, ++k));
                case "--scale" -> scale = Scale.valueOf(value(args, ++k));
                case "--engine" -> only = EngineKind.valueOf(value(args, ++k));
                default -> names.add(arg);
            }
        }
        List<Study> studies = chosen(Study.all(scale), names);
        new Studies(progress, scale, only).run(studies, out);
    }

    private static String value(List<String> args, int at) {
        if (at == args.size()) {
            throw new IllegalArgumentException(args.get(at - 1) + ": expected a value behind it");
        }
        return args.get(at);
    }

    private static List<Study> chosen(List<Study> all, List<String> names) {
        Map<String, Study> byName =
                all.stream().collect(Collectors.toMap(Study::name, s -> s, (a, b) -> a, LinkedHashMap::new));
        for (String name : names) {
            if (!byName.containsKey(name)) {
                throw new IllegalArgumentException("no study '" + name + "'; there are " + byName.keySet());
            }
        }
        return names.isEmpty() ? all : names.stream().map(byName::get).toList();
    }

    private void run(List<Study> studies, Path out) throws IOException, RunnerException {
        // JMH lets one run be at a time, for the sake of seconds, which do not matter here.
        System.setProperty("jmh.ignoreLock", "true");
        progress.println(scale);
        List<StudyResult> results = new ArrayList<>();
        for (Study study : studies) {
            results.add(measure(study));
        }
        Files.createDirectories(out);
        Path json = out.resolve("results.json");
        try (PrintStream stream = new PrintStream(Files.newOutputStream(json), false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, stream).writeOut(measured.values());
        }
        Path page = out.resolve("index.html");
        try (OutputStream stream = Files.newOutputStream(page)) {
            PageWriter.write(StudyPage.of(scale, results), stream);
        }
        progress.println("written: " + json + ", " + page);
    }

    private StudyResult measure(Study study) throws RunnerException {
        List<Point> points = new ArrayList<>();
        for (Variant variant : study.variants()) {
            for (EngineKind engine : study.engines()) {
                if (only == null || only == engine) {
                    Point point = new Point(variant, engine, measured(parameters(variant, engine)));
                    points.add(point);
                    progress.printf(
                            Locale.ROOT,
                            "%-18s %-24s %-28s write %6.2f (%.2f to %.2f)  runs %5.2f  space %.2f, at most %.2f  stalls %.0f%n",
                            study.name(),
                            variant.label(),
                            point.line(),
                            point.writeAmplification(),
                            point.counter("leastWriteAmplification"),
                            point.counter("greatestWriteAmplification"),
                            point.counter("readAmplification"),
                            point.counter("spaceAmplification"),
                            point.counter("peakSpaceAmplification"),
                            point.counter("stalls"));
                }
            }
        }
        return new StudyResult(study, points);
    }

    private Map<String, String> parameters(Variant variant, EngineKind engine) {
        Map<String, String> parameters = new LinkedHashMap<>(scale.parameters());
        parameters.putAll(variant.parameters());
        parameters.put("engine", engine.name());
        return parameters;
    }

    /** What a setting came to; a setting that several studies share is measured once. */
    private RunResult measured(Map<String, String> parameters) throws RunnerException {
        Map<String, String> whole = WriteAmplification.usual();
        whole.putAll(parameters);
        RunResult known = measured.get(whole);
        if (known == null) {
            ChainedOptionsBuilder options = new OptionsBuilder()
                    .include(BENCHMARK.pattern())
                    .forks(0)
                    .verbosity(VerboseMode.SILENT)
                    .shouldFailOnError(true);
            whole.forEach(options::param);
            known = new Runner(options.build()).runSingle();
            measured.put(whole, known);
        }
        return known;
    }
}
