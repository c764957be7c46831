package org.lsmtable.format.parquet;

import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;

/**
 * What a schema node says its physical values mean: the logical type or, in older files, the converted type.
 *
 * @param digits the precision of a DECIMAL, the bits of an integer, otherwise 0
 * @param scale the scale of a DECIMAL, otherwise 0
 */
record Annotation(Meaning meaning, int digits, int scale) {
    /** The meanings that matter to a table. */
    enum Meaning {
        NONE,
        TEXT,
        SIGNED,
        UNSIGNED,
        DECIMAL,
        DATE,
        TIME_MILLIS,
        TIME_MICROS,
        TIME_NANOS,
        TIMESTAMP_MILLIS,
        TIMESTAMP_MICROS,
        TIMESTAMP_NANOS,
        OTHER
    }

    private static final Annotation NONE = of(Meaning.NONE);

    static Annotation of(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        if (element.isSetLogicalType() && logical.isSet()) {
            return ofLogical(logical);
        }
        return element.isSetConverted_type() ? ofConverted(element) : NONE;
    }

    private static Annotation of(Meaning meaning) {
        return new Annotation(meaning, 0, 0);
    }

    private static Annotation ofLogical(LogicalType type) {
        return switch (type.getSetField()) {
            case STRING, ENUM, JSON -> of(Meaning.TEXT);
            case DECIMAL ->
                new Annotation(
                        Meaning.DECIMAL,
                        type.getDECIMAL().getPrecision(),
                        type.getDECIMAL().getScale());
            case DATE -> of(Meaning.DATE);
            case INTEGER ->
                new Annotation(
                        type.getINTEGER().isIsSigned() ? Meaning.SIGNED : Meaning.UNSIGNED,
                        type.getINTEGER().getBitWidth(),
                        0);
            case TIME -> ofUnit(type.getTIME().getUnit(), Meaning.TIME_MILLIS, Meaning.TIME_MICROS, Meaning.TIME_NANOS);
            case TIMESTAMP ->
                ofUnit(
                        type.getTIMESTAMP().getUnit(),
                        Meaning.TIMESTAMP_MILLIS,
                        Meaning.TIMESTAMP_MICROS,
                        Meaning.TIMESTAMP_NANOS);
            default -> of(Meaning.OTHER);
        };
    }

    private static Annotation ofUnit(TimeUnit unit, Meaning millis, Meaning micros, Meaning nanos) {
        if (unit.isSetMILLIS()) {
            return of(millis);
        }
        return of(unit.isSetMICROS() ? micros : unit.isSetNANOS() ? nanos : Meaning.OTHER);
    }

    private static Annotation ofConverted(SchemaElement element) {
        ConvertedType type = element.getConverted_type();
        return switch (type) {
            case UTF8, ENUM, JSON -> of(Meaning.TEXT);
            case DECIMAL -> new Annotation(Meaning.DECIMAL, element.getPrecision(), element.getScale());
            case DATE -> of(Meaning.DATE);
            case TIME_MILLIS -> of(Meaning.TIME_MILLIS);
            case TIME_MICROS -> of(Meaning.TIME_MICROS);
            case TIMESTAMP_MILLIS -> of(Meaning.TIMESTAMP_MILLIS);
            case TIMESTAMP_MICROS -> of(Meaning.TIMESTAMP_MICROS);
            case INT_8 -> new Annotation(Meaning.SIGNED, 8, 0);
            case INT_16 -> new Annotation(Meaning.SIGNED, 16, 0);
            case INT_32 -> new Annotation(Meaning.SIGNED, 32, 0);
            case INT_64 -> new Annotation(Meaning.SIGNED, 64, 0);
            case UINT_8 -> new Annotation(Meaning.UNSIGNED, 8, 0);
            case UINT_16 -> new Annotation(Meaning.UNSIGNED, 16, 0);
            case UINT_32 -> new Annotation(Meaning.UNSIGNED, 32, 0);
            case UINT_64 -> new Annotation(Meaning.UNSIGNED, 64, 0);
            default -> of(Meaning.OTHER);
        };
    }
}
