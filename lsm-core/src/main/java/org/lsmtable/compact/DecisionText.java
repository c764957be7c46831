package org.lsmtable.compact;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.lsmtable.compact.Decision.FileAction;
import org.lsmtable.compact.Decision.Outcome;
import org.lsmtable.compact.Decision.Pick;
import org.lsmtable.compact.Decision.PlannedFile;
import org.lsmtable.compact.Decision.RuleResult;
import org.lsmtable.compact.Decision.Run;

/** Decisions as text for people. Bytes are shown as they are, so that the arithmetic can be followed. */
final class DecisionText {
    private DecisionText() {}

    /** One line for logs. */
    static String line(Decision decision) {
        Pick pick = decision.pick();
        if (pick == null) {
            return "nothing; runs " + runs(decision.runs()) + "; why: "
                    + decision.rules().stream()
                            .filter(rule -> rule.outcome() != Outcome.OFF)
                            .map(rule -> rule.rule().label() + ": " + rule.reason())
                            .collect(Collectors.joining("; "));
        }
        String why = decision.rules().stream()
                .filter(rule -> rule.rule() == pick.rule())
                .map(RuleResult::reason)
                .collect(Collectors.joining());
        return pick(decision, pick) + "; runs " + runs(decision.runs()) + "; why: " + why;
    }

    /** The whole decision, one line for each rule, then the pick and a line for each file. */
    static String explain(Decision decision) {
        return explain(decision, rule -> "");
    }

    /** The same with what is missing behind each rule, then the next compaction. */
    static String explain(Outlook outlook) {
        String now = explain(
                outlook.decision(),
                rule -> rule.outcome() == Outcome.PICKED
                        ? ""
                        : outlook.distance(rule.rule())
                                .map(d -> d.isZero() ? " (would fire too)" : " (missing: " + d.text() + ")")
                                .orElse(""));
        return outlook.decision().pick() == null ? now + "next: " + next(outlook) + "\n" : now;
    }

    private static String next(Outlook outlook) {
        String flushes = " flushes of " + outlook.flush().bytes() + " bytes";
        Forecast next = outlook.next();
        if (next == null) {
            return "no compaction within " + Outlook.MOST_FLUSHES + flushes;
        }
        String after = next.flushes() == 1
                ? "1 more flush of " + outlook.flush().bytes() + " bytes"
                : next.flushes() + " more" + flushes;
        return "after " + after + ": "
                + pick(next.decision(), Objects.requireNonNull(next.decision().pick()));
    }

    private static String explain(Decision decision, Function<RuleResult, String> behind) {
        StringBuilder text = new StringBuilder();
        text.append(decision.decidedBy());
        decision.options()
                .forEach((key, value) ->
                        text.append(", ").append(key).append(' ').append(value));
        text.append("\nruns, newest first: ").append(runs(decision.runs())).append('\n');
        for (RuleResult rule : decision.rules()) {
            text.append(rule.rule().label())
                    .append(": ")
                    .append(rule.reason())
                    .append(behind.apply(rule))
                    .append('\n');
        }
        Pick pick = decision.pick();
        text.append("pick: ")
                .append(pick == null ? "nothing" : pick(decision, pick))
                .append('\n');
        if (pick != null) {
            pick.files().forEach(file -> text.append("  ").append(file(file)).append('\n'));
        }
        return text.toString();
    }

    private static String pick(Decision decision, Pick pick) {
        String bytes = pick.bytesToRewrite() == pick.bytesIn()
                ? pick.bytesIn() + " bytes to rewrite"
                : pick.bytesToRewrite() + " of " + pick.bytesIn() + " bytes to rewrite";
        List<Run> runs = decision.runs();
        String deletes = pick.dropDelete()
                ? "deletes are dropped"
                : "deletes are kept as level " + runs.get(runs.size() - 1).level() + " is older";
        return pick.runs() + " of " + runs.size() + " runs to level " + pick.outputLevel() + " by "
                + pick.rule().label() + ", " + bytes + ", " + deletes;
    }

    private static String file(PlannedFile file) {
        String action = file.action() == FileAction.REWRITE
                ? "rewrite"
                : file.action() == FileAction.UPGRADE ? "upgrade, no byte is written" : "keep";
        return file.name() + " (L" + file.level() + ", " + file.bytes() + "): " + action;
    }

    private static String runs(List<Run> runs) {
        return runs.isEmpty()
                ? "none"
                : runs.stream()
                        .map(run -> "L" + run.level() + " " + run.bytes()
                                + (run.files() > 1 ? " in " + run.files() + " files" : ""))
                        .collect(Collectors.joining(", "));
    }
}
