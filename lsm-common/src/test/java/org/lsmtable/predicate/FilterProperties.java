package org.lsmtable.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.vector.ColumnVector;

/** Filters against {@link NaiveLogic}; a failure shows the seed of its case, and jqwik repeats it at the next run. */
class FilterProperties {
    @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
    void vectorsAndRowsAreFilteredAsSqlSays(@ForAll long seed) {
        RandomPredicates random = new RandomPredicates(seed);
        List<Row> rows = random.rows(40);
        List<ColumnVector> vectors = random.vectors(rows);
        Predicate predicate = random.predicate(4);
        Filter filter = predicate.bind(RandomPredicates.TYPE);

        boolean[] passes = new boolean[50];
        int count = filter.evaluate(
                column -> {
                    assertThat(filter.columns()).contains(column);
                    return vectors.get(column);
                },
                rows.size(),
                passes);

        int expectedCount = 0;
        for (int i = 0; i < rows.size(); i++) {
            Boolean truth = NaiveLogic.evaluate(predicate, RandomPredicates.TYPE, rows.get(i));
            boolean expected = truth != null && truth;
            expectedCount += expected ? 1 : 0;
            assertThat(passes[i]).as("%s on %s", predicate, rows.get(i)).isEqualTo(expected);
            if (i < 3) {
                assertThat(filter.test(rows.get(i)))
                        .as("%s on %s", predicate, rows.get(i))
                        .isEqualTo(expected);
            }
        }
        assertThat(count).isEqualTo(expectedCount);
    }

    @Property(tries = 5000, shrinking = ShrinkingMode.OFF)
    void statisticsNeverExcludeARowThatPasses(@ForAll long seed) {
        RandomPredicates random = new RandomPredicates(seed);
        List<Row> rows = random.rows(1 + (int) (seed & 3));
        Predicate predicate = random.predicate(3);
        Filter filter = predicate.bind(RandomPredicates.TYPE);
        List<ColumnRange> ranges = new ArrayList<>();
        for (int c = 0; c < RandomPredicates.TYPE.fieldCount(); c++) {
            ranges.add(random.range(rows, c));
        }
        for (Row row : rows) {
            Boolean truth = NaiveLogic.evaluate(predicate, RandomPredicates.TYPE, row);
            if (truth != null && truth) {
                assertThat(filter.mayMatch(ranges::get))
                        .as("%s on %s within %s", predicate, row, ranges)
                        .isTrue();
            }
        }
    }

    /** An index that knows all values exactly excludes as much as any could. */
    @Property(tries = 5000, shrinking = ShrinkingMode.OFF)
    void indexesNeverExcludeARowThatPasses(@ForAll long seed) throws IOException {
        RandomPredicates random = new RandomPredicates(seed);
        List<Row> rows = random.rows(1 + (int) (seed & 3));
        Predicate predicate = random.predicate(3);
        Filter filter = predicate.bind(RandomPredicates.TYPE);
        boolean mayMatch = filter.mayMatchIndexed(column -> new ExactIndex(rows, column));
        for (Row row : rows) {
            Boolean truth = NaiveLogic.evaluate(predicate, RandomPredicates.TYPE, row);
            if (truth != null && truth) {
                assertThat(mayMatch).as("%s on %s", predicate, row).isTrue();
                assertThat(filter.mayMatchIndexed(column -> ValueIndex.UNKNOWN)).isTrue();
            }
        }
    }

    private record ExactIndex(List<Row> rows, int column) implements ValueIndex {
        private boolean any(java.util.function.Predicate<Object> test) {
            return rows.stream().map(row -> row.get(column)).anyMatch(value -> value != null && test.test(value));
        }

        private static boolean isAmong(Object value, ColumnVector values) {
            for (int i = 0; i < values.size(); i++) {
                if (NaiveLogic.compare(value, Objects.requireNonNull(Values.get(values, i))) == 0) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean mayHoldAny(ColumnVector values) {
            return any(value -> isAmong(value, values));
        }

        @Override
        public boolean mayHoldOther(ColumnVector values) {
            return any(value -> !isAmong(value, values));
        }

        @Override
        public boolean mayHoldValue() {
            return any(value -> true);
        }

        @Override
        public boolean mayHoldNull() {
            return rows.stream().anyMatch(row -> row.isNull(column));
        }
    }
}
