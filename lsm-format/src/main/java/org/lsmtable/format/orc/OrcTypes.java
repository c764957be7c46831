package org.lsmtable.format.orc;

import org.apache.orc.TypeDescription;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.RowType;

/** Which ORC types hold the columns of new files, and which of those found in files can be read as which type. */
final class OrcTypes {
    private static final String FIELD_ID = "paimon.id";

    private OrcTypes() {}

    /** The schema of a new file; the types are ones that vectors hold. */
    static TypeDescription schema(RowType type) {
        TypeDescription struct = TypeDescription.createStruct();
        for (DataField field : type.fields()) {
            TypeDescription column = type(field.type());
            column.setAttribute(FIELD_ID, Integer.toString(field.id()));
            struct.addField(field.name(), column);
        }
        return struct;
    }

    private static TypeDescription type(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> TypeDescription.createBoolean();
            case TINYINT -> TypeDescription.createByte();
            case SMALLINT -> TypeDescription.createShort();
            case INT, TIME -> TypeDescription.createInt();
            case BIGINT -> TypeDescription.createLong();
            case FLOAT -> TypeDescription.createFloat();
            case DOUBLE -> TypeDescription.createDouble();
            case DATE -> TypeDescription.createDate();
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                // each is checked against the other: widen first
                yield TypeDescription.createDecimal()
                        .withScale(0)
                        .withPrecision(decimal.precision())
                        .withScale(decimal.scale());
            }
            case CHAR -> TypeDescription.createChar().withMaxLength(((LengthType) type).length());
            case VARCHAR -> {
                int length = ((LengthType) type).length();
                yield length == Integer.MAX_VALUE
                        ? TypeDescription.createString()
                        : TypeDescription.createVarchar().withMaxLength(length);
            }
            case BINARY, VARBINARY -> TypeDescription.createBinary();
            case TIMESTAMP -> TypeDescription.createTimestamp();
            case TIMESTAMP_LTZ -> TypeDescription.createTimestampInstant();
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> throw new IllegalStateException(type.asText());
        };
    }

    /**
     * Whether a column of a file can be read as a type; numbers may be narrower or wider, and are checked; decimals may have a smaller
     * scale.
     */
    static boolean holds(TypeDescription column, DataType type) {
        TypeDescription.Category category = column.getCategory();
        return switch (type.root()) {
            case BOOLEAN -> category == TypeDescription.Category.BOOLEAN;
            case TINYINT, SMALLINT, INT, BIGINT, TIME -> isInteger(category);
            case FLOAT -> category == TypeDescription.Category.FLOAT;
            case DOUBLE -> category == TypeDescription.Category.DOUBLE || category == TypeDescription.Category.FLOAT;
            case DATE -> category == TypeDescription.Category.DATE;
            case DECIMAL ->
                category == TypeDescription.Category.DECIMAL && column.getScale() <= ((DecimalType) type).scale();
            case CHAR, VARCHAR ->
                category == TypeDescription.Category.CHAR
                        || category == TypeDescription.Category.VARCHAR
                        || category == TypeDescription.Category.STRING;
            case BINARY, VARBINARY -> category == TypeDescription.Category.BINARY;
            case TIMESTAMP -> category == TypeDescription.Category.TIMESTAMP;
            case TIMESTAMP_LTZ -> category == TypeDescription.Category.TIMESTAMP_INSTANT;
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> false;
        };
    }

    private static boolean isInteger(TypeDescription.Category category) {
        return switch (category) {
            case BYTE, SHORT, INT, LONG -> true;
            default -> false;
        };
    }
}
