package org.lsmtable.tools.command;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.lsmtable.simulate.FlushSizes;
import org.lsmtable.simulate.KeyPattern;
import org.lsmtable.simulate.Pacing;
import org.lsmtable.simulate.RowShape;
import org.lsmtable.simulate.Skew;
import org.lsmtable.simulate.SyntheticWorkload;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Sizes;
import org.lsmtable.tools.query.QuantityConverters;
import picocli.CommandLine.Option;

/** The flags that describe a workload and its pace. */
final class WorkloadFlags {
    /** How many flushes of data a table has when its size is not given. */
    private static final long FLUSHES_OF_DATA = 1000;

    private static final double ROW_BYTES = RowShape.DEFAULT.rowBytes();

    /** Whether a commit waits for its compaction. */
    enum Mode {
        SYNC,
        ASYNC;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--flush-bytes",
            paramLabel = "B",
            defaultValue = "64mb",
            converter = QuantityConverters.Bytes.class,
            description = "Bytes of rows of a flush, or their mean; 64mb if not given.")
    private long flushBytes;

    @Option(
            names = "--table-bytes",
            paramLabel = "B",
            converter = QuantityConverters.Bytes.class,
            description = "Live bytes that are updated; 1000 flushes if not given.")
    private @Nullable Long tableBytes;

    @Option(
            names = "--updates",
            paramLabel = "F",
            defaultValue = "1",
            description =
                    "Share of the rows that update, 0 to 1; the others have new keys. 1 if not given. With updates the"
                            + " table starts full, else empty.")
    private double updates;

    @Option(
            names = "--deletes",
            paramLabel = "F",
            defaultValue = "0",
            description = "Share of the updates that delete, 0 to below 1; 0 if not given.")
    private double deletes;

    @Option(
            names = "--skew",
            paramLabel = "SKEW",
            defaultValue = "none",
            description =
                    "Which rows are updated: none, hot:DATA:UPDATES (hot:0.1:0.9 sends 90 %% of the updates to 10 %% of"
                            + " the data) or zipf:EXPONENT.")
    private String skew = "";

    @Option(
            names = "--keys",
            paramLabel = "uniform|sequential",
            defaultValue = "uniform",
            description = "Whether each flush covers all keys, or a range of its own. uniform if not given.")
    private KeyPattern keys = KeyPattern.UNIFORM;

    @Option(
            names = "--flush-sizes",
            paramLabel = "SIZES",
            defaultValue = "constant",
            description =
                    "How flush sizes vary around --flush-bytes: constant, uniform:SHARE (uniform:0.5 is half to one and"
                            + " a half) or lognormal:SIGMA.")
    private String flushSizes = "";

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of varying flush sizes; 1 if not given.")
    private long seed;

    @Option(
            names = "--row-bytes",
            paramLabel = "B",
            converter = QuantityConverters.Bytes.class,
            description = "Bytes of a row in a file, for what counts rows; 100 if not given.")
    private @Nullable Long rowBytes;

    @Option(
            names = "--mode",
            paramLabel = "sync|async",
            defaultValue = "sync",
            description =
                    "Whether a commit waits for its compaction, or compactions run beside the writer. sync if not given.")
    private Mode mode = Mode.SYNC;

    @Option(
            names = "--flush-interval",
            paramLabel = "TIME",
            defaultValue = "1min",
            converter = QuantityConverters.Time.class,
            description = "Time from flush to flush; 1min if not given, or as a table's past has it.")
    private Duration flushInterval = Duration.ZERO;

    @Option(
            names = "--throughput",
            paramLabel = "B",
            defaultValue = "64mb",
            converter = QuantityConverters.Bytes.class,
            description = "Bytes of input that an async compaction merges a second; 64mb if not given.")
    private long throughput;

    /** The flags that say what is written; the others say how fast. */
    static final List<String> OF_CONTENT = List.of(
            "--flush-bytes",
            "--table-bytes",
            "--updates",
            "--deletes",
            "--skew",
            "--keys",
            "--flush-sizes",
            "--seed",
            "--row-bytes");

    /** The workload. */
    SyntheticWorkload workload() {
        requirePositive("--flush-bytes", flushBytes);
        double table = tableBytes == null ? (double) flushBytes * FLUSHES_OF_DATA : (double) tableBytes;
        if (tableBytes != null) {
            requirePositive("--table-bytes", tableBytes);
        }
        requireShare("--updates", updates);
        requireShare("--deletes", deletes);
        if (deletes == 1) {
            throw CliException.usage("--deletes: expected below 1, found 1");
        }
        if (rowBytes != null) {
            requirePositive("--row-bytes", rowBytes);
        }
        double row = rowBytes == null ? ROW_BYTES : (double) rowBytes;
        Skew popularity = skew(table / row);
        if (keys == KeyPattern.SEQUENTIAL && !popularity.equals(Skew.NONE)) {
            throw CliException.usage("--skew: expected none with --keys sequential, found '" + skew + "'");
        }
        return new SyntheticWorkload(
                sizes(),
                updates == 0 ? 0 : table,
                updates,
                deletes,
                popularity,
                keys,
                new RowShape(row, RowShape.DEFAULT.deleteRatio()));
    }

    /** The pace. */
    Pacing pacing() {
        return pacing(flushInterval);
    }

    /** The pace with another time between flushes. */
    Pacing pacing(Duration interval) {
        if (mode == Mode.SYNC) {
            return new Pacing.Sync(interval);
        }
        requirePositive("--throughput", throughput);
        return new Pacing.Async(interval, (double) throughput);
    }

    /** The workload in words. */
    String describe() {
        SyntheticWorkload workload = workload();
        String rows = updates == 0
                ? "new keys"
                : Sizes.text((long) workload.tableBytes()) + " of live data, " + percent(updates)
                        + " of the rows update it"
                        + (skew.equals("none") ? "" : " (skew " + skew + ")")
                        + (deletes == 0 ? "" : ", " + percent(deletes) + " of these delete");
        return "flushes of " + Sizes.text(flushBytes) + (flushSizes.equals("constant") ? "" : " (" + flushSizes + ")")
                + ", " + keys.name().toLowerCase(Locale.ROOT) + " keys, " + rows + "; " + describe(pacing());
    }

    /** A pace in words. */
    static String describe(Pacing pacing) {
        return pacing instanceof Pacing.Async async
                ? "a flush every " + async.flushInterval().toMillis() / 1000.0 + " s, compactions merge "
                        + Sizes.text((long) async.bytesPerSecond()) + " a second"
                : "each commit waits for its compaction";
    }

    private static String percent(double share) {
        return BigDecimal.valueOf(Math.round(share * 1000), 1)
                        .stripTrailingZeros()
                        .toPlainString() + " %";
    }

    private FlushSizes sizes() {
        String[] parts = flushSizes.split(":", -1);
        double bytes = flushBytes;
        if (parts.length == 1 && parts[0].equals("constant")) {
            return new FlushSizes.Constant(bytes);
        }
        if (parts.length == 2 && parts[0].equals("uniform")) {
            double share = number("--flush-sizes", parts[1]);
            requireShare("--flush-sizes uniform", share);
            return new FlushSizes.Uniform(Math.max(1, bytes * (1 - share)), bytes * (1 + share), seed);
        }
        if (parts.length == 2 && parts[0].equals("lognormal")) {
            double sigma = number("--flush-sizes", parts[1]);
            if (!(sigma >= 0 && sigma <= FlushSizes.LogNormal.MAX_SIGMA)) {
                throw CliException.usage("--flush-sizes lognormal: expected a sigma from 0 to "
                        + FlushSizes.LogNormal.MAX_SIGMA + ", found " + parts[1]);
            }
            return new FlushSizes.LogNormal(bytes, sigma, seed);
        }
        throw CliException.usage(
                "--flush-sizes: expected constant, uniform:SHARE or lognormal:SIGMA, found '" + flushSizes + "'");
    }

    private Skew skew(double rows) {
        String[] parts = skew.split(":", -1);
        if (parts.length == 1 && parts[0].equals("none")) {
            return Skew.NONE;
        }
        if (parts.length == 3 && parts[0].equals("hot")) {
            double data = number("--skew", parts[1]);
            double share = number("--skew", parts[2]);
            requireShare("--skew hot", share);
            if (!(data > 0 && data < 1)) {
                throw CliException.usage("--skew hot: expected a share of the data between 0 and 1, found " + parts[1]);
            }
            return Skew.hot(data, share);
        }
        if (parts.length == 2 && parts[0].equals("zipf")) {
            double exponent = number("--skew", parts[1]);
            if (!(exponent >= 0) || Double.isInfinite(exponent)) {
                throw CliException.usage("--skew zipf: expected an exponent of at least 0, found " + parts[1]);
            }
            return Skew.zipf(exponent, Math.max(1, Math.round(rows)));
        }
        throw CliException.usage("--skew: expected none, hot:DATA:UPDATES or zipf:EXPONENT, found '" + skew + "'");
    }

    private static double number(String flag, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new CliException(ExitCode.USAGE, flag + ": expected a number, found '" + text + "'", e);
        }
    }

    private static void requirePositive(String flag, long value) {
        if (value <= 0) {
            throw CliException.usage(flag + ": expected above 0, found " + value);
        }
    }

    private static void requireShare(String flag, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw CliException.usage(flag + ": expected a number from 0 to 1, found " + share);
        }
    }
}
