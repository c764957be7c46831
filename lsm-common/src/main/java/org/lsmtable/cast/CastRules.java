package org.lsmtable.cast;

import java.util.Set;
import org.lsmtable.types.DataType;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.TypeRoot;

/**
 * Which type may become which (spec: data files, casts). Nullability does not matter, and parameters only where it is said.
 *
 * <p>Values of nested types, VARIANT, BLOB and VECTOR are not cast.
 */
public final class CastRules {
    private static final Set<TypeRoot> NUMBERS = Set.of(
            TypeRoot.TINYINT,
            TypeRoot.SMALLINT,
            TypeRoot.INT,
            TypeRoot.BIGINT,
            TypeRoot.FLOAT,
            TypeRoot.DOUBLE,
            TypeRoot.DECIMAL);
    private static final Set<TypeRoot> INTEGERS =
            Set.of(TypeRoot.TINYINT, TypeRoot.SMALLINT, TypeRoot.INT, TypeRoot.BIGINT);

    private CastRules() {}

    /** Whether values of one type can be read as another, perhaps with a loss. */
    public static boolean isSupported(DataType from, DataType to) {
        TypeRoot source = from.root();
        TypeRoot target = to.root();
        if (from.sameIgnoringNullability(to)) {
            return true;
        }
        return switch (source) {
            case BOOLEAN -> NUMBERS.contains(target) || target.isCharacter();
            case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL -> fromNumber(source, target);
            case CHAR, VARCHAR -> target != TypeRoot.VARIANT && target != TypeRoot.BLOB && !target.isNested();
            case BINARY, VARBINARY -> target.isBinary() || target.isCharacter();
            case DATE -> target.isTimestamp() || isUnboundedText(to);
            case TIME -> target == TypeRoot.TIME || target.isTimestamp() || isUnboundedText(to);
            case TIMESTAMP, TIMESTAMP_LTZ ->
                target.isTimestamp()
                        || target == TypeRoot.DATE
                        || target == TypeRoot.TIME
                        || target == TypeRoot.INT
                        || target == TypeRoot.BIGINT
                        || isUnboundedText(to);
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> false;
        };
    }

    private static boolean fromNumber(TypeRoot source, TypeRoot target) {
        return NUMBERS.contains(target)
                || target.isCharacter()
                || (target == TypeRoot.BOOLEAN && INTEGERS.contains(source))
                || (target.isTimestamp() && (source == TypeRoot.INT || source == TypeRoot.BIGINT));
    }

    /** STRING; shorter text does not take what has no length of its own. */
    private static boolean isUnboundedText(DataType type) {
        return type instanceof LengthType text
                && text.root() == TypeRoot.VARCHAR
                && text.length() == DataType.MAX_LENGTH;
    }

    /**
     * Whether a supported cast goes by itself, as the table format sees it: the family of the new type takes all values of the old one.
     * Only the families count, not lengths, digits and fraction digits.
     */
    public static boolean isImplicit(DataType from, DataType to) {
        TypeRoot source = from.root();
        TypeRoot target = to.root();
        return isSupported(from, to) && (source == target || takesAll(source, target));
    }

    private static boolean takesAll(TypeRoot source, TypeRoot target) {
        return switch (source) {
            case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE ->
                target == TypeRoot.DECIMAL || (NUMBERS.contains(target) && source.ordinal() < target.ordinal());
            case DECIMAL -> target == TypeRoot.FLOAT || target == TypeRoot.DOUBLE;
            case CHAR -> target == TypeRoot.VARCHAR;
            case BINARY -> target == TypeRoot.VARBINARY;
            case TIMESTAMP -> target == TypeRoot.DATE || target == TypeRoot.TIME || target == TypeRoot.TIMESTAMP_LTZ;
            case TIMESTAMP_LTZ -> target == TypeRoot.TIMESTAMP;
            case BOOLEAN, VARCHAR, VARBINARY, DATE, TIME, ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> false;
        };
    }
}
