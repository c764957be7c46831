package org.lsmtable.format.parquet;

import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.vector.BytesVector;

/**
 * The values of one page that are not null, read front to back in bulk. Each kind delivers one of the three shapes of {@link
 * org.lsmtable.vector.Physical}; asking for another is a defect of the caller. Asking for more values than the page has is damage
 * of the file.
 */
abstract class PageValues {
    /** Passes over values. */
    abstract void skip(int count) throws DamagedFileException;

    /** Writes values to {@code target[at ..]}. */
    void readInts(int[] target, int at, int count) throws DamagedFileException {
        throw wrongShape("INT");
    }

    /** Writes values to {@code target[at ..]}. */
    void readLongs(long[] target, int at, int count) throws DamagedFileException {
        throw wrongShape("LONG");
    }

    /**
     * Writes values as the rows {@code at} and following of a vector that has room for them: their offsets, and their bytes from
     * {@code offsets[at]} on. The size stays.
     */
    void readBytes(BytesVector target, int at, int count) throws DamagedFileException {
        throw wrongShape("BYTES");
    }

    /** To be called when all values have been read or skipped: whether the page's bytes are used up, where that can be told. */
    void checkEnd() throws DamagedFileException {}

    private IllegalStateException wrongShape(String shape) {
        return new IllegalStateException(getClass().getSimpleName() + " does not deliver " + shape);
    }
}
