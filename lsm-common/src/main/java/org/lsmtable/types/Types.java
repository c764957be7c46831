package org.lsmtable.types;

/** Short names for the types, all nullable; {@link DataType#notNull()} turns that. */
public final class Types {
    public static final DataType BOOLEAN = new BasicType(TypeRoot.BOOLEAN, true);
    public static final DataType TINYINT = new BasicType(TypeRoot.TINYINT, true);
    public static final DataType SMALLINT = new BasicType(TypeRoot.SMALLINT, true);
    public static final DataType INT = new BasicType(TypeRoot.INT, true);
    public static final DataType BIGINT = new BasicType(TypeRoot.BIGINT, true);
    public static final DataType FLOAT = new BasicType(TypeRoot.FLOAT, true);
    public static final DataType DOUBLE = new BasicType(TypeRoot.DOUBLE, true);
    public static final DataType DATE = new BasicType(TypeRoot.DATE, true);
    public static final DataType STRING = new LengthType(TypeRoot.VARCHAR, DataType.MAX_LENGTH, true);
    public static final DataType BYTES = new LengthType(TypeRoot.VARBINARY, DataType.MAX_LENGTH, true);

    private Types() {}

    public static DataType decimal(int precision, int scale) {
        return new DecimalType(precision, scale, true);
    }

    public static DataType charOf(int length) {
        return new LengthType(TypeRoot.CHAR, length, true);
    }

    public static DataType varchar(int length) {
        return new LengthType(TypeRoot.VARCHAR, length, true);
    }

    public static DataType binary(int length) {
        return new LengthType(TypeRoot.BINARY, length, true);
    }

    public static DataType varbinary(int length) {
        return new LengthType(TypeRoot.VARBINARY, length, true);
    }

    public static DataType time(int precision) {
        return new TemporalType(TypeRoot.TIME, precision, true);
    }

    public static DataType timestamp(int precision) {
        return new TemporalType(TypeRoot.TIMESTAMP, precision, true);
    }

    public static DataType timestampLtz(int precision) {
        return new TemporalType(TypeRoot.TIMESTAMP_LTZ, precision, true);
    }
}
