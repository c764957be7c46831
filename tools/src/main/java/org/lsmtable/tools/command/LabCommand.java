package org.lsmtable.tools.command;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.TextOutput;
import org.lsmtable.tools.lab.LabBench;
import org.lsmtable.tools.lab.LabStep;
import org.lsmtable.tools.lab.Labs;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.OutputForm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Replays the labs. */
@Command(
        name = "lab",
        header = "Replays experiments on compaction and compares.",
        description = {
            "Replays experiments on compaction, on given run sizes and on real tables, prints each decision with its arithmetic, and"
                    + " compares. Exit code 1 if anything is not as expected.",
            "uc         why the fourth small commit compacts, and why to level 4",
            "uc_amp     the size amplification rule",
            "uc_num     the run count rule",
            "example-c  where the rule sets 2.0 and 2.1 part",
            "lifecycle  from the write buffer to the deep levels, in six commits",
            "all        all of these"
        },
        footer = {"", "Example:", "  lsm lab uc"})
final class LabCommand extends LsmCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "LAB", description = "Which lab; all if not given.")
    private String name = "all";

    LabCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        if (!name.equals("all") && !Labs.names().contains(name)) {
            throw CliException.usage("no lab '" + name + "'; labs are " + Labs.names() + " and all");
        }
        List<LabStep> steps = new ArrayList<>();
        try (LabBench bench = new LabBench(Files.createTempDirectory("lsm-lab"))) {
            Labs.play(name, bench, steps::add);
        }
        if (form() == OutputForm.TABLE) {
            showText(steps);
        } else {
            show(
                    Column.texts("lab", "part", "step", "decision", "expected", "found", "ok"),
                    steps.stream().map(LabCommand::record).toList());
        }
        long wrong = steps.stream().filter(step -> !step.isAsExpected()).count();
        session.say(
                wrong == 0
                        ? "all " + steps.size() + " steps as expected"
                        : wrong + " of " + steps.size() + " steps not as expected");
        return wrong == 0 ? ExitCode.DONE : ExitCode.FINDING;
    }

    private void showText(List<LabStep> steps) throws IOException {
        TextOutput text = new TextOutput(session);
        String title = "";
        for (LabStep step : steps) {
            String part = "lab " + step.lab() + (step.part().equals("sizes") ? ", given sizes" : ", real table");
            if (!part.equals(title)) {
                title = part;
                text.line("== " + title + " ==");
                text.line();
            }
            text.line("-- " + step.step());
            if (step.decision() != null) {
                text.line(step.decision().explain().stripTrailing());
            }
            text.line(
                    step.isAsExpected()
                            ? "as expected: " + step.found()
                            : "DIFFERS: expected " + step.expected() + ", found " + step.found());
            text.line();
        }
    }

    private static Map<String, Object> record(LabStep step) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("lab", step.lab());
        record.put("part", step.part());
        record.put("step", step.step());
        record.put("decision", step.decision() == null ? null : DecisionTrees.of(step.decision()));
        record.put("expected", step.expected());
        record.put("found", step.found());
        record.put("ok", step.isAsExpected());
        return record;
    }
}
