package org.lsmtable.types;

/**
 * TIME, TIMESTAMP or TIMESTAMP WITH LOCAL TIME ZONE.
 *
 * @param precision fraction digits, 0 to 9; a TIME is stored as milliseconds whatever it says
 */
public record TemporalType(TypeRoot root, int precision, boolean isNullable) implements DataType {
    public TemporalType {
        if (root != TypeRoot.TIME && !root.isTimestamp()) {
            throw new IllegalArgumentException(root + " has no fraction digits");
        }
        if (precision < 0 || precision > 9) {
            throw new IllegalArgumentException(root + " precision must be 0 to 9, found " + precision);
        }
    }

    /** Whether an instant of this type is held as whole milliseconds. */
    public boolean isMillis() {
        return precision <= 3;
    }

    /** Whether an instant of this type fits 64 bits as milliseconds or microseconds. */
    public boolean isCompact() {
        return precision <= 6;
    }

    @Override
    public TemporalType nullable() {
        return isNullable ? this : new TemporalType(root, precision, true);
    }

    @Override
    public TemporalType notNull() {
        return isNullable ? new TemporalType(root, precision, false) : this;
    }

    @Override
    public String asText() {
        String text = root == TypeRoot.TIMESTAMP_LTZ
                ? "TIMESTAMP(" + precision + ") WITH LOCAL TIME ZONE"
                : root + "(" + precision + ")";
        return TypeText.withNullability(text, isNullable);
    }

    @Override
    public String toString() {
        return asText();
    }
}
