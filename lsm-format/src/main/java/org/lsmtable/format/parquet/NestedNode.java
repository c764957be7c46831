package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.RowVector;

/**
 * A part of a nested column that is being read: a vector of some type, filled from the levels of the leaves below it. A vector has a
 * row, a slot here, for each entry of a leaf that repeats no more than the part does, and is inside of an element of the innermost
 * list around the part.
 */
abstract sealed class NestedNode {
    /** Where a part is in the levels of its leaves. */
    record Level(int repetition, int slotDefinition, int definition) {
        /** Whether a slot may be null. */
        boolean mayBeNull() {
            return definition > slotDefinition;
        }
    }

    /** Reads the leaves' rows into their vectors, not yet where they belong. */
    abstract void read(long from, int rows, ColumnVector vector) throws IOException;

    /** Lays out what was read. The sizes of all vectors below are set. */
    abstract void fill(ColumnVector vector, int slots) throws DamagedFileException;

    /** A leaf whose levels tell the layout; null if the file has none. */
    abstract @Nullable LeafCursor levels();

    /** Frees what the leaves hold. */
    abstract void close();

    /** Values that are not made of others. */
    static final class Leaf extends NestedNode {
        private final LeafCursor cursor;
        private final Level level;

        Leaf(LeafCursor cursor, Level level) {
            this.cursor = cursor;
            this.level = level;
        }

        @Override
        void read(long from, int rows, ColumnVector vector) throws IOException {
            cursor.read(from, rows, vector);
        }

        @Override
        void fill(ColumnVector vector, int slots) {
            int present = cursor.present();
            vector.ensureCapacity(slots);
            if (present < slots) {
                boolean[] nulls = vector.nullsForWrite(slots + 1);
                LevelLoops.markNulls(cursor, level, nulls);
                if (vector instanceof IntVector ints) {
                    Spread.ints(ints.values(), nulls, 0, slots, present);
                } else if (vector instanceof LongVector longs) {
                    Spread.longs(longs.values(), nulls, 0, slots, present);
                } else {
                    Spread.offsets(((BytesVector) vector).offsets(), nulls, 0, slots, present);
                }
            }
            vector.setSize(slots);
        }

        @Override
        LeafCursor levels() {
            return cursor;
        }

        @Override
        void close() {
            cursor.close();
        }
    }

    /** Lists of elements, or of keys and values. */
    static final class Repeated extends NestedNode {
        private final Level level;
        private final Level elements;
        private final List<NestedNode> children;

        /**
         * @param elements where the repeated node is, which is where the slots of the children are
         * @param children at least one, each with a leaf
         */
        Repeated(Level level, Level elements, List<NestedNode> children) {
            this.level = level;
            this.elements = elements;
            this.children = List.copyOf(children);
        }

        @Override
        void read(long from, int rows, ColumnVector vector) throws IOException {
            ListVector lists = (ListVector) vector;
            for (int i = 0; i < children.size(); i++) {
                children.get(i).read(from, rows, lists.child(i));
            }
        }

        @Override
        void fill(ColumnVector vector, int slots) throws DamagedFileException {
            ListVector lists = (ListVector) vector;
            LeafCursor leaf = levels();
            requireAgreement(children, elements);
            lists.ensureCapacity(slots);
            boolean marks = level.mayBeNull() && LevelLoops.anyBelow(leaf, level.definition);
            boolean[] nulls = marks ? lists.nullsForWrite(slots) : null;
            LevelLoops.layOut(leaf, level, elements.definition, nulls, lists.offsets());
            int size = lists.offsets()[slots];
            for (int i = 0; i < children.size(); i++) {
                children.get(i).fill(lists.child(i), size);
            }
            lists.setSize(slots);
        }

        @Override
        LeafCursor levels() {
            LeafCursor leaf = children.get(0).levels();
            if (leaf == null) {
                throw new IllegalStateException("a list without a leaf");
            }
            return leaf;
        }

        @Override
        void close() {
            children.forEach(NestedNode::close);
        }
    }

    /** Fields side by side. */
    static final class Fields extends NestedNode {
        private final Level level;
        private final List<NestedNode> children;
        /** A leaf of the file below this node if none of the children has one, otherwise null. */
        private final @Nullable LeafCursor stand;

        Fields(Level level, List<NestedNode> children, @Nullable LeafCursor stand) {
            this.level = level;
            this.children = List.copyOf(children);
            this.stand = stand;
        }

        @Override
        void read(long from, int rows, ColumnVector vector) throws IOException {
            RowVector fields = (RowVector) vector;
            if (stand != null) {
                stand.read(from, rows, null);
            }
            for (int i = 0; i < children.size(); i++) {
                children.get(i).read(from, rows, fields.child(i));
            }
        }

        @Override
        void fill(ColumnVector vector, int slots) throws DamagedFileException {
            RowVector fields = (RowVector) vector;
            requireAgreement(children, level);
            LeafCursor leaf = levels();
            if (level.mayBeNull() && LevelLoops.anyBelow(leaf, level.definition)) {
                LevelLoops.markNulls(leaf, level, fields.nullsForWrite(slots + 1));
            }
            for (int i = 0; i < children.size(); i++) {
                children.get(i).fill(fields.child(i), slots);
            }
            fields.setSize(slots);
        }

        @Override
        LeafCursor levels() {
            for (NestedNode child : children) {
                LeafCursor leaf = child.levels();
                if (leaf != null) {
                    return leaf;
                }
            }
            if (stand == null) {
                throw new IllegalStateException("fields without a leaf");
            }
            return stand;
        }

        @Override
        void close() {
            children.forEach(NestedNode::close);
            if (stand != null) {
                stand.close();
            }
        }
    }

    /** A field that the file lacks. */
    static final class Missing extends NestedNode {
        @Override
        void read(long from, int rows, ColumnVector vector) {
            // nothing of it is in the file
        }

        @Override
        void fill(ColumnVector vector, int slots) {
            vector.appendNulls(slots);
        }

        @Override
        @Nullable
        LeafCursor levels() {
            return null;
        }

        @Override
        void close() {
            // holds nothing
        }
    }

    /** The leaves of the children must tell the same of what they have in common: themselves up to a level. */
    private static void requireAgreement(List<NestedNode> children, Level common) throws DamagedFileException {
        LeafCursor first = null;
        for (NestedNode child : children) {
            LeafCursor leaf = child.levels();
            if (first != null && leaf != null && !LevelLoops.agree(first, leaf, common)) {
                throw leaf.place()
                        .damaged(
                                "levels of the columns around it",
                                "those of " + first.place().text(),
                                "others");
            }
            first = first == null ? leaf : first;
        }
    }
}
