package org.lsmtable.format.avro;

import java.io.IOException;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.FileFormat;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.types.RowType;

/** Apache Avro (spec: data files, Avro). Files hold rows, not columns; reading one column passes over the bytes of all. */
public final class AvroFormat implements FileFormat {
    @Override
    public String name() {
        return "avro";
    }

    @Override
    public DataFileReader open(StorageInput input) throws IOException {
        return AvroReader.open(input);
    }

    @Override
    public DataFileWriter create(StorageOutput output, RowType schema, WriteSettings settings) throws IOException {
        return new AvroWriter(output, schema, settings);
    }
}
