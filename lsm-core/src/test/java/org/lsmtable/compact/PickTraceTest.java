package org.lsmtable.compact;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.trace.TraceFile;

/** What decisions say, word by word. */
class PickTraceTest {
    @ParameterizedTest
    @ValueSource(strings = {"labs", "rules", "early-full", "force-level-0", "full-request", "binomial"})
    void explains(String name) throws IOException {
        new TraceFile("compact/" + name + ".txt").run(PickTraceTest::interpret);
    }

    /**
     * {@code runs L0:1 …} sets the runs, {@code options …} the options; {@code pick hour=3 now=5000 last-full=0 rows=10} picks and
     * explains, {@code line} does so in one line, {@code full} asks for a full compaction. Memory goes from pick to pick.
     */
    private static String interpret(List<String> commands) {
        CompactionOptions options = Given.options("");
        List<Run> runs = List.of();
        PickMemory memory = PickMemory.EMPTY;
        StringBuilder out = new StringBuilder();
        for (String command : commands) {
            String[] verbAndRest = command.split(" ", 2);
            String rest = verbAndRest.length > 1 ? verbAndRest[1] : "";
            switch (verbAndRest[0]) {
                case "runs" -> runs = Given.runs(rest);
                case "options" -> options = Given.options(rest);
                default -> {
                    Map<String, String> words = Given.words(rest);
                    if (words.containsKey("last-full")) {
                        memory = PickMemory.lastFullAt(Long.valueOf(words.get("last-full")));
                    }
                    Moment moment = new Moment(
                            Long.parseLong(words.getOrDefault("now", "1000")),
                            Integer.parseInt(words.getOrDefault("hour", "12")));
                    long rows = Long.parseLong(words.getOrDefault("rows", "0"));
                    CompactionView view = new CompactionView(runs, options.levels(), moment, rows, memory);
                    Decision decision = decide(verbAndRest[0], options, view);
                    memory = decision.memory();
                    out.append(verbAndRest[0].equals("line") ? decision + "\n" : decision.explain());
                }
            }
        }
        return out.toString();
    }

    private static Decision decide(String verb, CompactionOptions options, CompactionView view) {
        return switch (verb) {
            case "pick", "line" -> Pickers.of(options).pick(view);
            case "full" -> new FullCompaction(options).pick(view, List.of());
            default -> throw new IllegalArgumentException("no such command: " + verb);
        };
    }
}
