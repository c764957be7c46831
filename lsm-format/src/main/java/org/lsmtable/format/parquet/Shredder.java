package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/**
 * Makes the levels of the leaves of nested vectors, from the top down: each node takes the entries of the node around it, one for each
 * row of that node's vector and for each place where there is none, raises the definition levels of those that are not null, and, if it
 * is a list, makes an entry for each element. After Dremel (Melnik and others, 2010), section 4, a vector at a time.
 */
abstract sealed class Shredder {
    final ColumnShape shape;
    /** The definition level from which an entry of the node around is one of this node's vector. */
    final int slotDefinition;
    /** The definition level of entries whose surroundings are there. */
    final int around;

    private Shredder(ColumnShape shape, int slotDefinition, int around) {
        this.shape = shape;
        this.slotDefinition = slotDefinition;
        this.around = around;
    }

    /**
     * A shredder for a column.
     *
     * @param leaves take the levels and values, in the order of the schema
     */
    static Shredder of(ColumnShape shape, List<LeafEncoder> leaves) {
        return of(shape, 0, 0, new ArrayList<>(leaves));
    }

    private static Shredder of(ColumnShape shape, int slotDefinition, int around, List<LeafEncoder> leaves) {
        if (shape instanceof ColumnShape.Leaf) {
            return new Leaf(shape, slotDefinition, around, leaves.remove(0));
        }
        List<Shredder> children = new ArrayList<>();
        if (shape instanceof ColumnShape.Lists lists) {
            int inside = lists.middle().definition();
            for (ColumnShape child : lists.children()) {
                children.add(of(child, inside, inside, leaves));
            }
            return new Lists(lists, slotDefinition, around, children);
        }
        ColumnShape.Fields fields = (ColumnShape.Fields) shape;
        for (ColumnShape child : fields.children()) {
            children.add(of(child, slotDefinition, fields.place().definition(), leaves));
        }
        return new Fields(fields, slotDefinition, around, children);
    }

    /**
     * Takes rows of a vector.
     *
     * @param entries of the node around, among them one for each of the rows
     * @param topRows the rows of the table's column that the entries belong to
     * @throws IllegalArgumentException naming the column, if a value that may not be null is, or if under a null there is a value
     */
    abstract void append(LevelRun entries, int topRows, ColumnVector vector, int from, int to) throws IOException;

    /** Copies entries, raised by one if this node may be null and they are not. */
    final void raise(LevelRun entries, LevelRun target, boolean @Nullable [] nulls, int from, int to) {
        int n = entries.count();
        target.ensureCapacity(n);
        System.arraycopy(entries.repetition(), 0, target.repetition(), 0, n);
        int[] source = entries.definition();
        int[] raised = target.definition();
        int step = shape.place().definition() - around;
        int row = from;
        for (int i = 0; i < n; i++) {
            int d = source[i];
            if (d >= slotDefinition) {
                boolean isNull = nulls != null && nulls[row];
                row++;
                if (d != around && !isNull || d == around && isNull && step == 0) {
                    throw misplaced(isNull);
                }
                d += isNull ? 0 : step;
            }
            raised[i] = d;
        }
        if (row != to) {
            throw new IllegalArgumentException(
                    "column '" + shape.place().text() + "': expected " + (row - from) + " rows, found " + (to - from));
        }
        target.setCount(n);
    }

    private IllegalArgumentException misplaced(boolean isNull) {
        String name = "column '" + shape.place().text() + "'";
        return new IllegalArgumentException(
                isNull
                        ? name + " is " + shape.type().asText() + ", found a null"
                        : name + ": found a value where what is around it is null");
    }

    /** Values that are not made of others. */
    private static final class Leaf extends Shredder {
        private final LeafEncoder encoder;
        private final LevelRun levels = new LevelRun();

        Leaf(ColumnShape shape, int slotDefinition, int around, LeafEncoder encoder) {
            super(shape, slotDefinition, around);
            this.encoder = encoder;
        }

        @Override
        void append(LevelRun entries, int topRows, ColumnVector vector, int from, int to) throws IOException {
            raise(entries, levels, vector.nulls(), from, to);
            encoder.append(levels, topRows, vector, from, to);
        }
    }

    /** Fields side by side. */
    private static final class Fields extends Shredder {
        private final List<Shredder> children;
        private final LevelRun levels = new LevelRun();

        Fields(ColumnShape shape, int slotDefinition, int around, List<Shredder> children) {
            super(shape, slotDefinition, around);
            this.children = children;
        }

        @Override
        void append(LevelRun entries, int topRows, ColumnVector vector, int from, int to) throws IOException {
            RowVector fields = (RowVector) vector;
            raise(entries, levels, vector.nulls(), from, to);
            for (int i = 0; i < children.size(); i++) {
                children.get(i).append(levels, topRows, fields.child(i), from, to);
            }
        }
    }

    /** Lists of elements, or of keys and values. */
    private static final class Lists extends Shredder {
        private final int repeated;
        private final int repetition;
        private final List<Shredder> children;
        private final LevelRun levels = new LevelRun();
        private final LevelRun elements = new LevelRun();

        Lists(ColumnShape.Lists shape, int slotDefinition, int around, List<Shredder> children) {
            super(shape, slotDefinition, around);
            this.repeated = shape.middle().definition();
            this.repetition = shape.middle().repetition();
            this.children = children;
        }

        @Override
        void append(LevelRun entries, int topRows, ColumnVector vector, int from, int to) throws IOException {
            ListVector lists = (ListVector) vector;
            raise(entries, levels, vector.nulls(), from, to);
            int[] offsets = lists.offsets();
            expand(offsets, from);
            for (int i = 0; i < children.size(); i++) {
                children.get(i).append(elements, topRows, lists.child(i), offsets[from], offsets[to]);
            }
        }

        /** Makes an entry for each element of the lists, and keeps those of lists that have none. */
        private void expand(int[] offsets, int from) {
            int n = levels.count();
            int[] sourceRepetition = levels.repetition();
            int[] sourceDefinition = levels.definition();
            int most = offsets[from];
            int row = from;
            int at = 0;
            for (int i = 0; i < n; i++) {
                int d = sourceDefinition[i];
                int length = 0;
                if (d >= slotDefinition) {
                    length = offsets[row + 1] - most;
                    most = offsets[++row];
                }
                if (length > 0 && d != repeated - 1) {
                    throw new IllegalArgumentException(
                            "column '" + shape.place().text() + "': found elements in a null");
                }
                elements.ensureCapacity((long) at + Math.max(1, length));
                int[] targetRepetition = elements.repetition();
                int[] targetDefinition = elements.definition();
                targetRepetition[at] = sourceRepetition[i];
                targetDefinition[at++] = length > 0 ? repeated : d;
                for (int end = at + length - 1; at < end; at++) {
                    targetRepetition[at] = repetition;
                    targetDefinition[at] = repeated;
                }
            }
            elements.setCount(at);
        }
    }
}
