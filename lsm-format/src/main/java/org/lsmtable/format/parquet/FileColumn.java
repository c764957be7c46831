package org.lsmtable.format.parquet;

import java.util.List;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;

/**
 * A node of a file's schema below the root: a column, or what a column is made of.
 *
 * @param element the schema's node
 * @param path the names of the nodes from the top to this one
 * @param leaf the position of its first column chunk in each row group
 * @param definition how many nodes from the top to this one may be absent, which is the definition level where this one is there
 * @param repetition how many nodes from the top to this one are repeated
 * @param children the nodes inside, in file order
 */
record FileColumn(
        SchemaElement element, List<String> path, int leaf, int definition, int repetition, List<FileColumn> children) {
    FileColumn {
        path = List.copyOf(path);
        children = List.copyOf(children);
    }

    /** The name, behind those of the columns that it is inside of. */
    String name() {
        return String.join(".", path);
    }

    /** Whether it holds other columns. */
    boolean isGroup() {
        return !element.isSetType();
    }

    /** Whether it may be absent by itself. */
    boolean isOptional() {
        return element.getRepetition_type() == FieldRepetitionType.OPTIONAL;
    }

    boolean isRepeated() {
        return element.getRepetition_type() == FieldRepetitionType.REPEATED;
    }

    /** The node inside of a name, the first of two, null if there is none. */
    @Nullable
    FileColumn child(String name) {
        for (FileColumn child : children) {
            if (child.element.getName().equals(name)) {
                return child;
            }
        }
        return null;
    }

    /** The first node without children at or below this one, null if there is none. */
    @Nullable
    FileColumn firstLeaf() {
        if (!isGroup()) {
            return this;
        }
        for (FileColumn child : children) {
            FileColumn found = child.firstLeaf();
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
