package org.lsmtable.types;

/** The type of a column or of a part of one: a family, its parameters, and whether null is allowed. */
public sealed interface DataType
        permits BasicType,
                LengthType,
                DecimalType,
                TemporalType,
                ArrayType,
                MultisetType,
                MapType,
                RowType,
                VectorType {
    /** The longest length, at which {@code VARCHAR} is written {@code STRING} and {@code VARBINARY} {@code BYTES}. */
    int MAX_LENGTH = Integer.MAX_VALUE;

    /** The family. */
    TypeRoot root();

    /** Whether a value may be null. */
    boolean isNullable();

    /** The same type with null allowed. */
    DataType nullable();

    /** The same type with null refused. */
    DataType notNull();

    /**
     * The SQL text, {@code DECIMAL(18, 2) NOT NULL}; nested types in brackets, {@code ARRAY<INT>}. For atomic types
     * this is byte for byte what schema files hold.
     */
    String asText();

    /** Whether two types are the same apart from outer nullability. */
    default boolean sameIgnoringNullability(DataType other) {
        return nullable().equals(other.nullable());
    }

    /**
     * Whether values of two types look alike: the same families and parameters at every depth, and ROW fields of the same names in the same
     * order, whatever their ids, comments and defaults. Nullability does not matter at any depth.
     */
    default boolean holdsSameAs(DataType other) {
        return root() == other.root() && nullable().equals(other.nullable());
    }
}
