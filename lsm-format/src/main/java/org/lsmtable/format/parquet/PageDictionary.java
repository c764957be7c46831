package org.lsmtable.format.parquet;

import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/** The dictionary of a column chunk, its values already in the shape of the type that is read. Not changed once made. */
final class PageDictionary {
    private final ColumnVector values;

    private PageDictionary(ColumnVector values) {
        this.values = values;
    }

    /**
     * Reads a dictionary page.
     *
     * @param in its bytes, decompressed
     * @param count the values it has by its header
     */
    static PageDictionary read(ValueMapping mapping, PageBytes in, int count) throws DamagedFileException {
        int least = mapping.leastPlainBytes();
        if (count < 0 || (long) count * least > in.remaining()) {
            throw in.damaged(
                    "values of a dictionary of " + in.remaining() + " bytes",
                    "at most " + in.remaining() / least,
                    count);
        }
        ColumnVector values = ColumnVector.of(mapping.type(), count);
        PageValues source = mapping.plain(in);
        if (values instanceof IntVector ints) {
            source.readInts(ints.values(), 0, count);
        } else if (values instanceof LongVector longs) {
            source.readLongs(longs.values(), 0, count);
        } else {
            source.readBytes((BytesVector) values, 0, count);
        }
        values.setSize(count);
        return new PageDictionary(values);
    }

    int size() {
        return values.size();
    }

    int[] ints() {
        return ((IntVector) values).values();
    }

    long[] longs() {
        return ((LongVector) values).values();
    }

    BytesVector bytes() {
        return (BytesVector) values;
    }
}
