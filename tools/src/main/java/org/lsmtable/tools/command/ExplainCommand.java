package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.TextOutput;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.OutputForm;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.tools.query.TableAddress;
import org.lsmtable.tools.value.RowPrinter;
import org.lsmtable.tools.value.Trees;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Explains what compaction would do now. */
@Command(
        name = "explain",
        header = "Shows what compaction would do now, and why.",
        description = "Each rule with both of its sides, the pick, and which files are rewritten.",
        footer = {
            "",
            "Example:",
            "  lsm explain /data/orders --bucket 0 --rule-set 2.0 -O num-sorted-run.compaction-trigger=3"
        })
final class ExplainCommand extends BucketCommand {
    @Option(names = "--rule-set", paramLabel = "2.0|2.1", description = "Other pick rules than those of the table.")
    private @Nullable String ruleSet;

    @Option(names = "--check", description = "Exit code 1 if a compaction is due.")
    private boolean check;

    ExplainCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        RuleSet rules = ruleSet();
        TableAddress address = stateAddress();
        boolean due = false;
        try (Table table = open(address)) {
            RowPrinter partitions = new RowPrinter(table.schema().partitionType());
            RecordWriter writer = form() == OutputForm.TABLE
                    ? null
                    : form().open(Column.texts(DecisionTrees.COLUMNS.toArray(new String[0])), session.out());
            for (BucketLevels bucket : wanted(table.levels(address.refOrLatest()), table)) {
                Decision decision = table.explain(address.refOrLatest(), bucket.ref(), rules);
                due |= decision.pick() != null;
                if (writer == null) {
                    showText(bucket, decision, table);
                } else {
                    showRecord(bucket, decision, partitions, writer);
                }
            }
            if (writer != null) {
                writer.finish();
            }
        }
        return check && due ? ExitCode.FINDING : ExitCode.DONE;
    }

    private @Nullable RuleSet ruleSet() {
        if (ruleSet == null) {
            return null;
        }
        try {
            return RuleSet.of(ruleSet);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, "--rule-set: " + e.getMessage(), e);
        }
    }

    private void showText(BucketLevels bucket, Decision decision, Table table) throws IOException {
        TextOutput text = new TextOutput(session);
        List<String> columns = table.schema().partitionKeys();
        StringBuilder title = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            title.append(columns.get(i))
                    .append('=')
                    .append(bucket.partitionValues().get(i))
                    .append(", ");
        }
        text.line(title + "bucket " + bucket.ref().bucket());
        text.line(decision.explain());
    }

    private static void showRecord(BucketLevels bucket, Decision decision, RowPrinter partitions, RecordWriter writer)
            throws IOException {
        Map<String, Object> tree = DecisionTrees.of(decision);
        writer.startRecord();
        partitions.object(bucket.partitionValues(), writer);
        writer.integer(bucket.ref().bucket());
        for (String column : DecisionTrees.COLUMNS.subList(2, DecisionTrees.COLUMNS.size())) {
            Trees.write(tree.get(column), writer);
        }
        writer.endRecord();
    }
}
