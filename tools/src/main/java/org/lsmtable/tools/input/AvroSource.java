package org.lsmtable.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/** Reads Avro files: records whose fields have types that {@link AvroValues} knows, or unions of one with null. */
final class AvroSource implements BatchSource {
    private final InputTarget target;
    private final String file;
    private final CountingInput bytes;
    private final AvroFraming framing;
    private final DataFileStream<GenericRecord> records;
    private final List<ColumnVector> vectors = new ArrayList<>();
    private final int[] fieldOf;
    private final int kindField;
    private @Nullable IntVector kinds;
    private @Nullable GenericRecord reused;
    private long rowsRead;

    /** Reads a stream from its file header on. Owns the stream, also when this throws. */
    AvroSource(InputStream in, String file, InputTarget target) throws IOException {
        this.target = target;
        this.file = file;
        this.bytes = new CountingInput(in);
        this.framing = new AvroFraming(bytes);
        this.records = open();
        Schema schema = records.getSchema();
        try {
            if (schema.getType() != Schema.Type.RECORD) {
                throw CliException.usage(file + ": expected Avro records, found " + schema.getType());
            }
            target.check(schema.getFields().stream().map(Schema.Field::name).toList(), file);
        } catch (CliException e) {
            records.close();
            throw e;
        }
        this.fieldOf = target.type().names().stream()
                .mapToInt(name -> position(schema, name))
                .toArray();
        this.kindField = target.kindColumn() == null ? -1 : position(schema, target.kindColumn());
    }

    private DataFileStream<GenericRecord> open() throws IOException {
        try {
            DataFileStream<GenericRecord> opened = new DataFileStream<>(framing, new GenericDatumReader<>());
            framing.endOfHeader();
            return opened;
        } catch (IOException | AvroRuntimeException e) {
            bytes.close();
            throw new DamagedFileException(file, "expected an Avro file: " + e.getMessage(), e);
        }
    }

    private static int position(Schema schema, String name) {
        Schema.Field field = schema.getField(name);
        return field == null ? -1 : field.pos();
    }

    @Override
    public @Nullable InputBatch next(int maxRows) throws IOException {
        clear(maxRows);
        int rows = 0;
        try {
            while (rows < maxRows) {
                if (!records.hasNext()) {
                    framing.checkEnd(file);
                    break;
                }
                GenericRecord record = records.next(reused);
                reused = record;
                rowsRead++;
                add(record);
                rows++;
            }
        } catch (DamagedFileException e) {
            throw e;
        } catch (IOException | AvroRuntimeException e) {
            throw new DamagedFileException(file, "record " + (rowsRead + 1) + ": " + e.getMessage(), e);
        }
        return rows == 0 ? null : new InputBatch(new Batch(target.type(), vectors, rows), kinds);
    }

    private void clear(int capacity) {
        if (vectors.isEmpty()) {
            for (DataType type : target.type().types()) {
                vectors.add(ColumnVector.of(type, capacity));
            }
            kinds = kindField < 0 ? null : new IntVector(Types.TINYINT, capacity);
        }
        vectors.forEach(ColumnVector::clear);
        if (kinds != null) {
            kinds.clear();
        }
    }

    private void add(GenericRecord record) {
        String column = "";
        try {
            RowKind kind = null;
            if (kinds != null) {
                column = String.valueOf(target.kindColumn());
                kind = RowKinds.parse(String.valueOf(record.get(kindField)));
                kinds.append(kind.code());
            }
            for (int i = 0; i < fieldOf.length; i++) {
                DataField field = target.type().field(i);
                column = field.name();
                Object value = fieldOf[i] < 0 ? null : AvroValues.plain(record, fieldOf[i], field.type());
                if (value == null && !target.mayBeNull(field, kind)) {
                    throw target.nullRefused(field);
                }
                Values.append(Values.coerce(value, field.type().nullable(), column), vectors.get(i));
            }
        } catch (BadValueException e) {
            throw bad("column '" + column + "': " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw bad(String.valueOf(e.getMessage()), e);
        }
    }

    private CliException bad(String problem, Exception cause) {
        return new CliException(ExitCode.USAGE, file + ": record " + rowsRead + ": " + problem, cause);
    }

    @Override
    public long bytesRead() {
        return bytes.count();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
