package org.lsmtable.format.avro;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/**
 * Decodes records field by field into vectors, one a wanted field. Fields are found by name; those that nobody wants are passed over, those
 * that the record lacks are null. Immutable.
 */
final class RecordDecoder {
    /** The schemas of the record's fields. */
    private final Schema[] schemas;
    /** The decoders of the record's fields; null for those that nobody wants. */
    private final @Nullable ColumnDecoder[] decoders;
    /** The wanted field that each of the record's fields is. */
    private final int[] targets;
    /** The wanted fields that the record lacks. */
    private final int[] missing;

    private RecordDecoder(Schema[] schemas, @Nullable ColumnDecoder[] decoders, int[] targets, int[] missing) {
        this.schemas = schemas;
        this.decoders = decoders;
        this.targets = targets;
        this.missing = missing;
    }

    /**
     * The decoder of a record.
     *
     * @param name of the column, for messages
     * @throws DamagedFileException naming a field that cannot hold its type
     */
    static RecordDecoder of(String path, String name, Schema record, RowType wanted) throws DamagedFileException {
        List<Schema.Field> fields = record.getFields();
        Schema[] schemas = new Schema[fields.size()];
        @Nullable ColumnDecoder[] decoders = new @Nullable ColumnDecoder[schemas.length];
        int[] targets = new int[schemas.length];
        for (int i = 0; i < schemas.length; i++) {
            Schema.Field field = fields.get(i);
            schemas[i] = field.schema();
            targets[i] = wanted.indexOf(field.name());
            if (targets[i] >= 0) {
                DataField column = wanted.field(targets[i]);
                decoders[i] = ColumnDecoder.of(path, name + "." + column.name(), field.schema(), column.type());
            }
        }
        int[] missing = IntStream.range(0, wanted.fieldCount())
                .filter(i -> record.getField(wanted.field(i).name()) == null)
                .toArray();
        return new RecordDecoder(schemas, decoders, targets, missing);
    }

    /** Appends a row to each vector. */
    void append(AvroInput in, List<ColumnVector> vectors) throws DamagedFileException {
        for (int i = 0; i < schemas.length; i++) {
            ColumnDecoder decoder = decoders[i];
            if (decoder == null) {
                AvroSkip.skip(schemas[i], in);
            } else {
                decoder.append(in, vectors.get(targets[i]));
            }
        }
        for (int field : missing) {
            vectors.get(field).appendNulls(1);
        }
    }
}
