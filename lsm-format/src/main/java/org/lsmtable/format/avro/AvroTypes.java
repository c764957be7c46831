package org.lsmtable.format.avro;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ListVector;

/** Which Avro types hold the columns of new files (spec: data files, Avro). */
final class AvroTypes {
    private static final String NAMESPACE = "org.apache.paimon.avro.generated";
    private static final String RECORD = "record";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final int MOST_TIME_DIGITS = 3;

    /** The records of the schema that is made. */
    private final Map<String, Schema> records = new HashMap<>();

    private AvroTypes() {}

    /**
     * Whether there is an Avro type for a type: not for nanoseconds, wherever they are. Of multisets the table format holds only those of
     * text; its own readers and writers fail at others.
     */
    static boolean canHold(DataType type) {
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL, DATE -> true;
            case CHAR, VARCHAR, BINARY, VARBINARY -> true;
            case TIME -> ((TemporalType) type).precision() <= MOST_TIME_DIGITS;
            case TIMESTAMP, TIMESTAMP_LTZ -> ((TemporalType) type).isCompact();
            case MULTISET -> isAvroMap(type);
            case ARRAY, MAP -> ListVector.childTypes(type).stream().allMatch(AvroTypes::canHold);
            case ROW -> ((RowType) type).types().stream().allMatch(AvroTypes::canHold);
            case VARIANT, BLOB, VECTOR -> false;
        };
    }

    /** Whether a MAP or MULTISET is an Avro map, whose keys are text; others are arrays of records of key and value. */
    static boolean isAvroMap(DataType type) {
        return ListVector.childTypes(type).get(0).root().isCharacter();
    }

    /** The type of a MAP's values, or of a MULTISET's counts, which may be null in Avro. */
    static DataType valueType(DataType type) {
        return type instanceof MapType map ? map.value() : Types.INT;
    }

    /**
     * The schema of a new file.
     *
     * @throws UnsupportedFeatureException naming a column that Avro cannot hold
     */
    static Schema schema(RowType type) {
        for (DataField column : type.fields()) {
            if (!canHold(column.type())) {
                throw new UnsupportedFeatureException("column '" + column.name() + "': values of type "
                        + column.type().asText() + " are not supported in Avro files");
            }
        }
        return new AvroTypes().record(RECORD, "", type.fields());
    }

    /**
     * A record.
     *
     * @param name its name; that of records in a field has the field's name behind it
     * @param path the path to its fields, for messages
     */
    private Schema record(String name, String path, List<DataField> columns) {
        List<Schema.Field> fields = new ArrayList<>();
        for (DataField column : columns) {
            if (!NAME.matcher(column.name()).matches()) {
                throw new UnsupportedFeatureException("column '" + path + column.name()
                        + "': names in Avro files are letters, digits and underscores, not a digit first");
            }
            Schema one = field(name + "_" + column.name(), path + column.name(), column.type());
            fields.add(
                    column.type().isNullable()
                            ? new Schema.Field(column.name(), one, null, Schema.Field.NULL_DEFAULT_VALUE)
                            : new Schema.Field(column.name(), one));
        }
        return unique(path, Schema.createRecord(name, null, NAMESPACE, false, fields));
    }

    /** Two columns may lead to the same name of a record, {@code a_b} to that of {@code b} in {@code a}. */
    private Schema unique(String path, Schema record) {
        Schema other = records.putIfAbsent(record.getName(), record);
        if (other != null && !other.equals(record)) {
            throw new UnsupportedFeatureException("column '" + path.substring(0, path.length() - 1)
                    + "': its record in Avro files would be '" + record.getName()
                    + "', the name of another one with other fields");
        }
        return record;
    }

    private Schema field(String recordName, String path, DataType type) {
        Schema one = schema(recordName, path, type);
        return type.isNullable() ? Schema.createUnion(Schema.create(Schema.Type.NULL), one) : one;
    }

    private Schema map(String recordName, String path, DataType type) {
        DataType value = valueType(type);
        if (isAvroMap(type)) {
            return Schema.createMap(field(recordName, path + ".value", value));
        }
        DataType key = ListVector.childTypes(type).get(0);
        Schema keys = field(recordName + "_key", path + ".key", key);
        Schema values = field(recordName + "_value", path + ".value", value);
        Schema.Field valueField = value.isNullable()
                ? new Schema.Field("value", values, null, Schema.Field.NULL_DEFAULT_VALUE)
                : new Schema.Field("value", values);
        Schema entry = Schema.createRecord(
                recordName, null, NAMESPACE, false, List.of(new Schema.Field("key", keys), valueField));
        return new LogicalType("map").addToSchema(Schema.createArray(unique(path + ".", entry)));
    }

    private Schema schema(String recordName, String path, DataType type) {
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
            case ARRAY -> Schema.createArray(field(recordName, path + ".element", ((ArrayType) type).element()));
            case MULTISET, MAP -> map(recordName, path, type);
            case ROW -> record(recordName, path + ".", ((RowType) type).fields());
            case VARIANT, BLOB, VECTOR -> throw new IllegalStateException(type.asText());
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
