package org.lsmtable.types;

/** The family a type belongs to, whatever its parameters and nullability. */
public enum TypeRoot {
    BOOLEAN,
    TINYINT,
    SMALLINT,
    INT,
    BIGINT,
    FLOAT,
    DOUBLE,
    DECIMAL,
    CHAR,
    VARCHAR,
    BINARY,
    VARBINARY,
    DATE,
    TIME,
    TIMESTAMP,
    TIMESTAMP_LTZ,
    ARRAY,
    MULTISET,
    MAP,
    ROW,
    VARIANT,
    BLOB,
    VECTOR;

    /** Whether values of this family are made of other values. */
    public boolean isNested() {
        return this == ARRAY || this == MULTISET || this == MAP || this == ROW || this == VECTOR;
    }

    /** Whether values are text. */
    public boolean isCharacter() {
        return this == CHAR || this == VARCHAR;
    }

    /** Whether values are byte strings. */
    public boolean isBinary() {
        return this == BINARY || this == VARBINARY;
    }

    /** Whether values are points in time with a fraction, local or zoned. */
    public boolean isTimestamp() {
        return this == TIMESTAMP || this == TIMESTAMP_LTZ;
    }
}
