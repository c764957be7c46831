package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** Settings to compare: the product of lists of option values. Immutable. */
public final class Grid {
    private final List<Map<String, String>> settings;

    /**
     * A grid.
     *
     * @param values by option key; the settings vary the last key first. Empty: one setting that changes nothing
     */
    public Grid(Map<String, List<String>> values) {
        List<Map<String, String>> product = List.of(Map.of());
        for (Map.Entry<String, List<String>> option : values.entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> setting : product) {
                for (String value : option.getValue()) {
                    Map<String, String> more = new LinkedHashMap<>(setting);
                    more.put(option.getKey(), value);
                    longer.add(more);
                }
            }
            product = longer;
        }
        this.settings = List.copyOf(product);
    }

    /** All settings, each a value for every key in the order of the keys. */
    public List<Map<String, String>> settings() {
        return settings;
    }

    /**
     * Simulates each setting on top of a scenario.
     *
     * @param executor runs the simulations; with several threads they run at the same time, and the results are the same
     * @return in the order of the settings
     * @throws IllegalArgumentException if an option is not valid, naming it
     */
    public List<SimulationResult> run(Scenario base, Executor executor) {
        List<Scenario> scenarios = settings.stream().map(base::with).toList();
        List<CompletableFuture<SimulationResult>> running = new ArrayList<>();
        for (int i = 0; i < scenarios.size(); i++) {
            Scenario scenario = scenarios.get(i);
            Map<String, String> setting = settings.get(i);
            running.add(CompletableFuture.supplyAsync(() -> Simulator.run(scenario, setting), executor));
        }
        try {
            return running.stream().map(CompletableFuture::join).toList();
        } catch (CompletionException e) {
            running.forEach(future -> future.cancel(true));
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
