package org.lsmtable.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every workload runs, small, and both engines see the same rows in it: what is measured is the same work. */
class EnginesAgreeTest {
    private static final int ROWS = 2_000;

    @ParameterizedTest
    @EnumSource(Workload.class)
    void everyWorkloadRuns(Workload workload, @TempDir Path folder) throws Exception {
        assertThat(workload.once(new LsmEngine(), folder, ROWS)).isPositive();
    }

    @Test
    void bothEnginesReadTheSameRows(@TempDir Path folder) throws Exception {
        Engine ours = new LsmEngine();
        Engine theirs = new PaimonEngine(); // the version on the compile class path, 1.4.2
        for (Engine writer : new Engine[] {ours, theirs}) {
            Path table = folder.resolve("db.db").resolve(writer.name());
            writer.create(table);
            for (int run = 0; run < 3; run++) {
                int[] keys = BenchRows.sample(ROWS, ROWS / 2, run);
                writer.load(table, keys, 0, keys.length, run);
            }
            for (Engine.Columns columns : Engine.Columns.values()) {
                Engine.Read merged = ours.read(table, columns);
                assertThat(merged).isEqualTo(theirs.read(table, columns));
                writer.compactFully(table);
                assertThat(ours.read(table, columns)).isEqualTo(merged).isEqualTo(theirs.read(table, columns));
            }
        }
    }
}
