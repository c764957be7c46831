package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.Values;
import org.lsmtable.format.BatchScan;
import org.lsmtable.format.RowRanges;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.predicate.Predicate.Compare;
import org.lsmtable.predicate.Predicate.Op;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Batch;

/**
 * The same rows with statistics and without, for every operator on every type however the file holds it; above all decimals of
 * other widths than the table's and timestamps of other units (public bugs of other readers).
 */
class FilteredReadsTest {
    @Test
    void statisticsChangeNoAnswer() throws IOException {
        Random random = new Random(11);
        long skipped = 0;
        for (OracleColumn column : OracleColumns.all(random)) {
            List<@Nullable Object[]> raw = OracleFile.randomRows(List.of(column), 120, random);
            raw.sort((a, b) -> compare(column, a[0], b[0]));
            OracleFile file = OracleFile.of(
                    List.of(column),
                    raw,
                    OracleFile.Settings.PLAIN.withPageRows(10).withGroupRows(50));
            RowType type = RowType.of(List.of(new DataField(0, column.name(), column.type())));
            for (Predicate predicate : predicates(column, file)) {
                Filter filter = predicate.bind(type);
                try (ParquetReader reader = ParquetReader.open(new BytesInput("filtered.parquet", file.bytes()))) {
                    RowRanges kept = reader.mayMatch(filter, type);
                    assertThat(read(reader, type, kept, filter))
                            .as("%s where %s", column.field(), predicate)
                            .isEqualTo(read(reader, type, RowRanges.all(120), filter));
                    skipped += 120 - kept.rowCount();
                }
            }
        }
        assertThat(skipped).isGreaterThan(10_000);
    }

    private static int compare(OracleColumn column, @Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            return Boolean.compare(a != null, b != null);
        }
        return Values.compare(column.expected().apply(a), column.expected().apply(b), column.type());
    }

    /** Every operator with the least, the greatest and some values between, and IS NULL. */
    private static List<Predicate> predicates(OracleColumn column, OracleFile file) {
        List<Object> present = file.rows().stream()
                .map(row -> row[0])
                .filter(Objects::nonNull)
                .map(Object.class::cast)
                .toList();
        List<Predicate> predicates =
                new ArrayList<>(List.of(Predicate.isNull(column.name()), Predicate.isNotNull(column.name())));
        if (present.isEmpty()) {
            return predicates;
        }
        TreeSet<Object> literals = new TreeSet<>((a, b) -> Values.compare(a, b, column.type()));
        Stream.of(0, present.size() / 3, present.size() / 2, present.size() - 1)
                .map(present::get)
                .forEach(literals::add);
        for (Object literal : literals) {
            for (Op op : Op.values()) {
                predicates.add(new Compare(column.name(), op, literal));
            }
            predicates.add(Predicate.not(Predicate.eq(column.name(), literal)));
        }
        predicates.add(Predicate.in(column.name(), literals.toArray()));
        return predicates;
    }

    /** The numbers of the rows that pass. */
    private static List<Long> read(ParquetReader reader, RowType type, RowRanges rows, Filter filter)
            throws IOException {
        List<Long> passing = new ArrayList<>();
        try (BatchScan scan = BatchScan.open(reader, type, rows, 33)) {
            for (Batch batch = scan.next(); batch != null; batch = scan.next()) {
                boolean[] passes = new boolean[batch.size()];
                filter.evaluate(batch::column, batch.size(), passes);
                for (int i = 0; i < passes.length; i++) {
                    if (passes[i]) {
                        passing.add(scan.firstRow() + i);
                    }
                }
            }
        }
        return passing;
    }
}
