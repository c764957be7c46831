package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.lsmtable.simulate.Scenarios.sync;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class GridTest {
    private static final Scenario BASE = sync(SyntheticWorkload.updates(50_000, 1000), 300, Map.of());

    private static Grid grid() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        values.put("num-sorted-run.compaction-trigger", List.of("3", "5"));
        values.put("compaction.size-ratio", List.of("1", "50", "100"));
        return new Grid(values);
    }

    @Test
    void isTheProductOfItsLists() {
        assertThat(grid().settings().stream().map(setting -> String.join(" ", setting.values())))
                .containsExactly("3 1", "3 50", "3 100", "5 1", "5 50", "5 100");
        assertThat(new Grid(Map.of()).settings()).containsExactly(Map.of());
    }

    @Test
    void givesTheSameInAnyNumberOfThreads() {
        List<SimulationResult> alone = grid().run(BASE, Runnable::run);
        ExecutorService four = Executors.newFixedThreadPool(4);
        try {
            assertThat(grid().run(BASE, four)).isEqualTo(alone);
        } finally {
            four.shutdownNow();
        }
        assertThat(alone)
                .hasSize(6)
                .allSatisfy(result ->
                        assertThat(result).isEqualTo(Simulator.run(BASE.with(result.setting()), result.setting())));
        assertThat(alone.stream().map(SimulationResult::writeAmplification)).doesNotHaveDuplicates();
    }

    @Test
    void namesTheOptionThatIsWrong() {
        Grid grid = new Grid(Map.of("num-sorted-run.compaction-trigger", List.of("5", "many")));
        assertThatThrownBy(() -> grid.run(BASE, Runnable::run))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("num-sorted-run.compaction-trigger")
                .hasMessageContaining("many");
    }
}
