package org.lsmtable.tools.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Decision.Rule;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.tools.lab.PickText.Deletes;

/** All labs by name. */
public final class Labs {
    private static final List<Lab> ALL =
            List.of(new UcLab(), new UcAmpLab(), new UcNumLab(), new ExampleCLab(), new LifecycleLab());

    private Labs() {}

    /** The names, in the order in which they are played. */
    public static List<String> names() {
        return ALL.stream().map(Lab::name).toList();
    }

    /**
     * Plays one lab, or {@code all}.
     *
     * @throws IllegalArgumentException naming the labs, if there is none of that name
     */
    public static void play(String name, LabBench bench, Consumer<LabStep> steps) {
        List<Lab> chosen = ALL.stream()
                .filter(lab -> name.equals("all") || lab.name().equals(name))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("no lab '" + name + "'; labs are " + names() + " and all");
        }
        chosen.forEach(lab -> lab.play(bench, steps));
    }

    /** Runs on level 0 with sizes, newest first, and then others as pairs of level and size. */
    private static List<Run> runs(long[] levelZero, long... levelsAndBytes) {
        List<Run> runs = new ArrayList<>();
        for (long bytes : levelZero) {
            runs.add(new Run(0, 1, bytes));
        }
        for (int i = 0; i < levelsAndBytes.length; i += 2) {
            runs.add(new Run((int) levelsAndBytes[i], 1, levelsAndBytes[i + 1]));
        }
        return runs;
    }

    private static long[] levelZero(long... bytes) {
        return bytes;
    }

    /** The part of a lab that asks the picker about given sizes. */
    private record Sizes(String lab, LabBench bench, Consumer<LabStep> steps) {
        void expect(String step, RuleSet ruleSet, List<Run> runs, String expected) {
            Decision decision = bench.pick(ruleSet, runs);
            steps.accept(new LabStep(lab, "sizes", step, decision, expected, PickText.of(decision)));
        }

        void expect(String step, List<Run> runs, String expected) {
            expect(step, RuleSet.V2_1, runs, expected);
        }
    }

    /** The part of a lab that commits to a real table. */
    private record Commits(String lab, LabTable table, Consumer<LabStep> steps) {
        void expect(String step, int newRows, String expectedPick, String expectedLevels) {
            Decision decision = table.commit(table.newRows(newRows));
            steps.accept(new LabStep(
                    lab,
                    "table",
                    step,
                    decision,
                    expectedPick + "; " + expectedLevels,
                    PickText.of(decision) + "; " + table.levels()));
        }
    }

    private static final String COLUMNS = "id INT, v STRING, PRIMARY KEY (id)";

    /** Why the fourth small commit compacts, and why to level 4. */
    private static final class UcLab implements Lab {
        @Override
        public String name() {
            return "uc";
        }

        @Override
        public void play(LabBench bench, Consumer<LabStep> steps) {
            Sizes sizes = new Sizes(name(), bench, steps);
            String toFour = PickText.pick(Rule.SIZE_RATIO, 4, 4, Deletes.KEPT);
            sizes.expect("commit 1", runs(levelZero(1097), 5, 8744), PickText.NONE);
            sizes.expect("commit 2", runs(levelZero(1099, 1097), 5, 8744), PickText.NONE);
            sizes.expect("commit 3", runs(levelZero(1099, 1099, 1097), 5, 8744), PickText.NONE);
            sizes.expect("commit 4", runs(levelZero(1099, 1099, 1099, 1097), 5, 8744), toFour);
            sizes.expect("commit 5", runs(levelZero(1099), 4, 1230, 5, 8744), PickText.NONE);
            sizes.expect("commit 6", runs(levelZero(1099, 1099), 4, 1230, 5, 8744), PickText.NONE);
            sizes.expect("commit 7", runs(levelZero(1099, 1099, 1099), 4, 1230, 5, 8744), toFour);

            try (LabTable table = bench.table(name(), COLUMNS, Map.of())) {
                table.base(2000);
                Commits commits = new Commits(name(), table, steps);
                String base = PickText.level(5, 1, 2000);
                for (int i = 1; i <= 3; i++) {
                    commits.expect("commit " + i, 1, PickText.NONE, PickText.level(0, i, i) + ", " + base);
                }
                commits.expect("commit 4", 1, toFour, PickText.level(4, 1, 4) + ", " + base);
                for (int i = 1; i <= 2; i++) {
                    String levels = PickText.level(0, i, i) + ", " + PickText.level(4, 1, 4) + ", " + base;
                    commits.expect("commit " + (4 + i), 1, PickText.NONE, levels);
                }
                commits.expect("commit 7", 1, toFour, PickText.level(4, 1, 7) + ", " + base);
            }
        }
    }

    /** Newer data of more than twice the oldest run: everything is compacted. */
    private static final class UcAmpLab implements Lab {
        @Override
        public String name() {
            return "uc_amp";
        }

        @Override
        public void play(LabBench bench, Consumer<LabStep> steps) {
            Sizes sizes = new Sizes(name(), bench, steps);
            String everything = PickText.pick(Rule.SIZE_AMPLIFICATION, 5, 5, Deletes.DROPPED);
            sizes.expect("commit 4", runs(levelZero(1099, 1099, 1099, 1098), 5, 1118), everything);

            try (LabTable table = bench.table(name(), COLUMNS, Map.of())) {
                table.base(1);
                Commits commits = new Commits(name(), table, steps);
                for (int i = 1; i <= 3; i++) {
                    String levels = PickText.level(0, i, i) + ", " + PickText.level(5, 1, 1);
                    commits.expect("commit " + i, 1, PickText.NONE, levels);
                }
                commits.expect("commit 4", 1, everything, PickText.level(5, 1, 5));
            }
        }
    }

    /**
     * Runs that grow with age defeat the size ratio; their number decides. What is gathered must reach the base in size, so the files need
     * as much that does not depend on rows as those of the original: empty columns give it.
     */
    private static final class UcNumLab implements Lab {
        private static final String WIDE_COLUMNS =
                "id INT, v STRING, a INT, b INT, c INT, d INT, e INT, f INT, g INT, h INT, PRIMARY KEY (id)";

        @Override
        public String name() {
            return "uc_num";
        }

        @Override
        public void play(LabBench bench, Consumer<LabStep> steps) {
            Sizes sizes = new Sizes(name(), bench, steps);
            String everything = PickText.pick(Rule.RUN_COUNT, 6, 5, Deletes.DROPPED);
            sizes.expect("commit 4", runs(levelZero(1555, 1581, 1895, 2514), 5, 8744), PickText.NONE);
            sizes.expect("commit 5", runs(levelZero(1423, 1555, 1581, 1895, 2514), 5, 8744), everything);

            try (LabTable table = bench.table(name(), WIDE_COLUMNS, Map.of())) {
                table.base(2000);
                Commits commits = new Commits(name(), table, steps);
                String base = ", " + PickText.level(5, 1, 2000);
                int[] newRows = {400, 200, 100, 50};
                int rows = 0;
                for (int i = 0; i < newRows.length; i++) {
                    rows += newRows[i];
                    commits.expect(
                            "commit " + (i + 1), newRows[i], PickText.NONE, PickText.level(0, i + 1, rows) + base);
                }
                commits.expect("commit 5", 25, everything, PickText.level(5, 1, 2775));
            }
        }
    }

    /** Where the two rule sets part. */
    private static final class ExampleCLab implements Lab {
        private static final long MEGABYTE = 1_000_000;

        @Override
        public String name() {
            return "example-c";
        }

        @Override
        public void play(LabBench bench, Consumer<LabStep> steps) {
            Sizes sizes = new Sizes(name(), bench, steps);
            List<Run> runs = runs(
                    levelZero(MEGABYTE, 5 * MEGABYTE, 20 * MEGABYTE),
                    2,
                    80 * MEGABYTE,
                    3,
                    300 * MEGABYTE,
                    5,
                    1000 * MEGABYTE);
            sizes.expect("rule set 2.1", RuleSet.V2_1, runs, PickText.pick(Rule.RUN_COUNT, 3, 1, Deletes.KEPT));
            sizes.expect("rule set 2.0", RuleSet.V2_0, runs, PickText.pick(Rule.RUN_COUNT, 4, 2, Deletes.KEPT));
        }
    }
}
