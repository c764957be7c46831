package org.lsmtable.predicate;

import java.io.IOException;
import java.util.BitSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;

/**
 * A part of a bound filter. Negation has been pushed into the leaves, so that nodes are joined by AND and OR only: such a tree
 * is true exactly where it is true with every unknown taken as false, and no node needs to tell false from unknown.
 */
interface Node {
    /** Turns off the rows, among those that are on, for which this node is not true. */
    void refine(IntFunction<ColumnVector> vectors, int size, boolean[] on);

    /** Whether the node could be true for a row within the ranges. */
    boolean mayMatch(IntFunction<ColumnRange> ranges);

    /** Whether the node could be true for a row that the indexes know. */
    boolean mayMatchIndexed(ValueIndex.ByColumn indexes) throws IOException;

    /** The rows for which the node could be true, as far as the indexes know; null for all. The set is the caller's. */
    @Nullable
    BitSet rows(ValueIndex.ByColumn indexes) throws IOException;

    /** Adds the positions of the columns that the node looks at. */
    void collectColumns(Set<Integer> columns);
}
