package org.lsmtable.format.orc;

import java.io.IOException;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.FileFormat;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.options.Options;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/** Apache ORC (spec: data files, ORC). */
public final class OrcFormat implements FileFormat {
    private final Options options;

    /**
     * ORC files of a table.
     *
     * @param options those of the table; keys that begin with {@code orc.} are handed to the ORC library
     */
    public OrcFormat(Options options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "orc";
    }

    @Override
    public DataFileReader open(StorageInput input) throws IOException {
        return OrcFileReader.open(input, options);
    }

    @Override
    public DataFileWriter create(StorageOutput output, RowType schema, WriteSettings settings) throws IOException {
        return OrcFileWriter.create(output, schema, settings, options);
    }

    /** CHAR loses the blanks at its end. */
    @Override
    public void requireKept(DataField column, ColumnVector values) {
        OrcChars.requireNoBlanks(column, values);
    }
}
