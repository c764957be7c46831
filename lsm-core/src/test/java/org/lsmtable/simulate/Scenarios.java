package org.lsmtable.simulate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.lsmtable.options.Options;

/** Short ways to say what is simulated. */
final class Scenarios {
    static final double MIB = 1 << 20;

    private static final Pacing SYNC = new Pacing.Sync(Duration.ofSeconds(1));

    private Scenarios() {}

    /** A synchronous scenario without overhead. */
    static Scenario sync(Workload workload, long commits, Map<String, String> options) {
        return new Scenario(new Options(options), workload, SYNC, commits, 0);
    }

    /** The result of a synchronous scenario without overhead. */
    static SimulationResult run(Workload workload, long commits, Map<String, String> options) {
        return Simulator.run(sync(workload, commits, options));
    }

    /** The same scenario at another pace. */
    static Scenario at(Pacing pacing, Scenario scenario) {
        return new Scenario(
                scenario.options(), scenario.workload(), pacing, scenario.commits(), scenario.fileOverheadBytes());
    }

    /** The same scenario with files that take more than their rows. */
    static Scenario withOverhead(long bytes, Scenario scenario) {
        return new Scenario(scenario.options(), scenario.workload(), scenario.pacing(), scenario.commits(), bytes);
    }

    /** Options with a trigger and others, as key, value, key, value. */
    static Map<String, String> trigger(int trigger, String... others) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("num-sorted-run.compaction-trigger", "" + trigger);
        for (int i = 0; i < others.length; i += 2) {
            options.put(others[i], others[i + 1]);
        }
        return options;
    }
}
