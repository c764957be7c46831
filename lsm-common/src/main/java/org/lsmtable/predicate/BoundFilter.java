package org.lsmtable.predicate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/** A tree of nodes on the columns of a row type. */
final class BoundFilter implements Filter {
    private final Node root;
    private final RowType type;
    private final List<Integer> columns;
    private final boolean canUseIndexes;

    BoundFilter(Node root, RowType type) {
        this.root = root;
        this.type = type;
        TreeSet<Integer> positions = new TreeSet<>();
        root.collectColumns(positions);
        this.columns = List.copyOf(positions);
        this.canUseIndexes = canUseIndexes(root);
    }

    @Override
    public List<Integer> columns() {
        return columns;
    }

    @Override
    public int evaluate(IntFunction<ColumnVector> vectors, int size, boolean[] passes) {
        Arrays.fill(passes, 0, size, true);
        root.refine(vectors, size, passes);
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += passes[i] ? 1 : 0;
        }
        return count;
    }

    @Override
    public boolean test(Row row) {
        return evaluate(column -> vectorOf(row, column), 1, new boolean[1]) == 1;
    }

    private ColumnVector vectorOf(Row row, int column) {
        ColumnVector vector = ColumnVector.of(type.typeAt(column), 1);
        Values.append(row.get(column), vector);
        return vector;
    }

    @Override
    public boolean mayMatch(IntFunction<ColumnRange> ranges) {
        return root.mayMatch(ranges);
    }

    @Override
    public boolean mayMatchIndexed(ValueIndex.ByColumn indexes) throws IOException {
        return root.mayMatchIndexed(indexes);
    }

    @Override
    public @Nullable BitSet rowsIndexed(ValueIndex.ByColumn indexes) throws IOException {
        return root.rows(indexes);
    }

    @Override
    public boolean canUseIndexes() {
        return canUseIndexes;
    }

    private static boolean canUseIndexes(Node root) {
        try {
            return !root.mayMatchIndexed(column -> ValueIndex.NOTHING);
        } catch (IOException e) {
            throw new UncheckedIOException("the index of no rows reads nothing", e);
        }
    }
}
