package org.lsmtable.format;

import java.io.IOException;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/** A format of data files. Implementations are immutable. */
public interface FileFormat {
    /** The name, which is also the file name extension: {@code parquet}. */
    String name();

    /**
     * Opens a file. The reader owns the input, also when this throws.
     *
     * @throws org.lsmtable.fs.DamagedFileException if the file is not of this format, or cut short
     */
    DataFileReader open(StorageInput input) throws IOException;

    /**
     * Starts a file. The writer owns the output, also when this throws.
     *
     * @param schema all columns of the file in order, with field ids, system columns included
     */
    DataFileWriter create(StorageOutput output, RowType schema, WriteSettings settings) throws IOException;

    /**
     * Refuses values of a key column that files of this format would give back as others, which would make one key of two or put them out of
     * order.
     *
     * @throws IllegalArgumentException naming the column and a value
     */
    default void requireKept(DataField column, ColumnVector values) {}
}
