package org.lsmtable.format.parquet;

import java.util.Locale;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.parquet.Annotation.Meaning;
import org.lsmtable.format.parquet.TimeConversions.Unit;
import org.lsmtable.format.parquet.ValueMapping.Layout;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;

/**
 * Which columns of Parquet files can be read as which types (spec: data files, type mapping and what readers accept). A superset
 * of what the table format's writers produce: the file's own annotations are believed, other units and widths are converted.
 */
final class ParquetTypes {
    private static final int MILLIS_OF_DAY = 86_400_000;
    private static final int MAX_FIXED_BYTES = 1 << 20;

    private ParquetTypes() {}

    /**
     * How a column is read as a type.
     *
     * @throws DamagedFileException naming the column, the type and what the file has, if it cannot hold that type
     */
    static ValueMapping mapping(String path, FileColumn column, DataType type) throws DamagedFileException {
        ValueMapping mapping = find(column, type);
        if (mapping == null) {
            throw new DamagedFileException(
                    path, "column '" + column.name() + "'", "one that holds " + type.asText(), describe(column));
        }
        return mapping;
    }

    /** How a column is read as a type, null if it cannot hold it. */
    static @Nullable ValueMapping find(FileColumn column, DataType type) {
        return column.isGroup() || column.isRepeated() ? null : find(column.element(), type);
    }

    /** How the values of a node without children are read as a type, null if they cannot be. */
    static @Nullable ValueMapping find(SchemaElement element, DataType type) {
        Annotation annotation = Annotation.of(element);
        return switch (type.root()) {
            case BOOLEAN -> element.getType() == Type.BOOLEAN ? plain(type, Layout.BIT) : null;
            case TINYINT -> integer(element, annotation, type, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> integer(element, annotation, type, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> integer(element, annotation, type, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> bigint(element, annotation, type);
            case FLOAT -> element.getType() == Type.FLOAT ? plain(type, Layout.INT) : null;
            case DOUBLE -> element.getType() == Type.DOUBLE ? plain(type, Layout.LONG) : null;
            case DATE ->
                element.getType() == Type.INT32 && isOneOf(annotation, Meaning.NONE, Meaning.DATE)
                        ? plain(type, Layout.INT)
                        : null;
            case TIME -> time(element, annotation, type);
            case TIMESTAMP, TIMESTAMP_LTZ -> timestamp(element, annotation, (TemporalType) type);
            case DECIMAL -> decimal(element, annotation, (DecimalType) type);
            case CHAR, VARCHAR ->
                element.getType() == Type.BYTE_ARRAY && isOneOf(annotation, Meaning.NONE, Meaning.TEXT)
                        ? plain(type, Layout.BINARY)
                        : null;
            case BINARY, VARBINARY ->
                annotation.meaning() == Meaning.DECIMAL ? null : bytes(element, type, Conversion.NONE);
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> null;
        };
    }

    private static @Nullable ValueMapping integer(
            SchemaElement element, Annotation annotation, DataType type, int least, int most) {
        if (!isInteger(annotation)) {
            return null;
        }
        boolean whole = least == Integer.MIN_VALUE;
        return switch (element.getType()) {
            case INT32 ->
                new ValueMapping(
                        type, Layout.INT, 0, whole ? Conversion.NONE : ConvertedValues.checkedInts(least, most));
            case INT64 -> new ValueMapping(type, Layout.LONG, 0, ConvertedValues.longsToInts(1, least, most));
            default -> null;
        };
    }

    private static @Nullable ValueMapping bigint(SchemaElement element, Annotation annotation, DataType type) {
        if (!isInteger(annotation)) {
            return null;
        }
        return switch (element.getType()) {
            case INT32 -> new ValueMapping(type, Layout.INT, 0, ConvertedValues.intsToLongs());
            case INT64 -> plain(type, Layout.LONG);
            default -> null;
        };
    }

    /** Unsigned numbers of 8 and 16 bits are the same as signed ones; wider ones would change sign. */
    private static boolean isInteger(Annotation annotation) {
        return isOneOf(annotation, Meaning.NONE, Meaning.SIGNED)
                || (annotation.meaning() == Meaning.UNSIGNED && annotation.digits() <= 16);
    }

    private static @Nullable ValueMapping time(SchemaElement element, Annotation annotation, DataType type) {
        if (element.getType() == Type.INT32 && isOneOf(annotation, Meaning.NONE, Meaning.TIME_MILLIS)) {
            return new ValueMapping(type, Layout.INT, 0, ConvertedValues.checkedInts(0, MILLIS_OF_DAY - 1));
        }
        if (element.getType() == Type.INT64 && isOneOf(annotation, Meaning.TIME_MICROS, Meaning.TIME_NANOS)) {
            long divisor = annotation.meaning() == Meaning.TIME_MICROS ? 1_000 : 1_000_000;
            return new ValueMapping(type, Layout.LONG, 0, ConvertedValues.longsToInts(divisor, 0, MILLIS_OF_DAY - 1));
        }
        return null;
    }

    private static @Nullable ValueMapping timestamp(SchemaElement element, Annotation annotation, TemporalType type) {
        if (element.getType() == Type.INT96) {
            return new ValueMapping(type, Layout.FIXED, TimeConversions.INT96_BYTES, TimeConversions.ofInt96(type));
        }
        Unit unit = switch (annotation.meaning()) {
            case TIMESTAMP_MILLIS -> Unit.MILLIS;
            case TIMESTAMP_MICROS -> Unit.MICROS;
            case TIMESTAMP_NANOS -> Unit.NANOS;
            case NONE -> !type.isCompact() ? null : type.isMillis() ? Unit.MILLIS : Unit.MICROS;
            default -> null;
        };
        return element.getType() != Type.INT64 || unit == null
                ? null
                : new ValueMapping(type, Layout.LONG, 0, TimeConversions.ofLongs(unit, type));
    }

    private static @Nullable ValueMapping decimal(SchemaElement element, Annotation annotation, DecimalType type) {
        boolean declared = annotation.meaning() == Meaning.DECIMAL;
        if (!declared && annotation.meaning() != Meaning.NONE) {
            return null;
        }
        int scale = declared ? annotation.scale() : type.scale();
        if (scale < 0 || scale > type.scale()) {
            return null;
        }
        int digits = declared ? annotation.digits() : Integer.MAX_VALUE / 2;
        DecimalConversions conversions = new DecimalConversions(type, digits, scale);
        return switch (element.getType()) {
            case INT32 ->
                new ValueMapping(
                        type, Layout.INT, 0, ConvertedValues.intsToLongs().then(conversions.ofLongs()));
            case INT64 -> new ValueMapping(type, Layout.LONG, 0, conversions.ofLongs());
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(element, type, conversions.ofBytes(fixedLength(element)));
            default -> null;
        };
    }

    private static @Nullable ValueMapping bytes(SchemaElement element, DataType type, Conversion conversion) {
        if (element.getType() == Type.BYTE_ARRAY) {
            return new ValueMapping(type, Layout.BINARY, 0, conversion);
        }
        int length = fixedLength(element);
        return length > 0 && length <= MAX_FIXED_BYTES
                ? new ValueMapping(type, Layout.FIXED, length, conversion)
                : null;
    }

    /** The length of a fixed-length type, 0 for others. */
    private static int fixedLength(SchemaElement element) {
        return element.getType() == Type.FIXED_LEN_BYTE_ARRAY ? element.getType_length() : 0;
    }

    private static ValueMapping plain(DataType type, Layout layout) {
        return new ValueMapping(type, layout, 0, Conversion.NONE);
    }

    private static boolean isOneOf(Annotation annotation, Meaning one, Meaning other) {
        return annotation.meaning() == one || annotation.meaning() == other;
    }

    /** What a column is, for messages. */
    static String describe(FileColumn column) {
        SchemaElement element = column.element();
        if (column.isGroup()) {
            return "a group of " + element.getNum_children() + " columns";
        }
        Annotation annotation = Annotation.of(element);
        String text = element.getType() == Type.FIXED_LEN_BYTE_ARRAY
                ? element.getType() + "(" + element.getType_length() + ")"
                : element.getType().toString();
        if (annotation.meaning() == Meaning.DECIMAL) {
            text += " DECIMAL(" + annotation.digits() + ", " + annotation.scale() + ")";
        } else if (annotation.meaning() != Meaning.NONE) {
            text += " " + annotation.meaning().name().toLowerCase(Locale.ROOT);
        }
        return column.isRepeated() ? "repeated " + text : text;
    }
}
