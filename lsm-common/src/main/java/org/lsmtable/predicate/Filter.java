package org.lsmtable.predicate;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/**
 * A predicate bound to a row type. Immutable and safe to share.
 *
 * <p>Literals keep their value: a BIGINT, DOUBLE or DECIMAL literal compares with an INT column as the number it is, and a
 * timestamp with more digits than the column as the instant it is. FLOAT and DOUBLE are in total order, -0.0 before 0.0 and
 * NaN last and equal to itself. An empty IN is false, also for null.
 */
public interface Filter {
    /** See {@link Predicate#bind}. */
    static Filter bind(Predicate predicate, RowType type) {
        return new BoundFilter(new Binder(type).bind(predicate), type);
    }

    /** The positions of the columns it has to look at, ascending; without those that cannot change the outcome. */
    List<Integer> columns();

    /**
     * Evaluates rows 0 to {@code size - 1} exactly.
     *
     * @param vectors the vector of a column by its position in the row type; asked for {@link #columns()} only
     * @param passes at least {@code size} long; set to true exactly where the predicate is true
     * @return the number of rows that pass
     */
    int evaluate(IntFunction<ColumnVector> vectors, int size, boolean[] passes);

    /** Evaluates one row exactly. */
    boolean test(Row row);

    /**
     * Whether any row could pass, given what statistics tell.
     *
     * @param ranges the range of a column by its position in the row type; asked for {@link #columns()} only
     */
    boolean mayMatch(IntFunction<ColumnRange> ranges);

    /**
     * Whether any row could pass, given what indexes of values tell.
     *
     * @param indexes asked for {@link #columns()} only, and only as long as the answer is open
     */
    boolean mayMatchIndexed(ValueIndex.ByColumn indexes) throws IOException;

    /**
     * The rows that could pass, given what indexes of values tell; null for all.
     *
     * @param indexes asked for {@link #columns()} only
     */
    default @Nullable BitSet rowsIndexed(ValueIndex.ByColumn indexes) throws IOException {
        return null;
    }

    /** Whether there are indexes by which no row could pass: if not, it is of no use to open them. */
    boolean canUseIndexes();
}
