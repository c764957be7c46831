package org.lsmtable.cast;

import org.lsmtable.types.LengthType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;

/** BINARY and VARBINARY: cut to the length, BINARY filled with zeros. */
final class BinaryTarget extends Target {
    private final int length;
    private final boolean filled;

    BinaryTarget(LengthType type) {
        this.length = type.length();
        this.filled = type.root() == TypeRoot.BINARY;
    }

    @Override
    void text(byte[] bytes, int start, int size, ColumnVector result) {
        binary(bytes, start, size, result);
    }

    @Override
    void binary(byte[] bytes, int start, int size, ColumnVector result) {
        if (filled && size < length) {
            byte[] padded = new byte[length];
            System.arraycopy(bytes, start, padded, 0, size);
            ((BytesVector) result).append(padded);
        } else {
            ((BytesVector) result).append(bytes, start, Math.min(size, length));
        }
    }
}
