package org.lsmtable.format.parquet;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * How values that are not made of others lie in a Parquet file, a column of a table or a part of one: physical type, length,
 * annotation, order of its bounds (spec: data files, Parquet type mapping).
 *
 * @param place where it is in the schema
 * @param physical the type of the stored values
 * @param typeLength the bytes of a value of a FIXED_LEN_BYTE_ARRAY, otherwise 0
 * @param order how statistics compare values
 */
record ParquetColumn(DataField field, Place place, Type physical, int typeLength, ValueOrder order) {
    /**
     * A place in the schema.
     *
     * @param path the names of the nodes from the top
     * @param definition how many of them may be absent
     * @param repetition how many of them are repeated
     */
    record Place(List<String> path, int definition, int repetition) {
        Place {
            path = List.copyOf(path);
        }

        /** The schema itself. */
        static final Place ROOT = new Place(List.of(), 0, 0);

        /** A node inside. */
        Place child(String name, FieldRepetitionType kind) {
            List<String> names = new ArrayList<>(path);
            names.add(name);
            return new Place(
                    names,
                    definition + (kind == FieldRepetitionType.REQUIRED ? 0 : 1),
                    repetition + (kind == FieldRepetitionType.REPEATED ? 1 : 0));
        }

        /** The names one behind the other. */
        String text() {
            return String.join(".", path);
        }
    }

    /** The digits of the longest DECIMAL that is stored in 32 bits. */
    private static final int MAX_INT_PRECISION = 9;

    /**
     * The column that a field is stored as.
     *
     * @throws IllegalArgumentException naming the column, if vectors cannot hold its type
     */
    static ParquetColumn of(DataField field) {
        return of(field, Place.ROOT.child(field.name(), repetition(field.type())));
    }

    /**
     * The column that a field, or a part of one in the form of a field, is stored as.
     *
     * @param place the column's own place
     * @throws IllegalArgumentException naming the column, if vectors cannot hold its type
     */
    static ParquetColumn of(DataField field, Place place) {
        DataType type = field.type();
        return switch (type.root()) {
            case BOOLEAN -> new ParquetColumn(field, place, Type.BOOLEAN, 0, ValueOrder.BOOLEAN);
            case TINYINT, SMALLINT, INT, DATE, TIME -> new ParquetColumn(field, place, Type.INT32, 0, ValueOrder.INT32);
            case FLOAT -> new ParquetColumn(field, place, Type.FLOAT, 0, ValueOrder.FLOAT);
            case BIGINT -> new ParquetColumn(field, place, Type.INT64, 0, ValueOrder.INT64);
            case DOUBLE -> new ParquetColumn(field, place, Type.DOUBLE, 0, ValueOrder.DOUBLE);
            case DECIMAL -> decimal(field, place, (DecimalType) type);
            case TIMESTAMP, TIMESTAMP_LTZ ->
                ((TemporalType) type).isCompact()
                        ? new ParquetColumn(field, place, Type.INT64, 0, ValueOrder.INT64)
                        : new ParquetColumn(field, place, Type.INT96, 0, ValueOrder.NONE);
            case CHAR, VARCHAR, BINARY, VARBINARY ->
                new ParquetColumn(field, place, Type.BYTE_ARRAY, 0, ValueOrder.UNSIGNED_BYTES);
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR ->
                throw new UnsupportedFeatureException("column '" + place.text() + "': values of type " + type.asText()
                        + " are not supported in data files yet");
        };
    }

    private static ParquetColumn decimal(DataField field, Place place, DecimalType type) {
        if (type.precision() <= MAX_INT_PRECISION) {
            return new ParquetColumn(field, place, Type.INT32, 0, ValueOrder.INT32);
        }
        return type.isCompact()
                ? new ParquetColumn(field, place, Type.INT64, 0, ValueOrder.INT64)
                : new ParquetColumn(
                        field,
                        place,
                        Type.FIXED_LEN_BYTE_ARRAY,
                        decimalLength(type.precision()),
                        ValueOrder.SIGNED_BYTES);
    }

    /** How a node of a type repeats. */
    static FieldRepetitionType repetition(DataType type) {
        return type.isNullable() ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED;
    }

    /** The least number of bytes that hold every unscaled number of so many digits and its sign. */
    static int decimalLength(int precision) {
        return BigInteger.TEN.pow(precision).bitLength() / 8 + 1;
    }

    /** The name, behind those of the columns that it is inside of. */
    String name() {
        return place.text();
    }

    /** The type of the table's column. */
    DataType type() {
        return field.type();
    }

    /** Whether it may be null by itself. */
    boolean isOptional() {
        return type().isNullable();
    }

    /** The bytes of a value in a plain page; 0 for a bit, -1 if they vary. */
    int valueBytes() {
        return switch (physical) {
            case BOOLEAN -> 0;
            case INT32, FLOAT -> 4;
            case INT64, DOUBLE -> 8;
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> typeLength;
            case BYTE_ARRAY -> -1;
        };
    }

    /** Whether the same vector makes the same pages in both columns. */
    boolean encodesLike(ParquetColumn other) {
        return physical == other.physical
                && typeLength == other.typeLength
                && order == other.order
                && isOptional() == other.isOptional()
                && type().root() == other.type().root();
    }

    /** The column's line of the file schema. */
    SchemaElement schemaElement() {
        SchemaElement element = new SchemaElement(field.name())
                .setType(physical)
                .setRepetition_type(repetition(type()))
                .setField_id(field.id());
        if (typeLength > 0) {
            element.setType_length(typeLength);
        }
        annotate(element);
        return element;
    }

    private void annotate(SchemaElement element) {
        switch (type().root()) {
            case CHAR, VARCHAR ->
                element.setLogicalType(LogicalType.STRING(new StringType())).setConverted_type(ConvertedType.UTF8);
            case TINYINT ->
                element.setLogicalType(LogicalType.INTEGER(new IntType((byte) 8, true)))
                        .setConverted_type(ConvertedType.INT_8);
            case SMALLINT ->
                element.setLogicalType(LogicalType.INTEGER(new IntType((byte) 16, true)))
                        .setConverted_type(ConvertedType.INT_16);
            case DATE ->
                element.setLogicalType(LogicalType.DATE(new DateType())).setConverted_type(ConvertedType.DATE);
            case TIME ->
                element.setLogicalType(LogicalType.TIME(new TimeType(true, TimeUnit.MILLIS(new MilliSeconds()))))
                        .setConverted_type(ConvertedType.TIME_MILLIS);
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type();
                element.setLogicalType(LogicalType.DECIMAL(
                                new org.apache.parquet.format.DecimalType(decimal.scale(), decimal.precision())))
                        .setConverted_type(ConvertedType.DECIMAL)
                        .setScale(decimal.scale())
                        .setPrecision(decimal.precision());
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> annotateTimestamp(element, (TemporalType) type());
            default -> {
                // the physical type says it all
            }
        }
    }

    private static void annotateTimestamp(SchemaElement element, TemporalType type) {
        if (!type.isCompact()) {
            return;
        }
        boolean zoned = type.root() == TypeRoot.TIMESTAMP_LTZ;
        TimeUnit unit = type.isMillis() ? TimeUnit.MILLIS(new MilliSeconds()) : TimeUnit.MICROS(new MicroSeconds());
        element.setLogicalType(LogicalType.TIMESTAMP(new TimestampType(zoned, unit)))
                .setConverted_type(type.isMillis() ? ConvertedType.TIMESTAMP_MILLIS : ConvertedType.TIMESTAMP_MICROS);
    }
}
