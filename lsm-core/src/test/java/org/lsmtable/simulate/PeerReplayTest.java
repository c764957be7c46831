package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.history.BucketHistory;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.interop.Peer;
import org.lsmtable.interop.Peers;
import org.lsmtable.options.MergeTreeOptions;
import org.lsmtable.options.Options;
import org.lsmtable.table.Table;

/** Workloads fitted to tables that real Paimon has written: under the table's own options the simulator writes what Paimon wrote. */
@Execution(ExecutionMode.CONCURRENT)
class PeerReplayTest {
    @TempDir
    Path folder;

    private Path write(Peer peer, String trigger, int newKeysOfTen) throws Exception {
        Path table = folder.resolve("db.db/t");
        peer.create(
                table,
                List.of(new Peer.Column("id", "INT NOT NULL"), new Peer.Column("v", "STRING")),
                List.of("id"),
                List.of(),
                Map.of("bucket", "1", "num-sorted-run.compaction-trigger", trigger));
        Random random = new Random(6);
        try (Peer.Stream stream = peer.openStream(table)) {
            for (int commit = 0; commit < 60; commit++) {
                List<Object[]> rows = new ArrayList<>();
                for (int i = 0; i < 80; i++) {
                    boolean isNew = random.nextInt(10) < newKeysOfTen;
                    int key = isNew ? 1_000_000 + random.nextInt(1_000_000) : random.nextInt(1000);
                    rows.add(new Object[] {
                        "+I", key, Long.toString(random.nextLong(), 36) + Long.toString(random.nextLong(), 36)
                    });
                }
                stream.commit(rows);
            }
        }
        return table;
    }

    @ParameterizedTest
    @CsvSource({"1.4.2, 5, 0", "2.0.0, 3, 0", "2.0.0, 5, 4"})
    void writesWhatPaimonWrote(String version, String trigger, int newKeysOfTen) throws Exception {
        try (Peer peer = version.equals("1.4.2") ? Peers.paimon14() : Peers.paimon20();
                Table table = Table.open(write(peer, trigger, newKeysOfTen))) {
            BucketHistory past =
                    table.history().timeline(HistoryWindow.ALL).buckets().get(0);
            RuleSet rules = table.history().reasons().likelier(past.events());
            Options options = table.options().with(Map.of(MergeTreeOptions.RULE_SET.key(), rules.text()));
            FittedWorkload fit =
                    HistoryFit.of(past, table.schema().trimmedKeyType().types(), options);
            SimulationResult replay = Simulator.run(fit.replay(options, new Pacing.Sync(Duration.ZERO)));
            assertThat(fit.measured().flushes()).isEqualTo(60);
            assertThat(replay.writeAmplification())
                    .as("%s, model error %s", fit.measured(), fit.mergeError())
                    .isCloseTo(fit.measured().writeAmplification(), Percentage.withPercentage(10));
        }
    }
}
