package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.data.Row;
import org.lsmtable.history.BucketHistory;
import org.lsmtable.history.BucketTotals;
import org.lsmtable.history.HistoryTotals;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.history.TableHistory;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Options;
import org.lsmtable.simulate.FittedWorkload;
import org.lsmtable.simulate.HistoryFit;
import org.lsmtable.simulate.TooLittleHistoryException;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Sizes;
import org.lsmtable.types.RowType;

/**
 * The workload of the bucket of a table that was written most, learnt from the snapshots.
 *
 * @param totals sums of that bucket
 * @param share its share of the bytes that were flushed into all buckets asked for
 * @param options the table's, with the rule set that its compactions agree with
 */
record TableWorkload(
        Row partition, BucketTotals totals, double share, Options options, FittedWorkload fit, List<String> warnings) {
    /**
     * Learns a workload.
     *
     * @throws CliException refused, if there is too little to learn from
     */
    static TableWorkload of(Table table, HistoryWindow window, BiPredicate<Row, Integer> wanted) throws IOException {
        TableHistory history = table.history();
        RowType partitionType = table.schema().partitionType();
        HistoryTotals totals = history.totals(window);
        List<BucketTotals> asked = totals.buckets().stream()
                .filter(b -> wanted.test(TableCommand.values(partitionType, b.partition()), b.bucket()))
                .toList();
        BucketTotals most = asked.stream()
                .max(Comparator.comparingLong(b -> b.amounts().flushedBytes()))
                .orElseThrow(() -> refused(table, "no bucket with files was found"));
        long all = asked.stream().mapToLong(b -> b.amounts().flushedBytes()).sum();
        BucketHistory past = history.timeline(
                        window, (partition, bucket) -> bucket == most.bucket() && partition.equals(most.partition()))
                .buckets()
                .get(0);
        RuleSet rules = history.reasons().likelier(past.events());
        try {
            return new TableWorkload(
                    TableCommand.values(partitionType, most.partition()),
                    most,
                    all == 0 ? 0 : (double) most.amounts().flushedBytes() / all,
                    table.options().with(Map.of(MergeTreeOptions.RULE_SET.key(), rules.text())),
                    HistoryFit.of(past, table.schema().trimmedKeyType().types(), table.options()),
                    totals.coverage().warnings());
        } catch (TooLittleHistoryException e) {
            throw refused(table, "its snapshots show " + e.getMessage());
        }
    }

    static CliException refused(Table table, String found) {
        return new CliException(
                ExitCode.REFUSED,
                table.location() + ": too little history to learn a workload from: " + found
                        + "; write more, keep more snapshots, or describe a workload to lsm simulate");
    }

    /** The bucket and what is written to it, one sentence. */
    String describe(Table table) {
        FittedWorkload.Measured measured = fit.measured();
        StringBuilder where = new StringBuilder();
        List<String> columns = table.schema().partitionKeys();
        for (int i = 0; i < columns.size(); i++) {
            where.append(columns.get(i)).append('=').append(partition.get(i)).append(", ");
        }
        return String.format(
                Locale.ROOT,
                "%sbucket %d, %.0f %% of the bytes flushed: flushes of %s, %s%s",
                where,
                totals.bucket(),
                100 * share,
                Sizes.text(measured.flushedBytes() / measured.flushes()),
                keys(),
                rules().equals(table.options().get(MergeTreeOptions.RULE_SET))
                        ? ""
                        : "; compactions are those of rule set " + rules() + ", which is simulated");
    }

    /** What the keys are like. Where hardly two flushes meet, the fit has nothing to tell new rows from updates by. */
    private String keys() {
        double newKeys = fit.workload().newKeys();
        if (fit.isInKeyOrder()) {
            return "each with a range of keys of its own";
        }
        return newKeys > 0.99
                ? "all rows new"
                : String.format(
                        Locale.ROOT,
                        "%.0f %% of the rows new, the others as if they updated %s of rows evenly",
                        100 * newKeys,
                        Sizes.text((long) fit.workload().tableBytes()));
    }

    /** The rule set that the compactions agree with. */
    String rules() {
        return options.get(MergeTreeOptions.RULE_SET);
    }
}
