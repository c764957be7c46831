package org.lsmtable.types;

/** VECTOR: a fixed number of numbers; known by name only, refused where it is needed. */
public record VectorType(DataType element, int length, boolean isNullable) implements DataType {
    @Override
    public TypeRoot root() {
        return TypeRoot.VECTOR;
    }

    @Override
    public VectorType nullable() {
        return isNullable ? this : new VectorType(element, length, true);
    }

    @Override
    public VectorType notNull() {
        return isNullable ? new VectorType(element, length, false) : this;
    }

    @Override
    public String asText() {
        return TypeText.withNullability("VECTOR<" + element.asText() + ", " + length + ">", isNullable);
    }

    @Override
    public String toString() {
        return asText();
    }
}
