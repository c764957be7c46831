package org.lsmtable.format.parquet;

import java.io.IOException;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.FileFormat;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.types.RowType;

/** Apache Parquet (spec: data files, Parquet). */
public final class ParquetFormat implements FileFormat {
    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public DataFileReader open(StorageInput input) throws IOException {
        return ParquetReader.open(input);
    }

    @Override
    public DataFileWriter create(StorageOutput output, RowType schema, WriteSettings settings) throws IOException {
        return new ParquetWriter(output, schema, settings);
    }
}
