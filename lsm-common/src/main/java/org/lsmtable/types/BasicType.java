package org.lsmtable.types;

/** A type without parameters: BOOLEAN, the integers, FLOAT, DOUBLE, DATE, VARIANT, BLOB. */
public record BasicType(TypeRoot root, boolean isNullable) implements DataType {
    public BasicType {
        switch (root) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE, VARIANT, BLOB -> {}
            default -> throw new IllegalArgumentException(root + " takes parameters");
        }
    }

    @Override
    public BasicType nullable() {
        return isNullable ? this : new BasicType(root, true);
    }

    @Override
    public BasicType notNull() {
        return isNullable ? new BasicType(root, false) : this;
    }

    @Override
    public String asText() {
        return TypeText.withNullability(root.name(), isNullable);
    }

    @Override
    public String toString() {
        return asText();
    }
}
