package org.lsmtable.predicate;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;

/** The nodes that join others. */
final class Junctions {
    private Junctions() {}

    /** Always true, or never. */
    record Constant(boolean value) implements Node {
        @Override
        public void refine(IntFunction<ColumnVector> vectors, int size, boolean[] on) {
            if (!value) {
                Arrays.fill(on, 0, size, false);
            }
        }

        @Override
        public boolean mayMatch(IntFunction<ColumnRange> ranges) {
            return value;
        }

        @Override
        public boolean mayMatchIndexed(ValueIndex.ByColumn indexes) {
            return value;
        }

        @Override
        public @Nullable BitSet rows(ValueIndex.ByColumn indexes) {
            return value ? null : new BitSet();
        }

        @Override
        public void collectColumns(Set<Integer> columns) {}
    }

    /** True where all parts are. Later parts do not ask for their vectors once no row is left. */
    record All(List<Node> parts) implements Node {
        @Override
        public void refine(IntFunction<ColumnVector> vectors, int size, boolean[] on) {
            for (Node part : parts) {
                if (!anyOn(on, size)) {
                    return;
                }
                part.refine(vectors, size, on);
            }
        }

        @Override
        public boolean mayMatch(IntFunction<ColumnRange> ranges) {
            return parts.stream().allMatch(part -> part.mayMatch(ranges));
        }

        @Override
        public boolean mayMatchIndexed(ValueIndex.ByColumn indexes) throws IOException {
            for (Node part : parts) {
                if (!part.mayMatchIndexed(indexes)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public @Nullable BitSet rows(ValueIndex.ByColumn indexes) throws IOException {
            BitSet all = null;
            for (Node part : parts) {
                BitSet rows = part.rows(indexes);
                if (all == null) {
                    all = rows;
                } else if (rows != null) {
                    all.and(rows);
                }
                if (all != null && all.isEmpty()) {
                    return all;
                }
            }
            return all;
        }

        @Override
        public void collectColumns(Set<Integer> columns) {
            parts.forEach(part -> part.collectColumns(columns));
        }
    }

    /** True where at least one part is. */
    record Any(List<Node> parts) implements Node {
        @Override
        public void refine(IntFunction<ColumnVector> vectors, int size, boolean[] on) {
            boolean[] open = Arrays.copyOf(on, size);
            boolean[] found = new boolean[size];
            boolean[] trial = new boolean[size];
            for (Node part : parts) {
                if (!anyOn(open, size)) {
                    break;
                }
                System.arraycopy(open, 0, trial, 0, size);
                part.refine(vectors, size, trial);
                for (int i = 0; i < size; i++) {
                    found[i] |= trial[i];
                    open[i] &= !trial[i];
                }
            }
            System.arraycopy(found, 0, on, 0, size);
        }

        @Override
        public boolean mayMatch(IntFunction<ColumnRange> ranges) {
            return parts.stream().anyMatch(part -> part.mayMatch(ranges));
        }

        @Override
        public boolean mayMatchIndexed(ValueIndex.ByColumn indexes) throws IOException {
            for (Node part : parts) {
                if (part.mayMatchIndexed(indexes)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public @Nullable BitSet rows(ValueIndex.ByColumn indexes) throws IOException {
            BitSet any = new BitSet();
            for (Node part : parts) {
                BitSet rows = part.rows(indexes);
                if (rows == null) {
                    return null;
                }
                any.or(rows);
            }
            return any;
        }

        @Override
        public void collectColumns(Set<Integer> columns) {
            parts.forEach(part -> part.collectColumns(columns));
        }
    }

    private static boolean anyOn(boolean[] on, int size) {
        for (int i = 0; i < size; i++) {
            if (on[i]) {
                return true;
            }
        }
        return false;
    }
}
