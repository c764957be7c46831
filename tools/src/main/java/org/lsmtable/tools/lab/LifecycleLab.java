package org.lsmtable.tools.lab;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.lsmtable.compact.Decision;
import org.lsmtable.data.Row;

/** From the write buffer to the deep levels: nine users' balances in six batches, read back whatever the levels. */
final class LifecycleLab implements Lab {
    private static final String COLUMNS =
            "user_id STRING PRIMARY KEY, balance DECIMAL(18, 2), update_time TIMESTAMP(3)";
    private static final LocalDateTime START = LocalDateTime.of(2026, 1, 31, 10, 0);

    private static final List<String> BATCHES = List.of(
            "A 100.00, B 200.00, C 150.00",
            "B 250.00, D 300.00",
            "A 120.00, E 500.00",
            "F 400.00, G 600.00",
            "C 180.00, H 700.00",
            "A 130.00, I 800.00");

    /** What the table reads after the third and the sixth batch. */
    private static final Map<Integer, String> CONTENTS = Map.of(
            3, "A 120.00, B 250.00, C 150.00, D 300.00, E 500.00",
            6, "A 130.00, B 250.00, C 180.00, D 300.00, E 500.00, F 400.00, G 600.00, H 700.00, I 800.00");

    @Override
    public String name() {
        return "lifecycle";
    }

    @Override
    public void play(LabBench bench, Consumer<LabStep> steps) {
        Map<String, String> smallTrigger = Map.of("num-sorted-run.compaction-trigger", "3");
        try (LabTable table = bench.table(name(), COLUMNS, smallTrigger)) {
            for (int batch = 1; batch <= BATCHES.size(); batch++) {
                Decision decision = table.commit(rows(batch));
                String contents = CONTENTS.get(batch);
                String step = "batch " + batch + ": " + BATCHES.get(batch - 1);
                String found = contents == null ? "committed" : table.contents();
                steps.accept(
                        new LabStep(name(), "table", step, decision, contents == null ? "committed" : contents, found));
            }
        }
    }

    private static List<Row> rows(int batch) {
        List<Row> rows = new ArrayList<>();
        for (String entry : BATCHES.get(batch - 1).split(", ", -1)) {
            String[] parts = entry.split(" ", -1);
            rows.add(Row.of(parts[0], new BigDecimal(parts[1]), START.plusMinutes(batch)));
        }
        return rows;
    }
}
