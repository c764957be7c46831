package org.lsmtable.format.avro;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;

/** Which Avro types hold the columns of new files (spec: data files, Avro). */
final class AvroTypes {
    private static final String NAMESPACE = "org.apache.paimon.avro.generated";
    private static final String RECORD = "record";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final int MOST_TIME_DIGITS = 3;

    private AvroTypes() {}

    /** Whether there is an Avro type for a type: neither for nested ones yet, nor for nanoseconds. */
    static boolean canHold(DataType type) {
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL, DATE -> true;
            case CHAR, VARCHAR, BINARY, VARBINARY -> true;
            case TIME -> ((TemporalType) type).precision() <= MOST_TIME_DIGITS;
            case TIMESTAMP, TIMESTAMP_LTZ -> ((TemporalType) type).isCompact();
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> false;
        };
    }

    /**
     * The schema of a new file.
     *
     * @throws IllegalArgumentException naming a column that Avro cannot hold
     */
    static Schema schema(RowType type) {
        List<Schema.Field> fields = new ArrayList<>();
        for (DataField column : type.fields()) {
            if (!NAME.matcher(column.name()).matches()) {
                throw new IllegalArgumentException("column '" + column.name()
                        + "': names in Avro files are letters, digits and underscores, not a digit first");
            }
            if (!canHold(column.type())) {
                throw new IllegalArgumentException("column '" + column.name() + "': values of type "
                        + column.type().asText() + " are not supported in Avro files");
            }
            Schema one = schema(column.type());
            fields.add(
                    column.type().isNullable()
                            ? new Schema.Field(
                                    column.name(),
                                    Schema.createUnion(Schema.create(Schema.Type.NULL), one),
                                    null,
                                    Schema.Field.NULL_DEFAULT_VALUE)
                            : new Schema.Field(column.name(), one));
        }
        return Schema.createRecord(RECORD, null, NAMESPACE, false, fields);
    }

    private static Schema schema(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
            case TINYINT, SMALLINT, INT -> Schema.create(Schema.Type.INT);
            case BIGINT -> Schema.create(Schema.Type.LONG);
            case FLOAT -> Schema.create(Schema.Type.FLOAT);
            case DOUBLE -> Schema.create(Schema.Type.DOUBLE);
            case CHAR, VARCHAR -> Schema.create(Schema.Type.STRING);
            case BINARY, VARBINARY -> Schema.create(Schema.Type.BYTES);
            case DATE -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
            case TIME -> LogicalTypes.timeMillis().addToSchema(Schema.create(Schema.Type.INT));
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                yield LogicalTypes.decimal(decimal.precision(), decimal.scale())
                        .addToSchema(Schema.create(Schema.Type.BYTES));
            }
            case TIMESTAMP, TIMESTAMP_LTZ ->
                timestamp((TemporalType) type).addToSchema(Schema.create(Schema.Type.LONG));
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> throw new IllegalStateException(type.asText());
        };
    }

    /** The annotations that the table format uses are those of the other kind of timestamp. */
    private static LogicalType timestamp(TemporalType type) {
        if (type.root() == TypeRoot.TIMESTAMP) {
            return type.isMillis() ? LogicalTypes.timestampMillis() : LogicalTypes.timestampMicros();
        }
        return type.isMillis() ? LogicalTypes.localTimestampMillis() : LogicalTypes.localTimestampMicros();
    }
}
