package org.lsmtable.format.orc;

import java.util.List;
import org.apache.orc.TypeDescription;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ListVector;

/** Which ORC types hold the columns of new files, and which of those found in files can be read as which type. */
final class OrcTypes {
    private static final String FIELD_ID = "paimon.id";

    private OrcTypes() {}

    /** The schema of a new file; the types are ones that vectors hold. */
    static TypeDescription schema(RowType type) {
        TypeDescription struct = TypeDescription.createStruct();
        for (DataField field : type.fields()) {
            struct.addField(field.name(), numbered(type(field.type(), field.id(), 0), field.id()));
        }
        return struct;
    }

    private static TypeDescription numbered(TypeDescription type, int id) {
        type.setAttribute(FIELD_ID, Integer.toString(id));
        return type;
    }

    /**
     * The type of a column or of a part of one.
     *
     * @param field the id of the column or field of a ROW that it is in
     * @param depth how many ARRAYs and MAPs are around it in that field
     */
    private static TypeDescription type(DataType type, int field, int depth) {
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
            case ARRAY -> {
                TypeDescription element = type(((ArrayType) type).element(), field, depth + 1);
                yield TypeDescription.createList(numbered(element, SystemFields.elementId(field, depth + 1)));
            }
            case MAP, MULTISET -> {
                List<DataType> types = ListVector.childTypes(type);
                TypeDescription key = type(types.get(0), field, depth + 1);
                TypeDescription value = type(types.get(1), field, depth + 1);
                yield TypeDescription.createMap(
                        numbered(key, SystemFields.mapKeyId(field, depth + 1)),
                        numbered(value, SystemFields.elementId(field, depth + 1)));
            }
            case ROW -> schema((RowType) type);
            case VARIANT, BLOB, VECTOR -> throw new IllegalStateException(type.asText());
        };
    }

    /**
     * Whether a column of a file can be read as a type; numbers may be narrower or wider, and are checked; decimals may have a smaller
     * scale; a struct may lack fields.
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
            case ARRAY -> category == TypeDescription.Category.LIST && childrenHold(column, type);
            case MULTISET, MAP -> category == TypeDescription.Category.MAP && childrenHold(column, type);
            case ROW -> category == TypeDescription.Category.STRUCT && fieldsHold(column, (RowType) type);
            case VARIANT, BLOB, VECTOR -> false;
        };
    }

    private static boolean childrenHold(TypeDescription column, DataType type) {
        List<DataType> types = ListVector.childTypes(type);
        for (int i = 0; i < types.size(); i++) {
            if (!holds(column.getChildren().get(i), types.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean fieldsHold(TypeDescription struct, RowType type) {
        for (DataField field : type.fields()) {
            int found = struct.getFieldNames().indexOf(field.name());
            if (found >= 0 && !holds(struct.getChildren().get(found), field.type())) {
                return false;
            }
        }
        return true;
    }

    /**
     * What is to be read of a column that {@link #holds} says fits: as the file has it, of a struct only the fields of the ROW that it has,
     * in the order of the ROW.
     */
    static TypeDescription wanted(TypeDescription column, DataType type) {
        return switch (column.getCategory()) {
            case LIST -> TypeDescription.createList(wanted(column.getChildren().get(0), ((ArrayType) type).element()));
            case MAP -> {
                List<DataType> types = ListVector.childTypes(type);
                yield TypeDescription.createMap(
                        wanted(column.getChildren().get(0), types.get(0)),
                        wanted(column.getChildren().get(1), types.get(1)));
            }
            case STRUCT -> {
                TypeDescription struct = TypeDescription.createStruct();
                for (DataField field : ((RowType) type).fields()) {
                    int found = column.getFieldNames().indexOf(field.name());
                    if (found >= 0) {
                        struct.addField(
                                field.name(), wanted(column.getChildren().get(found), field.type()));
                    }
                }
                yield struct;
            }
            default -> column.clone();
        };
    }

    private static boolean isInteger(TypeDescription.Category category) {
        return switch (category) {
            case BYTE, SHORT, INT, LONG -> true;
            default -> false;
        };
    }
}
