package org.lsmtable.types;

/**
 * DECIMAL(precision, scale).
 *
 * @param precision digits in all, 1 to 38
 * @param scale digits behind the point, 0 to precision
 */
public record DecimalType(int precision, int scale, boolean isNullable) implements DataType {
    /** The greatest precision whose unscaled value fits 64 bits. */
    public static final int MAX_COMPACT_PRECISION = 18;

    /** The greatest precision of all. */
    public static final int MAX_PRECISION = 38;

    public DecimalType {
        if (precision < 1 || precision > MAX_PRECISION) {
            throw new IllegalArgumentException("DECIMAL precision must be 1 to 38, found " + precision);
        }
        if (scale < 0 || scale > precision) {
            throw new IllegalArgumentException(
                    "DECIMAL scale must be 0 to the precision " + precision + ", found " + scale);
        }
    }

    @Override
    public TypeRoot root() {
        return TypeRoot.DECIMAL;
    }

    /** Whether the unscaled value fits 64 bits. */
    public boolean isCompact() {
        return precision <= MAX_COMPACT_PRECISION;
    }

    @Override
    public DecimalType nullable() {
        return isNullable ? this : new DecimalType(precision, scale, true);
    }

    @Override
    public DecimalType notNull() {
        return isNullable ? new DecimalType(precision, scale, false) : this;
    }

    @Override
    public String asText() {
        return TypeText.withNullability("DECIMAL(" + precision + ", " + scale + ")", isNullable);
    }

    @Override
    public String toString() {
        return asText();
    }
}
