package org.lsmtable.types;

/**
 * CHAR, VARCHAR (length in code points), BINARY or VARBINARY (length in bytes).
 *
 * @param length 1 to {@link DataType#MAX_LENGTH}
 */
public record LengthType(TypeRoot root, int length, boolean isNullable) implements DataType {
    public LengthType {
        if (!root.isCharacter() && !root.isBinary()) {
            throw new IllegalArgumentException(root + " has no length");
        }
        if (length < 1) {
            throw new IllegalArgumentException(root + " length must be at least 1, found " + length);
        }
    }

    @Override
    public LengthType nullable() {
        return isNullable ? this : new LengthType(root, length, true);
    }

    @Override
    public LengthType notNull() {
        return isNullable ? new LengthType(root, length, false) : this;
    }

    @Override
    public String asText() {
        String text = length == MAX_LENGTH && root == TypeRoot.VARCHAR
                ? "STRING"
                : length == MAX_LENGTH && root == TypeRoot.VARBINARY ? "BYTES" : root + "(" + length + ")";
        return TypeText.withNullability(text, isNullable);
    }

    @Override
    public String toString() {
        return asText();
    }
}
