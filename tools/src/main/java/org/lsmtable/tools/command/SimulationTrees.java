package org.lsmtable.tools.command;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.simulate.SimulationResult;

/** Results of simulations as plain trees, in the shape that scripts read. */
final class SimulationTrees {
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}\\.\\d{1,15}");
    private static final double DIGITS = 1e6;

    private SimulationTrees() {}

    /** One result. */
    static Map<String, Object> of(SimulationResult result) {
        Map<String, Object> setting = new LinkedHashMap<>();
        result.setting().forEach((key, value) -> setting.put(key, plain(value)));
        Map<String, Object> compactions = new LinkedHashMap<>();
        compactions.put("minor", result.compactions().minor());
        compactions.put("full", result.compactions().full());
        Map<String, Object> byRule = new LinkedHashMap<>();
        for (Rule rule : Rule.values()) {
            Long bytes = result.compactions().writtenBytes().get(rule);
            if (bytes != null) {
                byRule.put(rule.name().toLowerCase(Locale.ROOT), bytes);
            }
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("setting", setting);
        tree.put("mode", result.scenario().pacing().text());
        tree.put("commits", result.scenario().commits());
        tree.put("flushed_bytes", result.flushedBytes());
        tree.put("compacted_bytes", result.compactedBytes());
        tree.put("write_amplification", rounded(result.writeAmplification()));
        tree.put("space_amplification_mean", rounded(result.space().mean()));
        tree.put("space_amplification_peak", rounded(result.space().peak()));
        tree.put("runs_mean", rounded(result.runs().mean()));
        tree.put("runs_max", result.runs().max());
        tree.put("compactions", compactions);
        tree.put("upgraded_files", result.compactions().upgradedFiles());
        tree.put("compacted_bytes_by_rule", byRule);
        tree.put("stalls", result.stalls());
        tree.put("stall_seconds", rounded(result.stallSeconds()));
        tree.put("live_bytes", result.live().bytes());
        tree.put("live_files", result.live().files());
        return tree;
    }

    /** An option's text as JSON has it: numbers and truth values as such. */
    static Object plain(String value) {
        if (WHOLE.matcher(value).matches()) {
            return Long.valueOf(value);
        }
        if (NUMBER.matcher(value).matches()) {
            return Double.valueOf(value);
        }
        return value.equals("true") || value.equals("false") ? (Object) Boolean.valueOf(value) : value;
    }

    private static double rounded(double value) {
        return Math.round(value * DIGITS) / DIGITS;
    }
}
