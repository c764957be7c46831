package org.lsmtable.types;

/** ARRAY: values of one type in order. */
public record ArrayType(DataType element, boolean isNullable) implements DataType {
    @Override
    public TypeRoot root() {
        return TypeRoot.ARRAY;
    }

    @Override
    public ArrayType nullable() {
        return isNullable ? this : new ArrayType(element, true);
    }

    @Override
    public ArrayType notNull() {
        return isNullable ? new ArrayType(element, false) : this;
    }

    @Override
    public boolean holdsSameAs(DataType other) {
        return other instanceof ArrayType array && element.holdsSameAs(array.element);
    }

    @Override
    public String asText() {
        return TypeText.withNullability("ARRAY<" + element.asText() + ">", isNullable);
    }

    @Override
    public String toString() {
        return asText();
    }
}
