package org.lsmtable.types;

/** MULTISET: values of one type, each with a count. */
public record MultisetType(DataType element, boolean isNullable) implements DataType {
    @Override
    public TypeRoot root() {
        return TypeRoot.MULTISET;
    }

    @Override
    public MultisetType nullable() {
        return isNullable ? this : new MultisetType(element, true);
    }

    @Override
    public MultisetType notNull() {
        return isNullable ? new MultisetType(element, false) : this;
    }

    @Override
    public boolean holdsSameAs(DataType other) {
        return other instanceof MultisetType multiset && element.holdsSameAs(multiset.element);
    }

    @Override
    public String asText() {
        return TypeText.withNullability("MULTISET<" + element.asText() + ">", isNullable);
    }

    @Override
    public String toString() {
        return asText();
    }
}
